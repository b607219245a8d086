"""Find the tile faces of a photo: four corners and a score each."""
