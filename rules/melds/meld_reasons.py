"""Say why a rack is no winning hand of melds: faults of its tiles, missing tiles, or missing bonuses.

The places in the rules come with their document (`rules.melds.meld_rules.MeldRules.cited`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Final

from rules.melds.circumstances import EAST, Circumstances
from rules.melds.decomposition import LEG_TILES, MELD_TILES, MELDS, chows_beside, split, splits_mixed
from rules.melds.meld_rules import MeldRules
from rules.melds.melds import KINDS, Meld, read_meld
from rules.melds.nearest_melds import NearMelds
from rules.melds.scoring import TITLES, MeldRack, MeldReading, Scoring
from rules.melds.special_hands import PAIRS
from rules.tiles import WINDS, Tile, copies, format_tiles, overfull
from rules.verdict import Reason

_KONG: Final = 4
_FOUR: Final = "four of a tile never count as two pairs"


def impossible_tiles(
    tiles: Sequence[Tile], table: Sequence[Tile], robbed: Tile | None, rules: MeldRules
) -> Iterator[Reason]:
    """Yield a reason for tiles that this game does not have, and for each tile held more often than a set has it.

    ``table`` are tiles out of play. A robbed kong has the other three tiles of the winning kind, on the table or not.
    """
    foreign = sorted({tile for tile in tiles if tile.index >= KINDS})
    if foreign:
        text = f"{format_tiles(foreign)} cannot be in the rack: this game has neither flowers nor jokers"
        yield Reason(text, rules.set_place)
    among = "the rack and the robbed kong" if robbed else "the rack"
    if robbed:
        table = (*(tile for tile in table if tile is not robbed), robbed, robbed, robbed)
    for tile, number in overfull(chain(tiles, table)):
        if tile.index < KINDS:
            where = f"{among} and on the table" if tile in table and tile is not robbed else among
            yield Reason(
                f"too many alike: {number} of {tile} in {where}, but a set holds {copies(tile)}", rules.set_place
            )


def faulty_exposures(exposures: Sequence[Sequence[Tile]], rules: MeldRules) -> Iterator[Reason]:
    """Yield the faults of exposures: no meld, more than a hand has, chows beside jump chows."""
    for tiles in exposures:
        if read_meld(tiles) is None:
            text = f"[{format_tiles(tiles)}] is not a set: a chow, a jump chow, a pung or a kong"
            yield Reason(text, rules.exposure_place)
    if len(exposures) > MELDS:
        text = f"the rack has {len(exposures)} exposures; a hand has four sets and a leg, and no leg is exposed"
        yield Reason(text, rules.place)
    if not chows_beside(read_melds(exposures)):
        yield Reason("chows and jump chows never mix in one hand", rules.mixed_chows_place)


def wrong_count(tiles: MeldRack, rules: MeldRules) -> Iterator[Reason]:
    """Yield reasons where the number of tiles is wrong: a hand has 14, and one more for each kong."""
    kongs = sum(one.shape == "kong" for one in tiles.exposed)
    size = sum(tiles.concealed) + sum(len(one.tiles) for one in tiles.exposed)
    quads = tiles.concealed.count(_KONG)
    if 0 <= tiles.kongs <= min(quads, tiles.open_melds):
        return
    plain = MELDS * MELD_TILES + LEG_TILES
    if kongs and size == plain and sum(held // 2 for held in tiles.concealed) + 2 * kongs == PAIRS:
        yield Reason(f"this is not seven pairs: {_FOUR}, and seven pairs are never exposed", rules.twins_place)
    least, most = plain + kongs, plain + kongs + min(quads, tiles.open_melds)
    text = f"the rack has {size} tile{'s' * (size != 1)}; a finished hand has {plain}, and one more for each kong"
    if most > plain:
        text += f": {least if least == most else f'{least} to {most}'} with the kongs of this one"
    yield Reason(text, rules.count_place)


def no_hand(tiles: MeldRack, near: Sequence[NearMelds], rules: MeldRules) -> Iterator[Reason]:
    """Yield why tiles of the right number are no complete hand: the rule in the way, or the missing tiles."""
    melds, kongs, chows = tiles.open_melds, tiles.kongs, chows_beside(tiles.exposed)
    if tiles.winning_tile is not None and split(tiles.concealed, melds, kongs, chows):
        text = (
            f"the winning tile {tiles.winning_tile} is the fourth of a kong: "
            "a kong is followed by a supplement tile, and that one would win"
        )
        yield Reason(text, rules.supplement_place)
    elif splits_mixed(tiles.concealed, melds, kongs):
        text = "only chows and jump chows together would make four sets and a leg, and they never mix in one hand"
        yield Reason(text, rules.mixed_chows_place)
    else:
        lacking = _short_of_twins(tiles)
        if not lacking:
            yield Reason(f"seven pairs, but {_FOUR}", rules.twins_place)
        yield missing_tiles(near, rules)
        if near and 0 < lacking < near[0].away:
            away = f"{lacking} tile{'s' * (lacking > 1)} away"
            yield Reason(f"seven pairs are not {away}: {_FOUR}", rules.twins_place)


def _short_of_twins(tiles: MeldRack) -> int:
    """Return how many pairs are missing to seven if four of a tile are two; all seven where no four are in the way."""
    in_the_way = not tiles.exposed and sum(tiles.concealed) == 2 * PAIRS and _KONG in tiles.concealed
    return PAIRS - in_the_way * sum(held // 2 for held in tiles.concealed)


def missing_tiles(near: Sequence[NearMelds], rules: MeldRules) -> Reason:
    """Return the reason that gives the distance to the nearest complete hand."""
    if not near:
        return Reason("no complete hand: none is left within reach of these exposures and tiles", rules.place)
    best = near[0]
    away = f"{best.away} tile{'s' * (best.away > 1)} away" if best.away else "all its tiles are there"
    steps = [f"add {format_tiles(best.need)}"] if best.need else []
    steps += [f"give up {format_tiles(best.drop)}"] if best.drop else []
    text = f"no complete hand; {TITLES[best.form].lower()}: {', '.join([away, *steps])}"
    return Reason(text, rules.place)


def too_few_bonuses(
    readings: Sequence[MeldReading], minimum: int, scoring: Scoring, unsaid: Sequence[str]
) -> Iterator[Reason]:
    """Yield the bonuses that a complete hand has and needs, and what to say: the ``unsaid`` facts that decide."""
    best = max(readings, key=lambda reading: (reading.doubles, reading.points))
    named = ", ".join(f"{one.name}: {one.count}" for one in best.bonuses)
    has = f"{best.doubles} bonus{'es' * (best.doubles != 1)}" + (f" ({named})" if named else "")
    circumstances, rules = scoring.circumstances, scoring.rules
    raised = minimum > scoring.payment.minimum_bonuses
    needs = f"East, who has won {circumstances.streak} hands in a row, needs" if raised else "going out takes"
    text = f"{TITLES[best.form].lower()} with {has}; {needs} {minimum}"
    yield Reason(text, rules.minimum_place)
    yield from _to_say(best, circumstances, unsaid, rules)


def _to_say(
    best: MeldReading, circumstances: Circumstances, unsaid: Sequence[str], rules: MeldRules
) -> Iterator[Reason]:
    bonuses = rules.bonuses
    winds = {group.tiles[0] for group in best.groups if group.tiles[0] in WINDS and len(group.tiles) > LEG_TILES}
    facts = {"own_wind": "your own wind", "table_wind": "the wind of the round"}
    asked = " and ".join(whose for name, whose in facts.items() if name in unsaid)
    foreign = _strange_winds(best, circumstances)
    if foreign and asked:
        which = f"{format_tiles(foreign)} {'is' if len(foreign) == 1 else 'are'} your own wind or that of the round"
        text = f"say {asked}: one suit with honors is a bonus if {which}"
        yield Reason(text, bonuses["one-suit-with-honors"].place)
    for name, whose in facts.items():
        possible = winds.intersection(_own_winds(circumstances)) if name == "own_wind" else winds
        if possible and name in unsaid:
            text = f"say {whose}: a set of {format_tiles(sorted(possible))} is a bonus if that is it"
            yield Reason(text, bonuses[name.replace("_", "-")].place)
    if "won_by" in unsaid:
        text = "say how the hand was won: an inside hand drawn from the wall has one bonus more"
        yield Reason(text, bonuses["concealed"].place)


def _strange_winds(best: MeldReading, circumstances: Circumstances) -> tuple[Tile, ...]:
    """Return the winds that spoil one suit with honors unless they are the player's or the round's wind.

    Return none where the hand has more than one suit, or where the winds can be neither.
    """
    tiles = {tile for group in best.groups for tile in group.tiles}
    strange = tiles.intersection(WINDS) - {circumstances.own_wind, circumstances.table_wind}
    if len({tile.suit for tile in tiles} - {""}) != 1 or not strange:
        return ()
    rounds = WINDS if circumstances.table_wind is None else (circumstances.table_wind,)
    pairs = product(_own_winds(circumstances), rounds)
    return tuple(sorted(strange)) if any(strange <= {*pair} for pair in pairs) else ()


def _own_winds(circumstances: Circumstances) -> tuple[Tile, ...]:
    """Return the winds that may be the player's own: a player who is not the dealer is not East."""
    if circumstances.own_wind is not None:
        return (circumstances.own_wind,)
    return tuple(wind for wind in WINDS if circumstances.dealer is not False or wind is not EAST)


def read_melds(exposures: Sequence[Sequence[Tile]]) -> tuple[Meld, ...]:
    """Return exposures as melds; leave out exposures that are no meld."""
    melds = (read_meld(tiles) for tiles in exposures)
    return tuple(one for one in melds if one is not None)
