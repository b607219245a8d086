"""Show drawn sets as photographs do: patches of faces, patches without a tile, and designs for the scenes."""
