"""The game without a card: judge and score hands of four melds and a pair."""
