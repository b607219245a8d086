"""The questions that players may ask: ids and inputs of all rulings, shared by every rule set.

A rule set's answers stand in its file (`rules/rulesets`); its source is silent on an id that the file does not answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from rules.errors import RulesError, RulingError
from rules.input.spelling import meant
from rules.settlement.seats import HOW_TO_BET, split_bet

Kind = Literal["player", "players", "bettor", "flag", "choice", "points"]


@dataclass(frozen=True, slots=True)
class RulingInput:
    """One fact that a ruling asks for.

    ``called`` stands for an unnamed player ("the declarer"). A missing flag is ``default``, a missing list is empty;
    the caller may leave out any other input as long as the answer does not depend on it. ``among``: the player must
    also be in that list; otherwise all people named in one ruling are different people, but for a player with
    ``other_if``: this one may be a player named before, unless one of these flags is true.
    """

    name: str
    kind: Kind
    help: str
    called: str = ""
    choices: tuple[str, ...] = ()
    default: bool = False
    among: str = ""
    other_if: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return name, kind, help, and the choices or the default where there are some."""
        entry: dict[str, object] = {"name": self.name, "kind": self.kind, "help": self.help}
        if self.choices:
            entry["choices"] = list(self.choices)
        if self.kind == "flag":
            entry["default"] = self.default
        return entry


@dataclass(frozen=True, slots=True)
class RulingSpec:
    """One question.

    ``offender`` is the input that names the player who erred, "" where nobody did. At least one of the lists ``needs``
    must name somebody.
    """

    id: str
    title: str
    inputs: tuple[RulingInput, ...] = ()
    offender: str = ""
    needs: tuple[str, ...] = ()

    def input(self, name: str) -> RulingInput | None:
        """Return the input of that name."""
        return next((entry for entry in self.inputs if entry.name == name), None)


def _player(name: str, text: str, called: str = "", among: str = "") -> RulingInput:
    return RulingInput(name, "player", text, called=called or f"the {name}", among=among)


def _players(name: str, text: str, called: str) -> RulingInput:
    return RulingInput(name, "players", text, called=called)


def _flag(name: str, text: str, *, default: bool = False) -> RulingInput:
    return RulingInput(name, "flag", text, default=default)


def _choice(name: str, text: str, *choices: str) -> RulingInput:
    return RulingInput(name, "choice", text, choices=choices)


def _question(ruling: str, title: str, *inputs: RulingInput, needs: tuple[str, ...] = ()) -> RulingSpec:
    return RulingSpec(ruling, title, inputs, needs=needs)


def _error(ruling: str, title: str, offender: RulingInput, *more: RulingInput) -> RulingSpec:
    """Return a question about the act of one player, whom the first input names."""
    return RulingSpec(ruling, title, (offender, *more), offender.name)


VALUE: Final = RulingInput("value", "points", "value of the hand the payment goes by")
LIMIT: Final = RulingInput("limit", "points", "the limit the table plays with, where the rule set does not fix it")
"""The figures by which a house may let any ruling pay."""

_JOKERLESS = _flag("jokerless", "the hand whose value is paid holds no joker")
_SINGLES = _flag("singles_and_pairs", "that hand stands in the section singles and pairs")

