"""Check a card file: list every fault and probable mistyping at once, and say what each line means."""
