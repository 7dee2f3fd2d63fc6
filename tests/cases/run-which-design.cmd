run small.json --no-plots
