"""Payments that the table agreed on, in place of a ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.seat_rotation import Sitting
from rules.settlement.transfers import Transfer, net
from service.ledger.game.entering.people import spell_names
from service.ledger.game.entry_request import LONGEST_NOTE, short_text
from service.ledger.game.records import StoredSettlement

AGREED: Final = "as the table agreed"
"""The source that we cite for payments without a ruling."""


def agreed_settlement(transfers: Sequence[Mapping[str, Any]], sitting: Sitting, *, scored: bool) -> StoredSettlement:
    """Build the settlement from payments that the table agreed on; `scored` in a tournament, where scores move."""
    found = []
    for at, given in enumerate(transfers):
        fields = StrictFields.of(spell_names(dict(given), sitting, ("from", "to")), f"transfers[{at}]", OutcomeError)
        names = [fields.text("from"), fields.text("to")]
        for field, name in zip(("from", "to"), names, strict=True):
            if name not in sitting.everyone:
                message = f"{name} is nobody of this table ({', '.join(sitting.everyone)})"
                fields.fail(field, message, "unknown-name")
        if names[0] == names[1]:
            fields.fail("to", "nobody pays themselves", "contradiction")
        why = short_text(fields, "why", LONGEST_NOTE) or AGREED
        found.append(Transfer(names[0], names[1], fields.points("points"), why))
        fields.done()
    won = net(found, sitting.everyone)
    if scored:
        return StoredSettlement(tuple(found), dict.fromkeys(won, 0), won, AGREED, None)
    return StoredSettlement(tuple(found), won, None, AGREED, None)
