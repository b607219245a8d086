"""tilesets."""
