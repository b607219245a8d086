"""Write an evaluation as terminal tables, JSON and one HTML page."""
