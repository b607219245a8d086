"""Judge racks, settle games and answer rulings, with a photo or without one, on any host.

Public: `answers`, `confirmation`, `judge_setup`, `photo_claim`, `rack_check`, `seen_rack`, `verify` and `win_facts`.
"""
