compare bad-queries.json --no-plots
