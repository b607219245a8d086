"""Who may come in: pairing, how often a code may be tried, the names we answer to, and the certificates of https."""
