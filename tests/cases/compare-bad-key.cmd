compare small.json --key 'salted=[md5(hots)][ts]' --no-plots
