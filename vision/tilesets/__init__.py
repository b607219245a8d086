"""Read tiles with a tile set that a person has taught."""
