"""Tile sets without limit: numeral, word, character and count name a tile; everything else is drawn at random."""
