"""One module a kind of tile face, and the design that puts a whole set together."""
