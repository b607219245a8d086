"""The commands of `rackcheck game`: record a game, show it, export and import it.

Public: `commands`.
"""
