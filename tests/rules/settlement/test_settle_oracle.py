"""Compare random settlements of every rule system with an oracle written from the documents, not from the program.

Each system pays as `../shared/spec/rulesets.md` reads its source under "Payment", "Value" and "Settlement".
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from rules.ruleset import load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

PLAYERS: Final = ("Ann", "Bea", "Cat", "Dee")
ROUNDS: Final = 5_000

Game = Mapping[str, Any]
Paid = Iterator[tuple[str, str, int]]
"""Who pays whom how much."""


def _losses(system: str, game: Game) -> dict[str, int]:
    """Return what each loser pays the winner, bets aside."""
    won = game["outcome"]
    losers = [name for name in game["players"] if name != won["winner"]]
    picked = won["won_by"] == "self-pick"
    if system == "japanese-american-2009":
        # "round to the nearest 10 (half up); more than 500 ... is a limit hand (500)"
        points = won.get("points", 0) * 2 ** won.get("bonuses", 0)
        base = {True: 500, "half": 250}.get(won.get("limit"), min(500, (points + 5) // 10 * 10))
        oya = won["winner"] == game["east"]
        if not picked:
            return {won["discarder"]: base * (6 if oya else 4)}
        return {name: base * (2 if oya or name == game["east"] else 1) for name in losers}
    value = won["value"]
    if (
        system == "set-manual"
    ):  # "Self-drawn AND without a joker: all pay double. Self-drawn with a joker: all pay single"
        twice = picked and won["jokerless"]
    elif system == "modern-american":  # "jokerless doubles it, except in a section marked singles-and-pairs"
        value *= 2 if won["jokerless"] and not won["singles_and_pairs"] else 1
        twice = picked
    elif system == "hoyle-league":  # "jokerless and self-picked: 4x from each"
        value *= 2 if won["jokerless"] else 1
        twice = picked
    else:  # "There is no jokerless doubling in this book."
        twice = picked
    return {name: value * (2 if twice or name == won.get("discarder") else 1) for name in losers}


def _misnamed(system: str, won: Game) -> int:
    """Return what the miscaller pays: "four times the value of the claimant's hand", "the hand would have had"."""
    jokerless = system == "modern-american" and won["jokerless"] and not won["singles_and_pairs"]
    return int(4 * won["value"] * (2 if jokerless else 1))


def payments(system: str, game: Game) -> Paid:
    """Yield every payment of a game, bets included."""
    event = game["outcome"]
    if event["kind"] == "wall":
        return
    if event["kind"] == "misnamed":
        winner, losses = event["claimant"], {event["miscaller"]: _misnamed(system, event)}
    else:
        winner, losses = event["winner"], _losses(system, game)
    for loser, points in losses.items():
        yield loser, winner, points
    for bet in game["bettors"]:
        if system == "hoyle-league":
            # "a wrong bet pays the winner the single value in full"; "a right one collects ... a third of it from each
            # loser, rounded up"
            single = min(losses.values()) if event["won_by"] == "discard" else min(losses.values()) // 2
            single //= 2 if event["jokerless"] else 1
            if bet["bet_on"] == winner:
                for loser in losses:
                    yield loser, bet["name"], -(-single // 3)
            else:
                yield bet["name"], winner, single
        elif bet["bet_on"] == winner:  # "collects from each player exactly what that player pays the winner"
            for loser, points in losses.items():
                yield loser, bet["name"], points
        elif bet["bet_on"] in losses:  # "pays the winner what the player bet on pays"
            yield bet["name"], winner, losses[bet["bet_on"]]


def sheet(system: str, game: Game) -> dict[str, int] | None:
    """Return the score sheet: the discarder goes down by twice the value, others after the winner's doublings."""
    if system != "modern-american":
        return None
    event, found = game["outcome"], dict.fromkeys(game["players"], 0)
    if event["kind"] == "misnamed":  # "On the sheet only the misnaming player moves"
        found[event["miscaller"]] = -_misnamed(system, event)
    elif event["kind"] == "win":
        value = event["value"] * (2 if event["jokerless"] and not event["singles_and_pairs"] else 1)
        found[event["winner"]] = value * (2 if event["won_by"] == "self-pick" else 1)
        for loser, points in _losses(system, game).items():
            found[loser] = -points
    return found


def random_game(system: str, draw: random.Random) -> Game:
    """Return a random game that the system can settle, with bets where its source has them."""
    first, second, third, _ = draw.sample(PLAYERS, 4)
    event: dict[str, Any] = {"kind": draw.choice(["win", "win", "win", "win", "wall", "misnamed"])}
    if system in {"japanese-american-2009", "set-manual", "hoyle-league"} and event["kind"] == "misnamed":
        event["kind"] = "win"  # their sources name no payment of four times
    if event["kind"] == "win":
        event |= {"winner": first, "won_by": draw.choice(["self-pick", "discard"])}
        if event["won_by"] == "discard":
            event["discarder"] = second
        if system == "japanese-american-2009":
            scored = {"points": draw.choice([*range(20, 60, 2), 25, 75]), "bonuses": draw.randint(1, 9)}
            event |= draw.choice(
                [scored, scored, {"limit": draw.choice([True, "half"]) if "discarder" in event else True}]
            )
        elif draw.random() < 0.2:
            event["dead"] = [third]  # "He must still pay the winner the full value of the hand."
    if event["kind"] == "misnamed":
        event |= {"miscaller": first, "claimant": second}
    if event["kind"] != "wall" and system != "japanese-american-2009":
        event["value"] = draw.choice([15, 20, 25, 30, 35, 50, draw.randint(1, 1_000)])
        event |= {name: draw.random() < 0.5 for name in ("jokerless", "singles_and_pairs")}
    names = draw.sample(["Eve", "Fay"], draw.randint(0, load_ruleset(system).bettors.most))
    return {
        "players": draw.sample(PLAYERS, 4),
        "east": draw.choice(PLAYERS),
        "bettors": [{"name": name, "bet_on": draw.choice(PLAYERS)} for name in names],
        "outcome": event,
    }


@pytest.mark.parametrize(
    "system", ["nmjl-1976", "set-manual", "modern-american", "hoyle-league", "japanese-american-2009"]
)
def test_random_settlements_are_those_of_the_documents(system: str) -> None:
    """Who pays whom how much, the net and the score sheet are those that the documents give."""
    draw, rules, kinds = random.Random(system), load_ruleset(system), Counter[str]()
    for _ in range(ROUNDS):
        game = random_game(system, draw)
        settled = settle(parse_outcome(game), rules)
        wanted = Counter[tuple[str, str]]()
        for payer, payee, points in payments(system, game):
            wanted[payer, payee] += points
        found = Counter[tuple[str, str]]()
        for one in settled.transfers:
            found[one.payer, one.payee] += one.points
        assert found == wanted, game
        assert (None if settled.sheet is None else dict(settled.sheet)) == sheet(system, game), game
        kinds[f"{game['outcome']['kind']}{len(game['bettors'])}"] += 1
    assert min(kinds.values()) > 100, "some kind of game was hardly drawn"
