"""Games as values: what a phone asks, what the book keeps of it, and what follows; pure, for any host."""
