list claims --format tsv
