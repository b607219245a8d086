"""Find cards and rule sets by name, keep added cards, and list them."""
