"""Find rows, rack and exposures from the corners and labels of tiles."""
