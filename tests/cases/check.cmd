check small.json
