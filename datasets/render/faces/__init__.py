"""Painters of tile faces, one module per kind, and the design of a whole set."""
