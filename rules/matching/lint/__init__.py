"""Check a card file: every fault at once, what is probably mistyped, and what each line means."""
