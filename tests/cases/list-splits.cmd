list splits
