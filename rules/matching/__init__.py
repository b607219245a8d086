"""Match a rack with a card: complete hands, near hands, waits, and the reasons why a rack does not win."""
