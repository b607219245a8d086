"""Hands of four sets and a leg, twins and orphans: the game that is played without a card.

One straight line: `circumstances` (who claims and how the hand was won), `split` (every way to lay the tiles out),
`points`, `bonuses` and `limits` (what one way is worth), `score` (put together), `near` and `reasons` (what is missing)
and `judge` (the verdict).
"""
