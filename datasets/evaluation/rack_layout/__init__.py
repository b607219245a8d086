"""rack_layout."""
