"""Draw random tile sets: numeral, word, character and count identify a tile; everything else is random."""
