"""Find cards and rule sets by name, store added cards, and list them.

Public: `card_changes`, `card_folder`, `card_library`, `card_lists`, `card_questions`, `kept_texts`,
`ruleset_lists`, `table_card` and `table_rules`.
"""
