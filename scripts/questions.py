"""Generate questions for the rules: racks, outcomes and disputes of every kind, always the same for one seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from rules.card.card import Card, list_cards, load_card
from rules.card.packed_groups import unpack
from rules.errors import ClaimError
from rules.hand import parse_rack
from rules.matching.example_hand import example_hand
from rules.melds.circumstances import WAYS
from rules.ruleset import RuleSet, list_rulesets, load_ruleset
from rules.rulings.catalogue import CATALOGUE, RulingInput
from rules.tiles import ALL_TILES, DRAGONS, JOKER, SUITS, WINDS, Tile, copies, format_tiles

Question = dict[str, object]
Groups = list[list[Tile]]

NAMES: Final = ("Ann", "Bea", "Cat", "Dee")
POINTS: Final = (20, 24, 26, 28, 30, 32, 40, 50, 64, 90)
PLAIN: Final = [tile for tile in ALL_TILES if tile.number or tile in WINDS or tile in DRAGONS]


def racks(number: int, seed: int) -> Iterator[Question]:
    """Yield `number` questions for `check --batch`: winners, near misses, random racks; cards and rule sets in turn."""
    rng = random.Random(seed)  # noqa: S311 - the same questions for the same seed
    games: list[tuple[Card | None, RuleSet]] = []
    for name in list_rulesets():
        ruleset = load_ruleset(name)
        games += [(None, ruleset)] if ruleset.melds else [(load_card(card), ruleset) for card in list_cards()]
    for at in range(number):
        card, ruleset = games[at % len(games)]
        nth = at // len(games)
        if card is None:
            rack = _text(rng, _changed(rng, _melds(rng), wild=False))
        else:
            winner = _winner(card, ruleset, nth) if nth < len(card.hands) else None
            rack = winner or _text(rng, _changed(rng, _hand_of(rng, card, nth), wild=True))
        options = _facts(rng) if card is None else _options(rng, card)
        if rng.random() < 0.3:
            options["table"] = _out_of_play(rng, rack)
        question: Question = {"id": at, "rack": rack, "ruleset": ruleset.id, "options": options}
        yield question if card is None else question | {"card": card.id}


def _winner(card: Card, ruleset: RuleSet, nth: int) -> str | None:
    """Return a concealed rack that wins on a hand of the card; None if no tile set can build it under the rule set."""
    try:
        return str(example_hand(card, card.hands[nth].number, ruleset))
    except ClaimError:
        return None


def _hand_of(rng: random.Random, card: Card, nth: int) -> Groups:
    """Return a random concrete hand of the card's `nth` line, its groups shuffled."""
    concrete = card.concrete[nth % len(card.concrete)]
    groups = [list(unpack(group).tiles) for group in rng.choice(concrete)]
    rng.shuffle(groups)
    return groups


def _melds(rng: random.Random) -> Groups:
    """Return four melds and a pair, seven pairs, or thirteen terminals and honors and one more."""
    match rng.randrange(12):
        case 0:
            return [[tile, tile] for tile in rng.sample(PLAIN, 7)]
        case 1:
            honors = [tile for tile in PLAIN if tile.number in {0, 1, 9}]
            return [[tile] for tile in (*honors, rng.choice(honors))]
    suits = rng.choice((SUITS, "B", "CD", "D"))
    tiles = [tile for tile in PLAIN if tile.suit in suits or rng.random() < 0.3]
    step = rng.choice((1, 1, 2))
    groups = []
    for _ in range(4):
        first = rng.choice(tiles)
        if first.number and first.number + 2 * step <= 9 and rng.random() < 0.5:
            groups.append([ALL_TILES[first.index + step * at] for at in range(3)])
        else:
            groups.append([first] * rng.choice((3, 3, 3, 4)))
    return [*groups, [rng.choice(tiles)] * 2]


def _changed(rng: random.Random, groups: Groups, *, wild: bool) -> Groups:
    """Put jokers in some groups; change no, one, two or many tiles; sometimes remove a tile or add one."""
    times = rng.choice((0, 1, 2, 14))
    groups = [list(group) for group in groups]
    if wild and rng.random() < 0.5:
        for group in groups:
            if len(group) > 2 and rng.random() < 0.5:
                for at in range(rng.randint(1, len(group) - 1)):
                    group[at] = JOKER
    pool = ALL_TILES if wild else PLAIN
    for _ in range(times):
        group = rng.choice([group for group in groups if group])
        group[rng.randrange(len(group))] = rng.choice(pool)
    if times and rng.random() < 0.2:
        rng.choice(groups).pop()
    if times and rng.random() < 0.1:
        groups.append([rng.choice(pool)])
    return [group for group in groups if group]


def _text(rng: random.Random, groups: Groups) -> str:
    """Format a rack: some groups exposed, the rest shuffled, mostly with a winning tile."""
    exposing = rng.random() < 0.5
    exposed, concealed = [], []
    for group in groups:
        if exposing and len(group) > 2 and rng.random() < 0.6:
            exposed.append(f"[{format_tiles(group)}]")
        else:
            concealed += group
    rng.shuffle(concealed)
    last = concealed.pop() if concealed and rng.random() < 0.8 else None
    words = [*exposed, *map(str, concealed)]
    if last is not None:
        words.append(f"+{last}" + (f"<{rng.choice(NAMES)}" if rng.random() < 0.5 else ""))
    return " ".join(words)