_SPECS = (
    _error(
        "mah-jongg-in-error",
        "Mah Jongg was called in error",
        _player("declarer", "who called"),
        _flag("exposed", "the declarer exposed the hand"),
        _players("threw_in", "who else exposed or threw in a hand before it was verified", "those who threw in"),
        _players("dead", "whose hands were dead before", "those whose hands were dead before"),
        VALUE,
        _JOKERLESS,
        _SINGLES,
    ),
    _error(
        "threw-in-early",
        "A hand was thrown in before the winner's hand was verified",
        _player("player", "who threw in", "the player who threw in"),
    ),
    _error(
        "false-woo",
        "Woo or Mah Jongg was called on a hand that is not complete",
        _player("declarer", "who called"),
        LIMIT,
    ),
    _error(
        "misnamed-discard",
        "A discard was named wrongly and is wanted",
        _player("miscaller", "who named the discard wrongly"),
        _player("claimant", "who wants it", "the player who wants it"),
        _choice("wanted_for", "what it is wanted for", "exposure", "mah-jongg"),
        RulingInput("value", "points", "what the hand that wants it is worth, for Mah Jongg"),
        _JOKERLESS,
        _SINGLES,
    ),
    _question(
        "wrong-tile-count",
        "A hand holds too many or too few tiles",
        _players("players", "whose hands have a wrong number of tiles", "the player with the wrong number of tiles"),
        _choice("when", "when it was noticed", "before-charleston", "before-first-discard", "after-first-discard"),
        _choice("count", "how the hand is wrong", "too-few", "too-many"),
        _flag("left_of_east", "it is only the player left of East, with twelve tiles"),
        needs=("players",),
    ),
    _error(
        "foul-hand",
        "A hand is foul: too many or too few tiles, or a wrong exposure",
        _player("player", "whose hand"),
        _choice("count", "what is wrong with it", "too-few", "too-many", "incorrect-set"),
    ),
    _error(
        "dead-hand",
        "What a player with a dead hand does and pays",
        _player("player", "whose hand is dead", "the player with the dead hand"),
    ),
    _error(
        "dead-hand-disputed",
        "A hand was called dead and its player disputes it",
        _player("caller", "who called the hand dead"),
        _player("player", "whose hand was called dead"),
        _flag("was_dead", "the hand proved to be dead"),
    ),
    _error(
        "unplayable-hand",
        "A hand can no longer be completed from the tiles that are left",
        _player("player", "whose hand"),
    ),
    _error(
        "wrong-exposure",
        "An exposure was put up wrongly",
        _player("player", "who exposed it"),
        _flag("caught_before_next_discard", "it was noticed before the next player discarded"),
        _flag("fits_another_hand", "the exposure as it lies fits some hand the player can still make"),
    ),
    _error(
        "concealed-hand-exposed",
        "A tile was called for an exposure in a hand that must be concealed",
        _player("player", "who called"),
    ),
    _error(
        "incorrect-claim",
        "A discard was called that the caller cannot use",
        _player("claimant", "who called it", "the player who called it"),
        _flag("caught_before_next_draw", "it was noticed before the next player drew"),
    ),
    _question(
        "two-claimants",
        "Several players want the same discard",
        _player("discarder", "who discarded it"),
        _players("for_mah_jongg", "who want it for Mah Jongg", "those who want it for Mah Jongg"),
        _players("for_exposure", "who want it for an exposure of like tiles", "those who want it for an exposure"),
        _players("for_chow", "who want it for a chow", "those who want it for a chow"),
        _player(
            "already_exposing",
            "who has already begun to expose it, when another calls",
            "the player already exposing it",
            among="for_exposure",
        ),
        needs=("for_mah_jongg", "for_exposure", "for_chow"),
    ),
    _question(
        "robbed-kong",
        "A tile is added to an exposed pung for a kong, and another player wants it for Mah Jongg",
        _player("player", "who adds it", "the player who adds it"),
        _player("claimant", "who wants it", "the player who wants it"),
    ),
    _error(
        "late-claim",
        "A discard is called after the game went on",
        _player("claimant", "who calls it", "the player who wants it"),
        _choice("next_player", "what the next player has done", "not-drawn", "drawn", "racked", "discarded"),
    ),
    _error(
        "claim-after-mah-jongg",
        "A discard is called after Mah Jongg was declared and exposed",
        _player("claimant", "who calls it", "the player who wants it"),
    ),
    _error(
        "call-for-pair",
        "A discard is called for a pair, a single or a group of different tiles",
        _player("claimant", "who calls it", "the player who wants it"),
        _flag("for_mah_jongg", "it is the last tile of the hand"),
    ),
    _error(
        "call-after-picking",
        "A player who has moved a tile away from the wall wants the discard after all",
        _player("claimant", "who wants it", "the player who picked"),
    ),
    _question(
        "rapid-discards",
        "Two like tiles are discarded one right after the other, and one is wanted",
        _flag("second_is_joker", "the second is a joker called by the name of the first"),
    ),
    _error(
        "discard-taken-back", "A player wants to change a discard", _player("player", "who discarded", "the discarder")
    ),
    _question(
        "discarded-joker",
        "A joker was discarded and somebody wants it",
        _player("claimant", "who wants it", "the player who wants it"),
    ),
    _question(
        "joker-exchange",
        "A player wants a joker of an exposure for a like tile",
        _player("player", "who offers the like tile"),
        RulingInput(
            "owner", "player", "whose exposure it is", "the owner", other_if=("owner_is_dead", "concealed_hand")
        ),
        _flag("own_turn", "it is that player's turn", default=True),
        _flag("owner_is_dead", "the hand the exposure belongs to is dead"),
        _flag("exposed_before_error", "the exposure was there, and right, before the error", default=True),
        _flag("concealed_hand", "the joker lies in a concealed hand shown for a Mah Jongg in error"),
    ),
    _error(
        "joker-in-pair",
        "A joker was used in a pair",
        _player("player", "who used it"),
        _flag("exposed", "the pair was exposed on the rack before Mah Jongg"),
        _flag("no_joker_hand", "the hand is one the card plays without jokers"),
    ),
    _question(
        "joker-once-used",
        "A joker that was used in the hand has been replaced: is the hand jokerless?",
        _player("player", "whose hand"),
    ),
    _error(
        "joker-passed",
        "A joker was passed in the Charleston",
        _player("player", "who passed it"),
        _flag("blind_pass", "it was passed unseen, in a blind pass"),
    ),
    _question("flower-as-wild", "A flower was used in place of another tile", _player("player", "who used it")),
    _error("blind-pass-looked", "A player looked at the tiles of a blind pass", _player("player", "who looked")),
    _question(
        "charleston-stopped",
        "A player wants no more passes of the Charleston",
        _player("player", "who wants to stop"),
        _choice("charleston", "before which passes", "first", "second", "courtesy"),
    ),
    _question(
        "short-pass",
        "A player does not have three tiles to pass",
        _player("player", "who passes"),
        _choice("pass", "in which pass", "any-other", "last-of-a-charleston", "courtesy"),
    ),
    _question("charleston-players", "Whether there is a Charleston with fewer than four players"),
    _error("looking-ahead", "A player looked at a tile of the wall too early", _player("player", "who looked")),
    _error("pick-out-of-turn", "A player picked a tile out of turn", _player("player", "who picked")),
    _error(
        "wrong-wall",
        "A player picked from the wrong wall or the wrong end",
        _player("player", "who picked"),
        _flag("discarded", "the player has since discarded"),
    ),
    _error("wrong-east", "A player took the East position wrongly", _player("player", "who took it")),
    _question(
        "next-east", "Who is East next", _choice("ended", "how the game ended", "east-won", "another-won", "wall-game")
    ),
    _question("unmixed-tiles", "The tiles were not turned face down and mixed before the game"),
    _question(
        "exposed-wall-tile", "A tile of the wall was seen", _choice("when", "when it happened", "building", "drawing")
    ),
    _question(
        "imperfect-set",
        "Tiles are found to be missing from the set",
        _flag("won", "a player has already won this deal"),
    ),
    _question("wall-game", "The wall is used up and nobody has won"),
    _question(
        "last-wall-claim",
        "A discard of the last wall is wanted for Mah Jongg",
        _player("claimant", "who wants it", "the player who wants it"),
        _player("discarder", "who discarded it"),
    ),
    _question("east-dealt-out", "East holds a complete hand before the first discard"),
    _question(
        "blank-exchange",
        "A player wants a discarded tile for a blank one",
        _player("player", "who offers the blank tile"),
        _flag("own_turn", "it is that player's turn", default=True),
        _flag("wanted_is_joker", "the discarded tile is a joker"),
    ),
    _error("blank-passed", "A blank tile was passed in the Charleston", _player("player", "who passed it")),
    _error("blank-in-hand", "A hand that is called complete holds a blank tile", _player("player", "whose hand")),
    _question("pie-lost", "A player has lost all that the pie allows", _player("player", "who has lost it")),
    _question("time-up", "The time of a round is up", _flag("in_a_hand", "a hand is being played", default=True)),
    _question("four-like-first-discards", "All four players discard the same tile in the first round"),
    _error(
        "tempai-not-declared",
        "The winning tile falls before the player has said that one tile is missing",
        _player("player", "who had not said it"),
    ),
    _question(
        "own-discard-wanted",
        "A player can win on a kind of tile that they once threw away",
        _player("player", "who wants it"),
    ),
    _question(
        "bettor-conduct",
        "A bettor showed or changed the bet, talked, or corrected",
        RulingInput("bettor", "bettor", "which bettor", called="the bettor"),
        _choice("what", "what the bettor did", "shows-bet", "changes-bet", "gives-information", "corrects-payment"),
    ),
    _question(
        "winner-paid",
        "What each player pays the winner",
        _choice("won_by", "how the winning tile came", "discard", "self-pick"),
        _JOKERLESS,
        _SINGLES,
    ),
    _question("bettor-pays", "What a bettor pays and collects"),
    _question("bettor-and-penalties", "Whether a bettor shares penalties"),
    _question("bettor-on-east", "Whether a bettor may bet on East who declares Mah Jongg before the play starts"),
)

