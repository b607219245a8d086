"""How well pictures, films, racks and taught sets are read."""
