"""Lay racks in every arrangement people photograph, and measure whether the layout step recognises them."""
