compare small.json --no-plots -q -o out --format tsv
