"""Where tiles lie, the camera that sees them, and the photograph that comes of it."""
