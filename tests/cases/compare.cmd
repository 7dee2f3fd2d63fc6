compare small.json --no-plots -o out
