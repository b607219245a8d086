"""Read a printed card from a photo into a draft: text recognition, rows, inks."""
