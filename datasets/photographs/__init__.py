"""Labelled pictures: the index, what trains and what only measures, importers."""
