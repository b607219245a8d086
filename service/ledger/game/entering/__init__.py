"""Complete an entry of a game, from its request and what is known beside it.

Public: `asked_now`, `complete_entry`, `corrections` and `entry_context`.
"""
