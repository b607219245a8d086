"""Print the contract's documents for people, on a terminal."""
