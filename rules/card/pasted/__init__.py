"""Make a draft of a card from pasted text, a spreadsheet's cells or words read from a photo."""
