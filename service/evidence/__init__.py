"""Collect the evidence of a verdict into a dispute bundle, and recheck a bundle later."""
