"""Make a draft of a card from what people have: pasted text, a spreadsheet's cells, words read from a photo."""
