"""photographs."""
