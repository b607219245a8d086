"""Compare random settlements of every rule system with an oracle written from the documents, not from the program.

Each system pays as its source says, of which the comments quote the words or their reading; what a table decides
itself means what its sentence says (`rules.rulings.option_list`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

import pytest

from rules.ruleset import RuleSet, list_rulesets, load_ruleset, parse_ruleset
from rules.rulings.house_options import TableRules
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

PLAYERS: Final = ("Ann", "Bea", "Cat", "Dee")
BETTORS: Final = ("Eve", "Fay", "Gil", "Hal")
ROUNDS: Final = 1_200
"""Games of each system by its source alone."""
TABLES: Final = 50
GAMES: Final = 12
"""Games of each table."""

Event = Mapping[str, Any]
Decided = Mapping[str, Any]

BOOK: Final[dict[str, Any]] = {
    "self_pick": 2,
    "discarder": 2,
    "other": 1,
    "jokerless": 1,
    "jokerless_on_discard": True,
    "singles_and_pairs_doubled": True,
    "redeemed_joker_is_self_pick": False,
    "east": 1,
    "score_sheet": False,
}
GUIDE: Final = {"singles_and_pairs_doubled": False, "redeemed_joker_is_self_pick": True, "score_sheet": True}
PAYMENTS: Final[dict[str, dict[str, Any]]] = {
    "nmjl-1976": BOOK,  # "There is no jokerless doubling in this book."
    # "Self-drawn AND without a joker: all pay double. Self-drawn with a joker: all pay single"
    "set-manual": BOOK | {"self_pick": 1, "jokerless": 2, "jokerless_on_discard": False},
    # "jokerless doubles it, except in a section marked singles-and-pairs"
    "modern-american": BOOK | {"jokerless": 2} | GUIDE,
    "hoyle-league": BOOK | {"jokerless": 2},  # "jokerless and self-picked: 4x from each"
    "japanese-american-2009": {"limit": 500},
}
PENALTIES: Final[dict[str, dict[str, int]]] = {
    # "four times the value of the claimant's hand"; "a penalty of double the value of the erring declarer's hand"
    "nmjl-1976": {"misnamed-for-mah-jongg.value": 4, "mah-jongg-in-error.value": 2},
    "set-manual": {"mah-jongg-in-error.value": 1},  # "Where it names no amount", "it is the value of the winning hand"
    "modern-american": {"misnamed-for-mah-jongg.value": 4, "dead-hand-disputed.points": 25}
    | {"blind-pass-looked.points": 10},
    "hoyle-league": {"false-woo.limit": 1, "false-woo-half.half_limit": 1},
    "japanese-american-2009": {"false-mah-jongg.points": 100},  # "A wrong Mah Jongg pays every player 100."
}
UNITS: Final = ("points", "value", "limit", "half_limit")
"""What a house's penalty may go by: plain points, or times the value, the limit, half the limit."""
COSTS: Final = {
    "misnamed": ("misnamed-for-mah-jongg",),
    "mah-jongg-in-error": ("mah-jongg-in-error", "false-mah-jongg"),
    "dead-hand-disputed": ("dead-hand-disputed",),
    "blind-pass-looked": ("blind-pass-looked",),
    "false-woo": ("false-woo", "false-woo-half"),
}
"""The penalties that an error may cost."""
TERMS: Final[dict[str, Any]] = {"rolled_double": 1, "after_wall": 1, "last_wall": "usual", "pie": 0, "cents": 0}
TOURNAMENT: Final[dict[str, Any]] = {
    "on": False,
    "self_pick": 10,
    "jokerless": 20,
    "wall": 10,
    "discarder": 10,
    "dead": 0,
}
"""What no source names, as the page has it before a table decides."""


class Due(NamedTuple):
    """Who pays whom how much; a bet is paid after the players have paid each other."""

    payer: str
    payee: str
    points: int


def bonus(decided: Decided, won: Event, *, picked: bool) -> int:
    """Return how many times a hand without jokers pays."""
    if not won.get("jokerless") or (not picked and not decided["payment.jokerless_on_discard"]):
        return 1
    if won.get("singles_and_pairs") and not decided["payment.singles_and_pairs_doubled"]:
        return 1
    return int(decided["payment.jokerless"])


