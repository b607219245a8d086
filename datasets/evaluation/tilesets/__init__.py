"""Measure the gain from teaching a tile set, and how reads react to wrong sets and foreign objects."""
