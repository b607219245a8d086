"""Measure how well Rackcheck reads pictures, films, racks and taught tile sets."""
