"""Seeing tiles: decode a photograph, find the tile faces, read them, put them in order."""
