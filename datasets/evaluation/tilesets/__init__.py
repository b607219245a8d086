"""Measure the gain from teaching a tile set, and whether a wrong set is noticed."""
