compar small.json
