"""Play the Japanese-American game again, slowly and in another way.

`ways` finds the splits of a rack by trying every choice of sets out of all sets there are; `score` counts one of them
down the source's lists, on plain codes. Nothing here uses the code under test.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

SUITS = "BCD"
WINDS = "NEWS"
DRAGONS = "RG0"
KINDS = [f"{number}{suit}" for suit in SUITS for number in range(1, 10)] + list(WINDS + DRAGONS)
HONORS = {kind for kind in KINDS if kind[0] in "19" or len(kind) == 1}

Group = tuple[str, ...]

CHOWS: list[Group] = [tuple(f"{low + step}{suit}" for step in (0, 1, 2)) for suit in SUITS for low in range(1, 8)]
JUMPS: list[Group] = [tuple(f"{low + step}{suit}" for step in (0, 2, 4)) for suit in SUITS for low in range(1, 6)]
PUNGS: list[Group] = [(kind,) * 3 for kind in KINDS]
KONGS: list[Group] = [(kind,) * 4 for kind in KINDS]


@dataclass(frozen=True)
class Facts:
    """The complete circumstances of a win; ``way`` is None if no tile is marked as the winning one."""

    own: str
    table: str
    way: str | None

    @property
    def drawn(self) -> bool:
        """Return whether the player drew the winning tile."""
        return self.way in {"wall", "last-tile", "supplement", "dealt", "first-draw"}

    @property
    def given(self) -> bool:
        """Return whether the winning tile came from another player."""
        return self.way in {"discard", "last-discard", "first-discard", "robbed-kong"}


@dataclass(frozen=True)
class Way:
    """One split: exposed groups, concealed groups, the leg, and the group or ``"leg"`` that the last tile completed."""

    exposed: tuple[Group, ...]
    concealed: tuple[Group, ...]
    leg: str
    completed: Group | str | None


def choices(candidates: list[Group], sets: int, rest: Counter[str]) -> Iterator[tuple[Group, ...]]:
    """Yield every ordered choice of candidates, with repetition, that uses up the rest exactly."""
    if sets == 0:
        if not any(rest.values()):
            yield ()
        return
    for place, group in enumerate(candidates):
        if all(rest[tile] >= group.count(tile) for tile in group):
            left = Counter(rest)
            left.subtract(group)
            for others in choices(candidates[place:], sets - 1, left):
                yield (group, *others)


def ways(exposed: list[Group], concealed: list[str], winning: str | None) -> Iterator[Way]:
    """Yield every split into four sets and a leg, with every set or leg that the winning tile may have completed."""
    sets = 4 - len(exposed)
    held = Counter(concealed)
    kongs = len(concealed) - 3 * sets - 2
    shown_chow = any(tuple(sorted(group)) in set(CHOWS) for group in exposed)
    shown_jump = any(tuple(sorted(group)) in set(JUMPS) for group in exposed)
    candidates = [
        group for group in (*CHOWS, *JUMPS, *PUNGS, *KONGS) if all(held[tile] >= group.count(tile) for tile in group)
    ]
    for leg in sorted(kind for kind in held if held[kind] >= 2):
        for chosen in choices(candidates, sets, held - Counter({leg: 2})):
            chow = shown_chow or any(group in CHOWS for group in chosen)
            jump = shown_jump or any(group in JUMPS for group in chosen)
            if (chow and jump) or sum(len(group) == 4 for group in chosen) != kongs:
                continue
            if winning is None:
                yield Way(tuple(exposed), chosen, leg, None)
                continue
            for group in sorted(set(chosen)):
                if winning in group and len(group) == 3:
                    yield Way(tuple(exposed), chosen, leg, group)
            if leg == winning:
                yield Way(tuple(exposed), chosen, leg, "leg")


@dataclass(frozen=True)
class Score:
    """Points before doubling, bonuses, whether tiles or way make it a limit hand, and the value."""

    points: int
    bonuses: int
    named_limit: bool
    value: int


def score(way: Way, facts: Facts, winning: str | None) -> Score:
    """Score one split: points, bonuses, limits, in the order of the source's pages."""
    groups: list[tuple[Group, bool]] = [(group, True) for group in way.exposed]
    claimed = facts.given
    for group in way.concealed:
        # a pung completed by another player's tile is melded, but only one of equal groups
        open_now = claimed and group == way.completed and len(set(group)) == 1
        claimed = claimed and not open_now
        groups.append((group, open_now))
    inside = not way.exposed
    like = [(group, melded) for group, melded in groups if len(set(group)) == 1]
    runs = [tuple(sorted(group)) for group, _ in groups if len(set(group)) > 1]
    every = [tile for group, _ in groups for tile in group] + [way.leg, way.leg]
    plain_leg = len(way.leg) == 2

    points = 20
    for group, melded in like:
        value = 2
        if group[0] in HONORS:
            value *= 2
        if len(group) == 4:
            value *= 4
        if not melded:
            value *= 2
        points += value
    points += 2 * (way.leg == facts.own) + 2 * (way.leg == facts.table) + 2 * (way.leg in DRAGONS)
    if isinstance(way.completed, tuple) and len(set(way.completed)) == 3:
        others = [tile for tile in way.completed if tile != winning]
        same_kind = CHOWS if way.completed in CHOWS else JUMPS
        possible = {tile for tile in KINDS if tuple(sorted([*others, tile])) in same_kind}
        points += 2 * (possible == {winning})
    if inside and facts.given:
        points += 10

    bonuses = 0
    firsts = [group[0] for group, _ in like]
    bonuses += facts.own in firsts
    bonuses += facts.table in firsts
    bonuses += sum(first in DRAGONS for first in firsts)
    bonuses += any({f"{n}{suit}" for suit in SUITS} <= set(firsts) for n in range(1, 10))
    hidden = sum(not melded for _, melded in like)
    if hidden >= 3:
        bonuses += 2
    elif len(like) == 4:
        bonuses += 1
    all_chows = len(runs) == 4
    nine = any({(f"{n}{s}", f"{n + 1}{s}", f"{n + 2}{s}") for n in (1, 4, 7)} <= set(runs) for s in SUITS)
    if plain_leg:
        bonuses += all_chows
        numbers = {(run[0][1], tuple(tile[0] for tile in run)) for run in runs}
        bonuses += any({("B", n), ("C", n), ("D", n)} <= numbers for _, n in numbers)
        bonuses += nine
    ari = way.leg in HONORS and all(HONORS & set(group) for group, _ in groups)
    nashi = not HONORS & set(every)
    bonuses += ari + nashi + (inside and facts.drawn)
    suits = {tile[1] for tile in every if len(tile) == 2}
    honors = {tile for tile in every if len(tile) == 1}
    pure = len(suits) == 1 and not honors
    bonuses += len(suits) == 1 and bool(honors) and honors & set(WINDS) <= {facts.own, facts.table}
    bonuses += 4 * pure
    bonuses += facts.way in {"last-tile", "last-discard", "supplement", "robbed-kong"}

    limit = False
    limit |= set(DRAGONS) <= set(firsts)
    limit |= len(set(WINDS) & set(firsts)) == 4
    limit |= len(set(WINDS) & set(firsts)) == 3 and way.leg in WINDS and way.leg not in firsts
    limit |= not suits
    limit |= hidden == 4
    limit |= len(like) == 4 and all(tile[0] in "19" for tile in every)
    limit |= len(like) == 4 and pure
    limit |= is_ladder(sorted(firsts), way.leg)
    limit |= [len(group) for group, _ in groups] == [4, 4, 4, 4]
    extra = points >= 32 or all_chows or len(like) == 4 or ari or nashi or inside or nine
    limit |= pure and extra
    limit |= set(every) <= {"2B", "3B", "4B", "6B", "8B", "G"} and "G" in every
    limit |= facts.way in {"dealt", "first-discard", "first-draw"}
    # Nine gates need no line: inside and one suit cover them.
    doubled = points * 2**bonuses
    value = 500 if limit or doubled > 500 else (doubled + 5) // 10 * 10
    return Score(points, bonuses, limit, value)


def is_ladder(firsts: list[str], leg: str) -> bool:
    """Return whether four pungs run in number, no two neighbours share a suit, and the leg adjoins either end."""
    if len(firsts) != 4 or any(len(tile) == 1 for tile in (*firsts, leg)):
        return False
    numbers = "".join(tile[0] for tile in firsts)
    suits = [tile[1] for tile in firsts]
    if numbers not in "123456789" or any(suits[at] == suits[at + 1] for at in range(3)):
        return False
    return numbers + leg[0] in "123456789" or leg[0] + numbers in "123456789"


def special(exposed: list[Group], concealed: list[str], facts: Facts) -> int | None:
    """Return the value of twins or orphans, or None for other tiles."""
    held = Counter(concealed)
    if exposed or len(concealed) != 14:
        return None
    if set(held) == HONORS:
        return 500
    if set(held.values()) != {2}:
        return None
    mixed = not (set(held) <= HONORS or not set(held) & HONORS or len({kind[-1] for kind in held}) == 1)
    at_once = facts.way in {"dealt", "first-discard", "first-draw"}
    return 250 if mixed and not facts.drawn and not at_once else 500
