"""Read by a tile set that a person has taught."""