CATALOGUE: Mapping[str, RulingSpec] = {spec.id: spec for spec in _SPECS}
"""Every ruling by its id, in the order in which a list shows them."""


def parse_inputs(ruling: str, texts: Mapping[str, str]) -> dict[str, object]:
    """Turn the texts of a command line (exposed=yes threw_in=Bea,Cat value=25) into the inputs of a ruling.

    A list of names may also be in JSON; a bettor is name:bet_on. Raises `RulingError` for an unknown ruling or a text
    of the wrong kind for its input. A name that is no input passes, for the ruling to refuse.
    """
    spec = find_spec(ruling)
    figures = {one.name: one for one in (VALUE, LIMIT)}  # a house's penalty may go by one that the ruling lacks
    found = {
        name: _from_text(spec.input(name) or figures.get(name), name, text)
        for name, text in texts.items()
        if name != "bettors"
    }
    if "bettors" in texts:
        players = _names(texts.get("players", ""), "players")
        found["bettors"] = [_bettor(part, players) for part in _names(texts["bettors"], "bettors")]
    return found


def find_spec(ruling: str, where: str = "ruling", error: type[RulesError] = RulingError) -> RulingSpec:
    """Return the question of that id; raise ``error`` (unknown-ruling) where there is none."""
    if ruling not in CATALOGUE:
        message = f"there is no ruling {ruling!r}{meant(ruling, CATALOGUE)}; there are {', '.join(CATALOGUE)}"
        raise error("unknown-ruling", message, where)
    return CATALOGUE[ruling]


