"""Collect the evidence of a verdict into a dispute bundle, and recheck a bundle later.

Public: `bundle_file`, `collect`, `recheck`, `whole_copy` and `win_evidence`.
"""
