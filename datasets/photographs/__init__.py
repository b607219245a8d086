"""Labelled pictures: the index, the training and validation splits, importers."""
