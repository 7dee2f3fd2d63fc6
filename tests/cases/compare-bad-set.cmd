compare small.json -S store.severs=3 --no-plots
