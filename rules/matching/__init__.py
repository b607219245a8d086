"""Match a rack with a card: complete hands, near hands, waits, and why it does not win."""
