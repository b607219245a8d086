"""Fuse the looks of a camera into one steady reading."""
