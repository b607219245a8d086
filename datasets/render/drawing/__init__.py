"""Shapes, glyphs, brush strokes, the style of a set, and wear: what every face is drawn with."""
