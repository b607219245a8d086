"""Say why hands are out of reach: none holds the exposures, a rule forbids those that do, or too few tiles are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.card.packed_groups import SIZE_MASK, unpack
from rules.card.pattern import HandPattern
from rules.matching.nearest import Gaps, copies_left, without_dead_joker
from rules.matching.played_card import PlayedCard, RackQuery
from rules.matching.rack_counts import RackCounts
from rules.matching.reasons import MOST_NAMED, name_group, never_in_colours, tile_faults, used_joker
from rules.tiles import ALL_TILES, format_tiles
from rules.verdict import Reason


def why_dead(played: PlayedCard, query: RackQuery) -> tuple[Reason, ...]:
    """Return why a player can make no hand of the card any more."""
    cite = played.ruleset.cite
    rack = query.rack
    largest = played.index.sizes[-1]
    if rack.size > largest or query.impossible or rack.faults:
        # A rack that is still short of tiles is no fault here.
        return tile_faults(played, query._replace(rack=rack._replace(size=max(rack.size, largest))))
    shown = " ".join(f"[{format_tiles(tiles)}]" for tiles in query.hand.exposures) or "these tiles"
    fitting = _holding(played, query)
    if not fitting:
        return (_no_hand_holds(played, query, shown),)
    left = [place for place in fitting if not _barred(query, _hand(played, place))]
    if left:
        return tuple(_short_of(played, query, left))
    numbers = ", ".join(dict.fromkeys(f"hand {_hand(played, place).number}" for place in fitting))
    if not all(_hand(played, place).concealed_only for place in fitting):
        text = f"only hands that are concealed or played without jokers are left with {shown}: {numbers}"
        return (Reason(text, cite(played.jokers.used_place)),)
    return (Reason(f"only concealed hands hold {shown}: {numbers}", cite(played.exposures.concealed_place)),)


def why_out_of_reach(
    played: PlayedCard, query: RackQuery, patterns: Sequence[int] | None, claimed: str | None
) -> tuple[Reason, ...]:
    """Return why a rack is near no hand of the card, or near none of ``patterns``, the places of the claimed hand."""
    wanted = range(len(played.card.hands)) if patterns is None else patterns
    never = never_in_colours(played, wanted)
    if len(never) == len(wanted):
        return never[:MOST_NAMED]
    fitting = [
        place
        for place in _holding(played, query)
        if played.index.pattern_of(place) in wanted and not (query.rack.exposed and _hand(played, place).concealed_only)
    ]
    if not fitting:
        what = f"hand {claimed} cannot" if claimed else "no hand on the card can"
        exposed = " and ".join(f"[{format_tiles(tiles)}]" for tiles in query.hand.exposures)
        text = f"{what} be made with {exposed} exposed" if exposed else f"{what} be made of these tiles"
        return (Reason(text, played.ruleset.cite(played.exposures.place)),)
    left = [place for place in fitting if not _barred(query, _hand(played, place))]
    spoilt = dict.fromkeys(_hand(played, place) for place in fitting)
    found = tuple(_short_of(played, query, left)) if left else tuple(used_joker(played, hand) for hand in spoilt)
    found = found[:MOST_NAMED]
    return found if claimed else (Reason("no hand on the card can be made any more", found[0].source), *found)


def _barred(query: RackQuery, pattern: HandPattern) -> bool:
    return bool((pattern.concealed_only and query.rack.exposed) or (pattern.no_jokers and query.joker_was_used))


def _holding(played: PlayedCard, query: RackQuery) -> list[int]:
    """Return the places of the hands, concealed ones too, that hold the exposures of a rack in one of its meanings."""
    return sorted({place for meant in query.racks for place in played.index.groups.holding_all(meant.exposed)})


def _hand(played: PlayedCard, place: int) -> HandPattern:
    return played.card.hands[played.index.pattern_of(place)]


def _no_hand_holds(played: PlayedCard, query: RackQuery, shown: str) -> Reason:
    cite = played.ruleset.cite(played.exposures.place)
    for exposed, tiles in zip(query.rack.exposed, query.hand.exposures, strict=True):
        alone = RackCounts(exposed.group & SIZE_MASK, {}, 0, (exposed,), ())
        if not any(played.index.groups.holding_all(meant.exposed) for meant in played.index.meanings(alone)):
            is_open = played.index.is_open(exposed)
            like = f"{exposed.group & SIZE_MASK} like tiles" if is_open else name_group(unpack(exposed.group))
            size = like + (" with a joker in it" if exposed.wild else "")
            return Reason(f"no hand on the card holds [{format_tiles(tiles)}], a group of {size}", cite)
    return Reason(f"no hand on the card holds {shown} together", cite)


def _short_of(played: PlayedCard, query: RackQuery, places: list[int]) -> Iterator[Reason]:
    """Yield, for some of the hands at ``places``, a reason that names the tiles that have run out."""
    fewest: dict[int, dict[int, int]] = {}
    left = copies_left(played, query)
    for meant in without_dead_joker(played, query).meanings():
        held = set(played.index.groups.holding_all(meant.rack.exposed)).intersection(places)
        gaps = Gaps(played.index, meant.rack, left)
        for place in sorted(held):
            pattern, lacking = played.index.pattern_of(place), gaps.shortage(place)
            if pattern not in fewest or sum(lacking.values()) < sum(fewest[pattern].values()):
                fewest[pattern] = lacking
    order = sorted(
        fewest, key=lambda pattern: (sum(fewest[pattern].values()), -played.card.hands[pattern].value, pattern)
    )
    for pattern in order[:MOST_NAMED]:
        hand = played.card.hands[pattern]
        tiles = ", ".join(f"{number} of {ALL_TILES[kind]}" for kind, number in sorted(fewest[pattern].items()))
        yield Reason(
            f"hand {hand.number} cannot be made any more: too few tiles are left, short by {tiles}",
            played.card.cite(hand),
        )
