explain --key '[user][...]' --field user=ann
