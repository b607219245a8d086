"""Read one line of a card: its hands, rules, value and flags, with the place of every fault and its mend."""
