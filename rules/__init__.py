"""The game itself: tiles, hands, cards, claims and settlements, from text and values alone.

Pure functions over frozen values; this package imports the standard library only. `rules/cards/*.toml` and
`rules/rulesets/*.toml` are its data.
"""
