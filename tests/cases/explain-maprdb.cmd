explain --key '[md5(ts).right(4)][ts]' --field ts=1364248490
