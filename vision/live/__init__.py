"""Fuse the looks of a camera into one reading that stands."""
