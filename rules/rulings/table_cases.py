"""The ruling cases of a table's own decisions; they come before the source's cases."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from rules.matching.joker_rules import SIZE_NAMES
from rules.rulings.cases import Condition, RulingCase
from rules.settlement.bets import Kind
from rules.settlement.payments import CardPayment, OyaKoPayment
from rules.settlement.table_terms import TableTerms
from rules.settlement.tournament import Tournament

if TYPE_CHECKING:
    from rules.ruleset import RuleSet

WINDOWS: Final = {
    "picks": ("not-drawn",),
    "racks": ("not-drawn", "drawn"),
    "discards": ("not-drawn", "drawn", "racked"),
}
"""States of the next player in which others may still call the discard, by `TableTerms.call_until`."""

Cases = dict[str, tuple[RulingCase, ...]]


def table_cases(rules: RuleSet, changed: Collection[str]) -> Cases:
    """Return the cases of each ruling that the table decides; ``changed`` names the fields that the table changed."""
    table, tournament = rules.table, rules.tournament
    made: Cases = {}
    for retold in (_jokers, _exposures, _payments, _bets, _next_east):
        made |= retold(rules, changed)
    # A house's own cases for a ruling take the place of these.
    found = {ruling: cases for ruling, cases in made.items() if f"rulings.{ruling}" not in changed}
    for decided in (_calls(table), _walls(rules), _blanks(table), _ends(table, tournament)):
        found |= decided
    return found


def _case(text: str, place: str, *, allowed: bool | None, when: tuple[Condition, ...] = ()) -> RulingCase:
    return RulingCase(when, "play-on", text, place, allowed=allowed, decided=True)


def _is(name: str, *values: str | bool) -> tuple[Condition, ...]:
    return (Condition(name, values),)


def _calls(table: TableTerms) -> Cases:
    found: Cases = {}
    if table.call_until != "source":
        window = WINDOWS[table.call_until]
        place = f"a discard may be called until the next player {table.call_until}"
        found["late-claim"] = (
            _case("{claimant} may still call the tile.", place, allowed=True, when=_is("next_player", *window)),
            _case("It is too late: the tile can no longer be called.", place, allowed=False),
        )
    if table.pick_ahead:
        text = "{player} may take the next tile ahead. It goes back to the wall when somebody calls the discard."
        ahead = (_case(text, "players may pick ahead", allowed=True),)
        found |= {"looking-ahead": ahead, "pick-out-of-turn": ahead}
    return found


_BET_OF_ALL: Final = " Each loser still pays a bettor on the winner a share, unless the table agrees otherwise."
"""What no decision on the players' payments changes where a bettor collects by `BettorRules` of the kind ``share``."""


def _walls(rules: RuleSet) -> Cases:
    found: Cases = {}
    table = rules.table
    if table.last_wall == "cold":
        place = "cold wall"
        found["last-wall-claim"] = (
            _case(
                "In the last wall a discard is called for nothing, not even mah jongg: only a picked tile wins.",
                place,
                allowed=False,
            ),
        )
    if table.last_wall == "hot" and rules.tournament is None:
        text = "{claimant} may call it for mah jongg, and {discarder} pays for everybody."
        text += _BET_OF_ALL if rules.bettors.kind == "share" else ""
        found["last-wall-claim"] = (_case(text, "hot wall", allowed=True),)
    if table.after_wall != 1:
        text = f"Nobody has won and nobody pays. A win in the very next hand pays {table.after_wall} times."
        found["wall-game"] = (_case(text, "hands after a wall game", allowed=None),)
    return found


def _blanks(table: TableTerms) -> Cases:
    if not table.blanks:
        return {}
    place = f"{table.blanks} blank tiles"
    exchange = [
        _case(
            "A joker is never taken for a blank tile: it stays where it was discarded.",
            place,
            allowed=False,
            when=_is("wanted_is_joker", True),
        )
    ]
    if not table.blanks_any_time:
        text = "{player} may take a discarded tile for a blank one only in their own turn."
        exchange.append(_case(text, place, allowed=False, when=_is("own_turn", False)))
    text = "{player} puts the blank tile down and takes the discarded one into the hand; nothing is exposed for it."
    exchange.append(_case(text, place, allowed=True))
    passed = "may" if table.blanks_passed else "may not"
    return {
        "blank-exchange": tuple(exchange),
        "blank-passed": (
            _case(f"A blank tile {passed} be passed in the Charleston.", place, allowed=table.blanks_passed),
        ),
        "blank-in-hand": (
            _case("A blank tile stands for no other: a hand that holds one is not complete.", place, allowed=False),
        ),
    }


