list presplits
