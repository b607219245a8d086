"""What teaching a tile set gains, and whether wrong sets and things that are no tiles are noticed."""
