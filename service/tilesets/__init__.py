"""Teach, store, merge and share the players' own tile sets.

Public: `corrections`, `labels`, `manage`, `merging`, `set_lists`, `set_questions`, `teaching`,
`teaching_session` and `tileset_store`.
"""
