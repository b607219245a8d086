"""Print the contract's documents for people, on a terminal."""

from service.commands.display.cards import (
    show_card,
    show_card_change,
    show_card_list,
    show_card_text,
    show_lint,
    show_options,
    show_table,
    show_table_change,
    show_table_list,
    show_table_text,
    show_template,
)
from service.commands.display.chart import show_chart
from service.commands.display.doctor import show_doctor
from service.commands.display.evidence import show_evidence
from service.commands.display.ledger import (
    show_book_file,
    show_entry,
    show_export,
    show_game,
    show_game_list,
    show_kept_evidence,
    show_recomputed,
    show_settle_up,
    show_standings,
)
from service.commands.display.payments import show_settlement
from service.commands.display.rulings import show_ruling, show_ruling_list
from service.commands.display.scan import show_scan
from service.commands.display.server import show_address
from service.commands.display.tilesets import (
    show_merged,
    show_proposal,
    show_set,
    show_set_change,
    show_set_file,
    show_set_forgotten,
    show_set_list,
    show_taught,
)
from service.commands.display.verdict import show_check, show_use, show_verify, show_verify_asking

__all__ = [
    "show_address",
    "show_book_file",
    "show_card",
    "show_card_change",
    "show_card_list",
    "show_card_text",
    "show_chart",
    "show_check",
    "show_doctor",
    "show_entry",
    "show_evidence",
    "show_export",
    "show_game",
    "show_game_list",
    "show_kept_evidence",
    "show_lint",
    "show_merged",
    "show_options",
    "show_proposal",
    "show_recomputed",
    "show_ruling",
    "show_ruling_list",
    "show_scan",
    "show_set",
    "show_set_change",
    "show_set_file",
    "show_set_forgotten",
    "show_set_list",
    "show_settle_up",
    "show_settlement",
    "show_standings",
    "show_table",
    "show_table_change",
    "show_table_list",
    "show_table_text",
    "show_taught",
    "show_template",
    "show_use",
    "show_verify",
    "show_verify_asking",
]
