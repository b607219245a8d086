"""Collect all that a verdict stands on into a dispute bundle, and check a bundle again later."""
