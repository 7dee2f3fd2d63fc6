init lgo
