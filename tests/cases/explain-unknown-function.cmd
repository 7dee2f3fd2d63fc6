explain --key '[md6(user)][ts]' --field user=ann --field ts=1