def is_picked(decided: Decided, won: Event) -> bool:
    """Return whether everybody pays as for a self-pick: drawn, or won by a joker redeemed after a call."""
    redeemed = won.get("redeemed_joker", False) and decided["payment.redeemed_joker_is_self_pick"]
    return bool(won["won_by"] == "self-pick" or redeemed)


def factor(decided: Decided, won: Event) -> int:
    """Return how many times a hand pays after a double on East's dice, and after a wall game."""
    rolled = decided["table.rolled_double"] if won.get("rolled_double") else 1
    return int(rolled * (decided["table.after_wall"] if won.get("after_wall") else 1))


def shares(system: str, decided: Decided, game: Event) -> dict[str, int]:
    """Return what each loser pays the winner, in the order of seats."""
    won, east = game["outcome"], game["east"]
    losers = [name for name in game["players"] if name != won["winner"]]
    if system == "japanese-american-2009":
        limit = decided["payment.limit"]
        points = won.get("points", 0) * 2 ** won.get("bonuses", 0)
        # "round to the nearest 10 (half up); more than 500 ... is a limit hand (500)"; mixed twins are 250
        scored = limit if points > limit else min(limit, (points + 5) // 10 * 10)
        limited = {True: limit, "half": min(limit, 250)}
        base = limited[won["limit"]] if "limit" in won else scored
        oya = won["winner"] == east
        if won["won_by"] == "discard":
            paid = {won["discarder"]: base * (6 if oya else 4)}
        else:
            paid = {name: base * (2 if oya or name == east else 1) for name in losers}
    else:
        picked = is_picked(decided, won)
        value = won["value"] * bonus(decided, won, picked=picked)
        paid = {}
        for name in losers:
            role = "self_pick" if picked else "discarder" if name == won["discarder"] else "other"
            twice = decided["payment.east"] if east in {name, won["winner"]} else 1
            paid[name] = value * decided[f"payment.{role}"] * twice
        if decided["table.last_wall"] == "hot" and won.get("last_wall") and not picked:
            paid = {won["discarder"]: sum(paid.values())}
    return {name: points * factor(decided, won) for name, points in paid.items() if points}


def penalty(decided: Decided, name: str, event: Event) -> int:
    """Return what an error costs: a number of points, or times the value or the limit that the error names."""
    (unit,) = (unit for unit in UNITS if f"penalties.{name}.{unit}" in decided)
    times = int(decided[f"penalties.{name}.{unit}"])
    if unit != "value":
        # half a limit is rounded up, as chips are whole
        limit = int(event.get("limit", 0))
        return times * {"points": 1, "limit": limit, "half_limit": -(-limit // 2)}[unit]
    value = int(event["value"])
    if event["kind"] == "misnamed":  # "4x the value the hand would have had": it would have won on a discard
        on = decided.get("tournament.on")
        value = value + tournament_bonus(decided, event) if on else value * bonus(decided, event, picked=False)
    return times * value


def errors(system: str, decided: Decided, game: Event) -> Iterator[Due]:
    """Yield what the players pay each other for an error, bets aside."""
    event, players = game["outcome"], game["players"]
    if event["kind"] == "misnamed":
        yield Due(event["miscaller"], event["claimant"], penalty(decided, "misnamed-for-mah-jongg", event))
        return
    if event["ruling"] in {"dead-hand-disputed", "blind-pass-looked"}:  # "loses 25 points", "a loss of 10 points"
        who = event["caller" if event["ruling"] == "dead-hand-disputed" else "player"]
        yield Due(who, "", penalty(decided, event["ruling"], event))
        return
    declarer = event.get("declarer")
    others = [name for name in players if name != declarer]
    if system == "hoyle-league":
        # "the limit to each other player"; "the limit to East and half the limit to the other two"
        for name in sorted(others, key=lambda name: name != game["east"]):
            share = "false-woo" if game["east"] in {declarer, name} else "false-woo-half"
            yield Due(declarer, name, penalty(decided, share, event))
    elif system == "japanese-american-2009":  # "A wrong Mah Jongg pays every player 100."
        for name in others:
            yield Due(declarer, name, penalty(decided, "false-mah-jongg", event))
    else:
        intact = [name for name in others if name not in event["threw_in"]]
        if len(players) != 4 or len(intact) != 1 or event["dead"] or not (event["exposed"] or system == "nmjl-1976"):
            return  # the game goes on, with dead hands or without
        payers = [declarer] if system == "nmjl-1976" else [declarer, *event["threw_in"]]
        for name in payers:
            yield Due(name, intact[0], penalty(decided, "mah-jongg-in-error", event))


def bets(system: str, decided: Decided, game: Event, paid: list[Due]) -> Iterator[Due]:
    """Yield what the bettors pay and collect beside what the players pay."""
    event = game["outcome"]
    for bet in game["bettors"]:
        name, backed = bet["name"], bet["bet_on"]
        if bet["cancelled"]:
            continue
        if system == "hoyle-league":
            if event["kind"] != "win":
                continue  # "He then pays in full if another player wins": nobody has won
            # "the single value", "a third of it from each loser, rounded up"; no doubling counts
            single = event["value"]
            losers = [one for one in game["players"] if one != event["winner"]]
            if backed == event["winner"]:
                yield from (Due(one, name, -(-single // 3)) for one in losers)
            else:
                yield Due(name, event["winner"], single)
            continue
        for one in paid:
            if one.payee == backed:  # "collects from each player exactly what that player pays the winner"
                yield Due(one.payer, name, one.points)
            if one.payer == backed:  # "pays the winner what the player bet on pays"
                yield Due(name, one.payee, one.points)


def within(pie: int, balances: Mapping[str, int], dues: list[Due]) -> Iterator[Due]:
    """Yield what is paid where nobody may lose more than the pie in an evening."""
    spent = Counter[str]()
    for due in dues:
        points = min(due.points, max(0, pie + balances.get(due.payer, 0) - spent[due.payer])) if pie else due.points
        spent[due.payer] += points
        yield due._replace(points=points)


def sheet(decided: Decided, game: Event, paid: list[Due], due: list[Due]) -> dict[str, int] | None:
    """Return the score sheet."""
    event, players = game["outcome"], game["players"]
    found = dict.fromkeys(players, 0)
    if decided.get("tournament.on"):
        return tournament(decided, game, due)
    if not decided.get("payment.score_sheet"):
        return None
    for one in [*paid, *(one for one in due if not one.payee)]:
        if one.payer in found and one.payee in {*found, ""}:
            found[one.payer] -= one.points
    if event["kind"] == "win":
        picked = is_picked(decided, event)
        value = event["value"] * bonus(decided, event, picked=picked) * factor(decided, event)
        value *= decided["payment.self_pick"] if picked else 1
        found[event["winner"]] = value * (decided["payment.east"] if game["east"] == event["winner"] else 1)
    return found


def tournament_bonus(decided: Decided, hand: Event) -> int:
    """Return what a hand without jokers scores beside its value: "not for singles and pairs"."""
    return int(decided["tournament.jokerless"]) if hand["jokerless"] and not hand["singles_and_pairs"] else 0


def tournament(decided: Decided, game: Event, due: list[Due]) -> dict[str, int]:
    """Return the score sheet of a tournament, where nobody pays and who errs goes down by the penalty."""
    event = game["outcome"]
    found: dict[str, int] = dict.fromkeys(game["players"], decided["tournament.wall"] if event["kind"] == "wall" else 0)
    for one in due:
        found[one.payer] -= one.points
    if event["kind"] == "win":
        picked = is_picked(decided, event)
        found[event["winner"]] = event["value"] + tournament_bonus(decided, event)
        found[event["winner"]] += decided["tournament.self_pick"] if picked else 0
        if not picked:
            found[event["discarder"]] -= decided["tournament.discarder"]
        for name in event.get("dead", ()):
            found[name] -= decided["tournament.dead"]
    return found


def usual(system: str) -> dict[str, Any]:
    """Return the value of every decision by the source alone."""
    tables: dict[str, dict[str, Any]] = {"payment": PAYMENTS[system], "penalties": PENALTIES[system], "table": TERMS}
    if system != "japanese-american-2009":
        tables["tournament"] = TOURNAMENT
    return {f"{table}.{key}": value for table, entries in tables.items() for key, value in entries.items()}


def random_decisions(system: str, draw: random.Random) -> dict[str, Any]:
    """Return some random decisions of a table, in a third of all cases of a tournament."""
    decided: dict[str, Any] = {}
    values = usual(system)
    tournament = "tournament.on" in values and draw.random() < 1 / 3
    keys = [key for key in values if tournament or not key.startswith("tournament.")]
    for key in draw.sample(keys, len(keys) // 2):
        if key == "table.last_wall":
            decided[key] = draw.choice(["hot", "cold"])
        elif isinstance(values[key], bool):
            decided[key] = draw.random() < 0.5
        else:
            least = 0 if key in {"table.pie", "payment.other", "table.cents"} else 1
            most = {"table.pie": 2_000, "payment.limit": 900, "table.cents": 200}.get(key, 8)
            table, name, *unit = key.split(".")
            # A house may let a penalty go by another unit than its source does.
            named = ".".join([table, name, draw.choice(UNITS)]) if unit else key
            decided[named] = draw.randint(least, most)
    return decided | ({"tournament.on": True} if tournament else {})


def with_decided(system: str, decided: Decided) -> Decided:
    """Return every decision: a table's own in place of the source's, whatever unit a penalty goes by."""

    def names(key: str) -> list[str]:
        return key.split(".")[:2]

    made = [names(key) for key in decided]
    return {key: value for key, value in usual(system).items() if names(key) not in made} | dict(decided)


def random_game(system: str, rules: RuleSet, decided: Decided, draw: random.Random) -> dict[str, Any]:
    """Return a random game that the table can settle."""
    players = draw.sample(PLAYERS, draw.choice([4, 4, 4, *rules.players]))
    first, second, *rest = draw.sample(players, len(players))
    kinds = {
        "nmjl-1976": ["misnamed", "mah-jongg-in-error"],
        "set-manual": ["mah-jongg-in-error"],
        "modern-american": ["misnamed", "dead-hand-disputed", "blind-pass-looked"],
        "hoyle-league": ["false-woo"],
        "japanese-american-2009": ["mah-jongg-in-error"],
    }[system]
    kind = draw.choice(["win"] * 6 + ["wall"] + kinds)
    jokers = {name: draw.random() < 0.5 for name in ("jokerless", "singles_and_pairs")}
    value = {"value": draw.choice([15, 20, 25, 30, 35, 50, draw.randint(1, 1_000)])}
    event: dict[str, Any] = {"kind": kind}
    if kind == "win":
        event |= {"winner": first, "won_by": draw.choice(["self-pick", "discard"])}
        event |= {name: draw.random() < 0.4 for name in ("rolled_double", "after_wall", "last_wall")}
        if event["won_by"] == "discard":
            event["discarder"] = second
            if decided["table.last_wall"] == "cold":
                event["last_wall"] = False
        if system == "japanese-american-2009":
            scored = {"points": draw.randint(20, 75), "bonuses": draw.randint(1, 9)}
            just_past = {"points": max(20, decided["payment.limit"] // 2 + 1), "bonuses": 1}
            event |= draw.choice(
                [scored, just_past, {"limit": draw.choice([True, "half"]) if "discarder" in event else True}]
            )
        else:
            event |= value | jokers | {"redeemed_joker": "discarder" in event and draw.random() < 0.3}
            event["dead"] = draw.sample([second, *rest], draw.randint(0, len(rest)))
    elif kind == "misnamed":
        event |= {"miscaller": first, "claimant": second} | value | jokers
    elif kind != "wall":
        who = {"dead-hand-disputed": "caller", "blind-pass-looked": "player"}.get(kind, "declarer")
        event |= {"kind": "error", "ruling": kind, who: first}
        if kind == "dead-hand-disputed":
            event["player"] = second
        elif kind == "blind-pass-looked":
            pass
        elif system != "japanese-american-2009" and kind != "false-woo":
            threw = draw.sample([second, *rest], draw.randint(0, len(rest) + 1))
            event |= value | {"exposed": draw.random() < 0.7, "threw_in": threw}
            event["dead"] = [name for name in rest if name not in threw and draw.random() < 0.1]
    units = {unit for name in COSTS.get(kind, ()) for unit in UNITS if f"penalties.{name}.{unit}" in decided}
    event |= {"limit": draw.choice([100, 255, 500])} if units & {"limit", "half_limit"} or kind == "false-woo" else {}
    event |= value if "value" in units else {}
    names = draw.sample(BETTORS, draw.randint(0, min(4, rules.most_bets)) if len(players) == 4 else 0)
    return {
        "players": players,
        "east": draw.choice(players),
        "bettors": [{"name": n, "bet_on": draw.choice(players), "cancelled": draw.random() < 0.1} for n in names],
        "outcome": event,
        "balances": {name: draw.randint(-2_000, 2_000) for name in [*players, *names]},
    }


def wanted(system: str, decided: Decided, game: Event) -> tuple[Counter[tuple[str, str]], dict[str, int] | None]:
    """Return the payments and the score sheet of a game."""
    event = game["outcome"]
    due: list[Due] = []
    if event["kind"] not in {"win", "wall"}:
        due = list(errors(system, decided, game))
    elif event["kind"] == "win" and not decided.get("tournament.on"):
        due = [Due(name, event["winner"], points) for name, points in shares(system, decided, game).items()]
    paid: list[Due] = []
    if not decided.get("tournament.on"):
        every = [*due, *bets(system, decided, game, due)]
        paid = list(within(decided["table.pie"], game["balances"], [one for one in every if one.payee]))
    sums = Counter[tuple[str, str]]()
    for one in paid:
        sums[one.payer, one.payee] += one.points
    return +sums, sheet(decided, game, paid, due)


def dollars(decided: Decided, game: Event, paid: Counter[tuple[str, str]]) -> dict[str, str]:
    """Return what everybody gains or loses in dollars, where "a point is worth {} cents" and points are paid."""
    if not decided["table.cents"] or decided.get("tournament.on"):
        return {}
    found = {}
    for name in [*game["players"], *(bet["name"] for bet in game["bettors"])]:
        points = sum(paid[pair] * ((pair[1] == name) - (pair[0] == name)) for pair in paid)
        worth = Decimal(points * decided["table.cents"]) / 100
        found[name] = f"${worth:.2f}".replace("$-", "-$")
    return found


def compare(system: str, rules: RuleSet, decided: Decided, draw: random.Random) -> str:
    """Settle one random game by the rules and by the oracle; return what kind of game it was."""
    game = random_game(system, rules, decided, draw)
    settled = settle(parse_outcome(game), rules)
    found = Counter[tuple[str, str]]()
    for one in settled.transfers:
        found[one.payer, one.payee] += one.points
    payments, scores = wanted(system, decided, game)
    told = rules.changes, decided, game
    assert found == payments, told
    assert (None if settled.sheet is None else dict(settled.sheet)) == scores, told
    assert dict(settled.money) == dollars(decided, game, payments), told
    return f"{game['outcome'].get('ruling', game['outcome']['kind'])}, {len(game['bettors'])} bets"


@pytest.mark.parametrize("system", list_rulesets())
def test_random_settlements_are_those_of_the_documents(system: str) -> None:
    """Who pays whom how much, the net and the score sheet are those that the documents give."""
    draw, rules, kinds = random.Random(system), load_ruleset(system), Counter[str]()
    for _ in range(ROUNDS):
        kinds[compare(system, rules, usual(system), draw)] += 1
    assert min(kinds.values()) > 10, "some kind of game was hardly drawn"


@pytest.mark.parametrize("system", list_rulesets())
def test_random_tables_settle_as_their_decisions_say(system: str) -> None:
    """What a table decides changes who pays whom how much, and the score sheet, as its sentence says."""
    draw, made = random.Random(system), set[str]()
    for _ in range(TABLES):
        decided = random_decisions(system, draw)
        rules = parse_ruleset(TableRules("ours", "Ours", system, decided).to_toml(), "table")
        made.update(decided)
        for _ in range(GAMES):
            compare(system, rules, with_decided(system, decided), draw)
    others = {
        f"penalties.{name}.{unit}" for name, _, _ in (key.partition(".") for key in PENALTIES[system]) for unit in UNITS
    }
    assert usual(system).keys() <= made <= usual(system).keys() | others, "some decision was never made"
