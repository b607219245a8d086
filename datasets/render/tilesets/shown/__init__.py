"""Tiles of a drawn set as a photograph shows them: a face among others, what is no tile, a set for the scenes."""
