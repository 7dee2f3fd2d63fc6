check bad-queries.json
