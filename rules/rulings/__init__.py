"""Answer disputes from the cases of a rule set."""
