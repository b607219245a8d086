"""List the ways in which the tiles of a rack may lie if the photo does not tell which are exposed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Final

from rules.matching.played_card import card_rules
from rules.matching.rack_counts import Exposed, read_exposure
from rules.melds.melds import read_meld
from rules.ruleset import RuleSet
from rules.tiles import Tile
from service.judging.confirmation import ConfirmedRack, ConfirmedTile, without_gaps
from vision.layout.exposures import SIZES

_MOST_CUTS: Final = 4
"""Most ways to cut tiles into exposures that we keep: a row of like tiles or jokers has many."""

_MOST_LABELS: Final = 64
"""Most combinations of labels that we try to find one that makes an exposure."""

Cut = tuple[tuple[ConfirmedTile, ...], ...]
"""Exposures whose tiles lie side by side."""


def exposure_layouts(
    rack: ConfirmedRack, lying: Sequence[int], ruleset: RuleSet, won: Tile | None
) -> tuple[ConfirmedRack, ...]:
    """Return the rack as read, and each other way in which the tiles with the numbers ``lying`` may lie.

    They may all be concealed; then nothing that seems exposed is. Or exposures hold as many of them as may be. Since
    the winning tile ``won`` lies in none, we also leave each group out that may hold it.
    """
    layouts = [rack]
    if any(tile.exposure is not None for tile in rack.tiles if tile.number in lying):
        layouts.append(rack.unexposed)
    for cut in _cuts(rack, ruleset):
        left_out = [group for group in cut if any(won is not None and won.code in tile.choices for tile in group)]
        layouts += [_with_exposed(rack, [group for group in cut if group is not one]) for one in (None, *left_out)]
    found: dict[tuple[int | None, ...], ConfirmedRack] = {}
    for layout in layouts:
        found.setdefault(tuple(tile.exposure for tile in layout.tiles), layout)
    return tuple(found.values())


def may_be_exposed(tiles: tuple[Tile, ...], ruleset: RuleSet) -> bool:
    """Say whether these tiles may lie in one exposure."""
    if ruleset.melds is not None:
        return read_meld(tiles) is not None
    _, jokers, exposures = card_rules(ruleset)
    return isinstance(read_exposure(tiles, jokers, exposures), Exposed)


def _cuts(rack: ConfirmedRack, ruleset: RuleSet) -> list[Cut]:
    """Return the ways to cut the unclear tiles into exposures that leave out the fewest of them."""

    def one(tiles: Sequence[ConfirmedTile]) -> bool:
        labels = islice(product(*(tile.choices for tile in tiles)), _MOST_LABELS)
        return any(may_be_exposed(tuple(map(Tile, ways)), ruleset) for ways in labels)

    runs: list[list[ConfirmedTile]] = [[]]
    for tile in rack.tiles:
        if tile.number in rack.unclear and tile.number != rack.winning:
            runs[-1].append(tile)
        elif runs[-1]:
            runs.append([])
    whole = islice(product(*(_cuts_of(run, one) for run in runs)), _MOST_CUTS)
    return [tuple(group for cut in cuts for group in cut) for cuts in whole]


def _cuts_of(tiles: Sequence[ConfirmedTile], one: Callable[[Sequence[ConfirmedTile]], bool]) -> list[Cut]:
    """Return the ways to cut neighbours into exposures; ``one`` says of a part whether it may be an exposure."""
    last = len(tiles)
    best: dict[int, list[Cut]] = {last: [()]}
    for start in reversed(range(last)):
        found = list(best[start + 1])
        for end in (start + size for size in SIZES if start + size <= last):
            if one(tiles[start:end]):
                found += [(tuple(tiles[start:end]), *rest) for rest in best[end]]
        most = max(map(_held, found))
        best[start] = [cut for cut in found if _held(cut) == most][:_MOST_CUTS]
    return best[0]


def _held(cut: Cut) -> int:
    return sum(map(len, cut))


def _with_exposed(rack: ConfirmedRack, groups: Sequence[Sequence[ConfirmedTile]]) -> ConfirmedRack:
    """Return the rack with these groups of its unclear tiles exposed, and its other exposures as they are."""
    first = len(rack.exposures)
    place = {tile.number: first + at for at, group in enumerate(groups) for tile in group}
    tiles = (
        replace(tile, exposure=place.get(tile.number)) if tile.number in rack.unclear else tile for tile in rack.tiles
    )
    return replace(without_gaps(tuple(tiles)), winning=rack.winning)
