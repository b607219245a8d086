"""One card: its file, the language of its lines, and the concrete hands they mean."""
