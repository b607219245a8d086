"""Drawing tools of all faces: shapes, glyphs, brush strokes, the style of a set, and wear."""