def _ends(table: TableTerms, tournament: Tournament | None) -> Cases:
    found: Cases = {}
    if table.pie and tournament is None:
        text = (
            f"{{player}} has lost the pie of {table.pie} points and plays on without paying any more; "
            "a win is paid to {player} as ever, and is there to lose again."
        )
        found["pie-lost"] = (_case(text, f"a pie of {table.pie} points", allowed=None),)
    if tournament is not None:
        place = f"rounds of {tournament.minutes} minutes"
        up = f"The {tournament.minutes} minutes are up."
        ends = "is played to its end" if tournament.finish else "ends at once and scores as a wall game"
        found["time-up"] = (
            _case(f"{up} No new hand begins: the round is over.", place, allowed=False, when=_is("in_a_hand", False)),
            _case(f"{up} The hand that is on {ends}; no new one begins.", place, allowed=tournament.finish),
        )
        text = f"Nobody has won: each player scores {tournament.wall} points."
        found["wall-game"] = (_case(text, "tournament", allowed=None),)
        found["winner-paid"] = (_case("Points are scored on the sheet, and nobody pays.", "tournament", allowed=None),)
        bet = (_case("In a tournament nobody pays, so no bet is paid either.", "tournament", allowed=None),)
        found |= dict.fromkeys(("bettor-pays", "bettor-and-penalties", "bettor-on-east"), bet)
    return found


def _jokers(rules: RuleSet, changed: Collection[str]) -> Cases:
    found: Cases = {}
    jokers = rules.jokers
    if jokers is None:
        return found
    if "jokers.in_pairs" in changed:
        found["joker-in-pair"] = _joker_in_pair(in_pairs=jokers.in_pairs)
    if "jokers.flowers_wild" in changed:
        text, place = "A flower stands for no other tile; a joker may.", "flowers are not wild"
        if jokers.flowers_wild:
            text, place = "Flowers are wild: one stands for any tile for which a joker may.", "flowers are wild"
        found["flower-as-wild"] = (_case(text, place, allowed=jokers.flowers_wild),)
    if "jokers.discarded" in changed and jokers.discarded != "unsaid":
        may = "may" if jokers.discarded == "callable" else "may not"
        place = f"a discarded joker {may} be called"
        found["discarded-joker"] = (_case(f"A{place[1:]}.", place, allowed=jokers.discarded == "callable"),)
    if "jokers.used_spoils" in changed:
        text, place = (
            "A hand in which a joker was once used is not jokerless, even after it was replaced.",
            "used jokers",
        )
        if not jokers.used_spoils:
            text = "A hand displayed without jokers is jokerless, whatever lay there before."
        found["joker-once-used"] = (_case(text, place, allowed=not jokers.used_spoils),)
    return found


def _joker_in_pair(*, in_pairs: bool) -> tuple[RulingCase, ...]:
    if not in_pairs:
        text = "A joker stands in no pair: so the hand is not complete."
        return (_case(text, "no joker stands in a pair", allowed=False),)
    place = "a joker may stand in a pair"
    bare = "This is one of the hands the card plays without jokers: with a joker it is not complete."
    shown = "A joker may stand in a pair. If the pair was exposed, ask about an exposure put up wrongly."
    return (
        _case(bare, place, allowed=False, when=_is("no_joker_hand", True)),
        _case(shown, place, allowed=True, when=_is("exposed", True)),
        _case("A joker may stand in a pair.", place, allowed=True),
    )


def _exposures(rules: RuleSet, changed: Collection[str]) -> Cases:
    if rules.exposures is None or "exposures.smallest" not in changed:
        return {}
    smallest = SIZE_NAMES[rules.exposures.smallest]
    text = f"A discard may be called only to complete {smallest} or a larger group of like tiles, or for Mah Jongg."
    place = f"the smallest exposure is {smallest}"
    # For the last tile of the hand the source decides.
    return {"call-for-pair": (_case(text, place, allowed=False, when=_is("for_mah_jongg", False)),)}


_OYA_KO_FIGURES: Final = frozenset(
    f"payment.{name}" for name in ("discard_ko", "discard_oya", "wall_ko_from_ko", "wall_ko_from_oya", "wall_oya")
)
"""The figures that the ruling on the payment repeats; it names no limit and no minimum."""


