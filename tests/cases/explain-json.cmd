explain --key '[user]_[n]' --field user=ann --field n:int=7 --json
