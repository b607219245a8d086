"""Games as values: requests, stored entries, and the state that follows; pure Python, for any host.

The folder `entering` completes an entry, `shown` has what people see of them.

Public: `entry_request`, `export`, `import_game`, `limits`, `pinned_rules`, `player_names`,
`recompute`, `records`, `state` and `win_evidence`.
"""