def _payments(rules: RuleSet, changed: Collection[str]) -> Cases:
    payment = rules.payment
    if isinstance(payment, CardPayment):
        retold = any(name.startswith("payment.") for name in changed)
        thrown, picked = _card_pays(payment)
        if not payment.other and rules.bettors.kind == "share":
            thrown += _BET_OF_ALL
    else:
        retold = not _OYA_KO_FIGURES.isdisjoint(changed)
        thrown, picked = _oya_ko_pays(payment)
    if not retold:
        return {}
    place = "what a win pays"
    return {
        "winner-paid": (
            _case(thrown, place, allowed=None, when=_is("won_by", "discard")),
            _case(picked, place, allowed=None, when=_is("won_by", "self-pick")),
        )
    }


def _card_pays(payment: CardPayment) -> tuple[str, str]:
    """Return in words what a win on a discard pays, and a self-pick."""
    bonus = ""
    if payment.jokerless > 1:
        but = "" if payment.singles_and_pairs_doubled else "; a hand of singles and pairs does not"
        bonus = f" A hand without jokers pays {payment.jokerless} times that{but}."
    east = f" East pays and receives {payment.east} times as much." if payment.east > 1 else ""
    other = f"each other player {_times(payment.other)}" if payment.other else "the other players nothing"
    thrown = f"Who discarded the winning tile pays {_times(payment.discarder)}, {other}."
    picked = f"Each player pays {_times(payment.self_pick)}."
    redeemed = ""
    if payment.redeemed_joker_is_self_pick:
        redeemed = " A win by a joker redeemed after the call counts as picked."
    return thrown + (bonus if payment.jokerless_on_discard else "") + east + redeemed, picked + bonus + east


def _oya_ko_pays(payment: OyaKoPayment) -> tuple[str, str]:
    """Return in words what a win on a discard pays, and a self-pick."""
    ko, oya = _times(payment.discard_ko, "points"), _times(payment.discard_oya, "points")
    thrown = f"Who discarded the winning tile pays for all: {ko} to a KO, {oya} to OYA (East)."
    from_ko, from_oya = _times(payment.wall_ko_from_ko, "points"), _times(payment.wall_ko_from_oya, "points")
    all_pay = _times(payment.wall_oya, "points")
    return thrown, f"A KO gets {from_ko} from each KO and {from_oya} from OYA (East); OYA gets {all_pay} from everyone."


_BETS: Final[dict[Kind, tuple[str, str]]] = {
    "none": ("Nobody bets.", "Nobody bets."),
    "mirror": (
        "A bettor collects what each player pays the player bet on, and pays what the player bet on pays.",
        "A bettor pays and receives the penalties of the player bet on.",
    ),
    "share": (
        "A bettor on the winner collects the value, not doubled, from the losers together; another pays it the winner.",
        "A bettor has no part in penalties.",
    ),
}
"""What a bettor pays for a win and for a penalty, by the kind of bet."""


def _bets(rules: RuleSet, changed: Collection[str]) -> Cases:
    if "bettors.kind" not in changed:
        return {}
    pays, penalties = _BETS[rules.bettors.kind]
    place = "what a bettor pays"
    return {
        "bettor-pays": (_case(pays, place, allowed=None),),
        "bettor-and-penalties": (_case(penalties, place, allowed=None),),
    }


def _next_east(rules: RuleSet, changed: Collection[str]) -> Cases:
    rotation = rules.rotation
    ways = {"east-won": rotation.east_wins, "another-won": rotation.other_wins, "wall-game": rotation.wall}
    if not {f"rotation.{name}" for name in ("east_wins", "other_wins", "wall")} & {*changed}:
        if rules.tournament is None or rotation.wall != "stays":
            return {}
        # Where East stays, the source plays on until somebody wins; a tournament scores the wall game.
        ways = {"wall-game": rotation.wall}
    says = {"right": "The player to the right of East is East next.", "stays": "East stays East."}
    said = {ended: says[move] for ended, move in ways.items() if move in says}
    place = "who is East next"
    cases = tuple(_case(text, place, allowed=None, when=_is("ended", ended)) for ended, text in said.items())
    found: Cases = {"next-east": cases} if cases else {}
    if "rotation.wall" in changed and "wall-game" in said:
        text = f"Nobody has won and nobody pays. {said['wall-game']}"
        found["wall-game"] = (_case(text, place, allowed=None),)
    return found


def _times(times: int, what: str = "value") -> str:
    return f"the {what}" if times == 1 else f"{times} times the {what}"
