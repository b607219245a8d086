"""Racks in every arrangement people photograph, and whether the layout tells them."""
