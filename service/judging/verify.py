"""From a photo to who owes what: scan, confirm, judge, settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.hand import Hand, parse_rack
from rules.settle import parse_outcome, settle
from service.flows import Document
from service.judging.confirmation import ConfirmedRack, confirm
from service.judging.judge_setup import JudgeSetup
from service.judging.open_questions import cases, how_they_lie, question, sentence, what_it_means
from service.judging.win_facts import WinFacts
from service.shared.errors import error_object
from vision.reading import RackReading


def verify(
    reading: RackReading,
    image: str,
    bench: JudgeSetup,
    table: WinFacts,
    *,
    corrections: Mapping[int, str],
    exposures: Sequence[Sequence[int]] | None = None,
    told: str | None = None,
) -> Document:
    """The contract's verify document: `scan`, `check` and `settlement`.

    A tile that is not sure and that nobody has named is never judged: `check.win` is then null, `check.ask` names
    each such tile and its possibilities, and `check.cases` what each would mean. Where the verdict hangs on which tiles
    are exposed and the photo does not tell, `check.win` is null too, and `check.ask_exposures` holds the numbers of the
    tiles it hangs on; `exposures` answers. Where no tile is in view `check.win` is null, and nothing is asked.
    `settlement` is null where there is nothing to settle or not all of it is known; `unsettled` then says why. Where
    the table's facts cannot be settled, `error` says so beside the verdict.

    Args:
        reading: what was seen in the photo.
        image: the photo's name.
        bench: card, rule set and options.
        table: who won and how, as far as a person has said.
        corrections: tile number, counted from 1, to a tile code or `NONE`.
        exposures: tile numbers of each exposure, in place of the reader's grouping.
        told: the whole rack as a person has it in the end, as text; it is judged in the place of the tiles read.

    Raises:
        ServiceError: for a correction or an exposure that names a tile which is not there.
        HandError: for a winning tile that is not on the slope of the rack.
        RulesError: as the judgement does.
    """
    rack = confirm(reading, corrections, exposures)
    document: Document = {
        "scan": marked(reading, image, corrections, told),
        "check": _check(rack, bench, table) if told is None else bench.judge(parse_rack(told)),
    }
    document["settlement"], document["unsettled"] = None, _why_unsettled(document["check"], table)
    if document["unsettled"] is None:
        try:
            document["settlement"] = settle(parse_outcome(table.outcome(document["check"])), bench.ruleset).to_json()
        except Exception as error:  # noqa: BLE001 - the verdict stands whatever is wrong with the table's facts
            document["error"] = error_object(error)
            document["unsettled"] = document["error"]["message"]
    return document


def _check(rack: ConfirmedRack, bench: JudgeSetup, table: WinFacts) -> Document:
    def hand(as_if: Mapping[int, str]) -> Hand:
        if table.winning_tile is None:
            return rack.hand(None, None, None, as_if)
        return rack.hand(table.winning_tile, table.won_by, table.discarder, as_if)

    if not rack.tiles:
        return {**_undecided(rack, bench), "reasons": ["cannot say: no tile is in view"]}
    # Rule sets without a card are those of sets and a leg, which expose runs.
    lying = rack.unclear or (rack.runs if bench.card is not None else ())
    if not rack.open:
        return _told_apart(rack, lying, bench, table) if lying else bench.judge(hand({}))
    tried = cases(rack, hand, lambda one: bench.judge(one, near=0))
    return {
        **_undecided(rack, bench),
        "reasons": [sentence(rack, tried), *([how_they_lie(lying)] if lying else [])],
        "ask": [
            {"tile": tile.number, "label": tile.label, "choices": list(tile.choices), "text": question(tile)}
            for tile in rack.open
        ],
        "cases": [case.to_json() for case in tried],
        **({"ask_exposures": list(lying)} if lying else {}),
    }


def _undecided(rack: ConfirmedRack, bench: JudgeSetup) -> Document:
    """A check document that says neither yes nor no; its reasons are still to be given."""
    return {
        "rack": rack.to_json(),
        "card": None if bench.card is None else bench.card.id,
        "ruleset": bench.ruleset.id,
        "win": None,
        "matches": [],
        "best": None,
        "value": None,
        "reasons": [],
        "near": [],
    }


def _told_apart(rack: ConfirmedRack, lying: Sequence[int], bench: JudgeSetup, table: WinFacts) -> Document:
    """The verdict where it does not hang on which tiles are exposed; else nothing is said and a person is asked."""

    def hand(one: ConfirmedRack) -> Hand:
        if table.winning_tile is None:
            return one.hand(None, None, None, {})
        return one.hand(table.winning_tile, table.won_by, table.discarder, {})

    as_read, flat = bench.judge(hand(rack)), bench.judge(hand(rack.unexposed))
    gist = ("win", "best", "value")
    if [as_read[key] for key in gist] == [flat[key] for key in gist]:
        return as_read
    return {
        **as_read,
        "rack": rack.to_json(),
        "win": None,
        "matches": [],
        "best": None,
        "value": None,
        "reasons": [how_they_lie(lying), what_it_means(as_read, flat)],
        "near": [],
        "ask_exposures": list(lying),
    }


def marked(reading: RackReading, image: str, corrections: Mapping[int, str], told: str | None = None) -> Document:
    """The scan document with the person's word beside the reader's.

    A tile they named carries `said`. Where they told the whole rack, `told` holds it, and the tiles in it that the
    photo does not show (`added`), and those of the photo that are not in it (`left_out`), corrections counted.
    """
    scan = reading.to_json(image)
    tiles = [
        {**tile, "said": corrections[number]} if number in corrections else tile
        for number, tile in enumerate(scan["tiles"], 1)
    ]
    if told is None:
        return {**scan, "tiles": tiles}
    shown = Counter(tile.label for tile in confirm(reading, corrections).tiles)
    held = Counter(tile.code for tile in parse_rack(told).tiles)
    added, left_out = sorted((held - shown).elements()), sorted((shown - held).elements())
    return {**scan, "tiles": tiles, "told": {"rack": told, "added": added, "left_out": left_out}}


def _why_unsettled(check: Document, table: WinFacts) -> str | None:
    """Why nobody can say who owes what, or None where everything is known."""
    if check["win"] is None:
        if "ask" in check:
            return "who owes what waits for the tiles to look at"
        if "ask_exposures" in check:
            return "who owes what waits for which tiles are exposed"
        return "who owes what waits for a photo of the rack"
    if not check["win"]:
        return "no hand was made, so nobody pays"
    if table.won_by is None:
        return "say how the hand was won (self-pick or discard) to see who owes what"
    return None