LONGEST_NUMBER: Final = 12
"""Most digits of points on a command line; far more than any game needs, and few enough for int()."""

_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")


def _from_text(entry: RulingInput | None, name: str, text: str) -> object:
    if entry is None:
        return _names(text, name) if name == "players" else text
    match entry.kind:
        case "players":
            return _names(text, name)
        case "flag":
            if text.lower() not in _TRUE + _FALSE:
                raise RulingError("wrong-type", f"must be true or false, not {text!r}", name)
            return text.lower() in _TRUE
        case "points":
            if not text.strip().isdecimal() or len(text) > LONGEST_NUMBER:
                message = f"must be a whole number above zero, of at most {LONGEST_NUMBER} digits, not {text!r}"
                raise RulingError("wrong-type", message, name)
            return int(text)
        case _:
            return text


def _names(text: str, where: str) -> list[str]:
    """Return the names of `Cat, Dee`, or of a list as JSON writes it, with or without the quotes that a shell takes."""
    if not text.startswith("["):
        return [name for part in text.split(",") if (name := part.strip())]
    with suppress(ValueError, RecursionError):
        listed = json.loads(text)
        if all(isinstance(name, str) for name in listed):
            return [name.strip() for name in listed if name.strip()]
    names = [part.strip().strip("\"'") for part in text[1:-1].split(",")]
    if not text.endswith("]") or any('"' in name for name in names):
        raise RulingError("wrong-type", f"must be names with commas, as in Cat,Dee, not {text!r}", where)
    return list(filter(None, names))


def _bettor(text: str, players: Sequence[str]) -> dict[str, str]:
    name, backed = split_bet(text, players)
    if not name:
        raise RulingError("bad-bettor", HOW_TO_BET, "bettors")
    return {"name": name, "bet_on": backed}
