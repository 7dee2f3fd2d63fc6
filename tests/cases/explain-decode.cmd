explain --key '[user]_[n]' --field user --field n --decode ann_7
