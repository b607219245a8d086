"""Place tiles, aim a camera at them, and render the photograph."""
