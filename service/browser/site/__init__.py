"""The phone edition as a folder of static files."""
