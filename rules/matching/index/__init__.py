"""Compile a card once, and look up all its concrete hands at once."""
