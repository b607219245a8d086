"""Drawing tools for a face: canvas, letters, numerals, pictures, pips, palette and surface."""
