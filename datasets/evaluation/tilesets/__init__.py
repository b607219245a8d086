"""What teaching a tile set gains, and whether wrong sets and strange things are noticed."""
