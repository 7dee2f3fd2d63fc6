compare bad.json --no-plots
