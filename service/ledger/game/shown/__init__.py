"""Games as people see them: states and entries, standings, payments, charts, seasons.

Public: `documents`, `season` and `totals`.
"""
