"""Judge racks, settle games and answer rulings, with a photo or without one, on any host."""
