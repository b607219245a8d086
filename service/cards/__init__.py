"""Find cards and rule sets by name, store added cards, and list them."""
