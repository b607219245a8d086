"""Games as values: requests, stored entries, and the state that follows; pure Python, for any host."""