def _options(rng: random.Random, card: Card) -> Question:
    options: Question = {"near": rng.choice((0, 1, 3, 10))}
    if rng.random() < 0.2:
        options["joker_was_used"] = rng.random() < 0.5
    if rng.random() < 0.2:
        options["claim"] = rng.choice(card.hands).number
    return options


def _facts(rng: random.Random) -> Question:
    options: Question = {"near": rng.choice((0, 1, 3))}
    for name, values in (
        ("own_wind", tuple(map(str, WINDS))),
        ("table_wind", tuple(map(str, WINDS))),
        ("dealer", (True, False)),
        ("streak", (0, 1, 5, 9)),
        ("won_by", WAYS),
    ):
        if rng.random() < 0.4:
            options[name] = rng.choice(values)
    return options


def _out_of_play(rng: random.Random, rack: str) -> str:
    """Return random tiles of the tile set outside the rack."""
    held = parse_rack(rack).tiles
    rest = [tile for tile in ALL_TILES for _ in range(copies(tile) - held.count(tile))]
    return format_tiles(rng.sample(rest, rng.randint(0, 60)))


def outcomes(seed: int, times: int = 6) -> Iterator[Question]:
    """Yield questions for `settle`: for each rule set all kinds of outcome and every ruling, with random inputs."""
    rng = random.Random(seed)  # noqa: S311 - the same questions for the same seed
    for name in list_rulesets():
        for at in range(100 * times):
            event = rng.choice((_card_win, _points_win, _misnamed, _wall))(rng)
            yield _table(rng, name) | {"id": f"{name} {at}", "outcome": event}
        for ruling in CATALOGUE:
            for at in range(times):
                event = {"kind": "error", "ruling": ruling, **inputs(rng, ruling)}
                yield _table(rng, name) | {"id": f"{name} {ruling} {at}", "outcome": event}


def _table(rng: random.Random, ruleset: str) -> Question:
    players = NAMES[: rng.choice((4, 4, 4, 4, 3, 2))]
    table: Question = {"ruleset": ruleset, "players": list(players)}
    if rng.random() < 0.8:
        table["east"] = rng.choice(players)
    if rng.random() < 0.4:
        backed = rng.sample(("Eve", "Fay"), rng.randint(1, 2))
        table["bettors"] = [
            {"name": one, "bet_on": rng.choice(players), "cancelled": rng.random() < 0.2} for one in backed
        ]
    return table


def _win(rng: random.Random) -> Question:
    winner, discarder, dead = rng.sample(NAMES, 3)
    event: Question = {"kind": "win", "winner": winner, "won_by": rng.choice(("self-pick", "discard"))}
    if event["won_by"] == "discard":
        event["discarder"] = discarder
    for name in ("jokerless", "singles_and_pairs", "redeemed_joker"):
        if rng.random() < 0.3:
            event[name] = rng.random() < 0.7
    return event | ({"dead": [dead]} if rng.random() < 0.2 else {})


def _card_win(rng: random.Random) -> Question:
    return _win(rng) | {"value": rng.choice(POINTS)}


def _points_win(rng: random.Random) -> Question:
    event = _win(rng)
    if rng.random() < 0.3:
        return event | {"limit": rng.choice((True, "half", False))}
    return event | {"points": rng.choice(POINTS), "bonuses": rng.randint(1, 7)}


def _misnamed(rng: random.Random) -> Question:
    miscaller, claimant = rng.sample(NAMES, 2)
    event: Question = {"kind": "misnamed", "miscaller": miscaller, "claimant": claimant, "value": rng.choice(POINTS)}
    return event | {"jokerless": rng.random() < 0.5}


def _wall(_: random.Random) -> Question:
    return {"kind": "wall"}


def inputs(rng: random.Random, ruling: str) -> Question:
    """Return random inputs of a ruling, leaving some of them out."""
    people = rng.sample(NAMES, len(NAMES))
    found: Question = {}
    for entry in CATALOGUE[ruling].inputs:
        if rng.random() < 0.85:
            found[entry.name] = _value(rng, entry, people)
    return found


def _value(rng: random.Random, entry: RulingInput, people: list[str]) -> object:
    match entry.kind:
        case "player":
            return people.pop() if people else "Ann"
        case "players":
            return [people.pop() for _ in range(min(len(people), rng.randint(0, 2)))]
        case "bettor":
            return rng.choice(("Eve", "Fay"))
        case "flag":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(entry.choices)
        case _:
            return rng.choice(POINTS)


def disputes(seed: int) -> Iterator[Sequence[str]]:
    """Yield the arguments of one `rule` command per ruling, rule sets in turn."""
    rng = random.Random(seed)  # noqa: S311 - the same questions for the same seed
    rulesets = list_rulesets()
    for at, ruling in enumerate(CATALOGUE):
        facts = [f"{name}={_word(value)}" for name, value in inputs(rng, ruling).items()]
        yield ["rule", ruling, *facts, "east=Ann", "--ruleset", rulesets[at % len(rulesets)], "--json"]


def _word(value: object) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def lists() -> Iterator[Sequence[str]]:
    """Yield the commands that list cards, rule sets and rulings."""
    yield ["cards", "list", "--json"]
    yield from (["cards", "show", card, "--json"] for card in list_cards())
    yield from (["rulings", "--ruleset", ruleset, "--json"] for ruleset in list_rulesets())
