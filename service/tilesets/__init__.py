"""Teach, keep, merge and share tile sets of one's own."""
