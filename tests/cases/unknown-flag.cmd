compare small.json --sed 4
