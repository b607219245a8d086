"""Strict reading of objects and names from outside."""
