"""The settle command refuses faulty input and names the field."""

import copy
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import OutcomeError, RulesError
from rules.ruleset import list_rulesets, load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

GAME: dict[str, object] = {
    "id": "g1",
    "ruleset": "nmjl-1976",
    "players": ["Ann", "Bea", "Cat", "Dee"],
    "east": "Ann",
    "bettors": [{"name": "Eve", "bet_on": "Ann"}],
    "outcome": {
        "kind": "win",
        "winner": "Ann",
        "won_by": "discard",
        "discarder": "Bea",
        "value": 25,
        "jokerless": False,
        "singles_and_pairs": False,
        "redeemed_joker": False,
    },
}
WIN = GAME["outcome"]
assert isinstance(WIN, dict)
MISNAMED = {"kind": "misnamed", "miscaller": "Cat", "claimant": "Bea", "value": 25}
ERROR = {"kind": "error", "ruling": "mah-jongg-in-error", "declarer": "Ann", "exposed": True}


def outcome(base: Mapping[str, object], drop: tuple[str, ...] = (), **changes: object) -> dict[str, object]:
    """Return the game with a changed outcome."""
    return {**GAME, "outcome": {k: v for k, v in {**base, **changes}.items() if k not in drop}}


def bettors(*rows: object) -> dict[str, object]:
    """Return the game with other bettors."""
    return {**GAME, "bettors": list(rows)}


REFUSED = [
    # missing and misplaced parts
    pytest.param({k: v for k, v in GAME.items() if k != "players"}, "players", "missing-field", id="no players"),
    pytest.param({k: v for k, v in GAME.items() if k != "outcome"}, "outcome", "missing-field", id="no outcome"),
    pytest.param({**GAME, "outcome": "win"}, "outcome", "wrong-type", id="outcome is text"),
    pytest.param({**GAME, "outcome": {}}, "outcome.kind", "missing-field", id="no kind"),
    pytest.param(outcome(WIN, kind="draw"), "outcome.kind", "unknown-choice", id="unknown kind"),
    pytest.param(outcome(WIN, ("winner",)), "outcome.winner", "missing-field", id="no winner"),
    pytest.param(outcome(WIN, ("won_by",)), "outcome.won_by", "missing-field", id="no won_by"),
    pytest.param(outcome(WIN, won_by="luck"), "outcome.won_by", "unknown-choice", id="unknown won_by"),
    pytest.param(outcome(WIN, ("value",)), "outcome.value", "missing-field", id="no value"),
    pytest.param(outcome(MISNAMED, ("value",)), "outcome.value", "missing-field", id="misnamed without value"),
    pytest.param(outcome(MISNAMED, ("claimant",)), "outcome.claimant", "missing-field", id="misnamed, no claimant"),
    pytest.param(outcome(ERROR, ("ruling",)), "outcome.ruling", "missing-field", id="error without ruling"),
    pytest.param(outcome(ERROR, ruling="bad-luck"), "outcome.ruling", "unknown-ruling", id="unknown ruling"),
    pytest.param(outcome(ERROR, ("declarer",)), "outcome.declarer", "missing-field", id="ruling without declarer"),
    pytest.param(
        outcome(ERROR, threw_in=["Bea", "Cat"]), "outcome.value", "missing-field", id="payment without a value"
    ),
    # unknown names
    pytest.param({**GAME, "player": "Ann"}, "player", "unknown-field", id="unknown field"),
    pytest.param(outcome(WIN, valeu=25), "outcome.valeu", "unknown-field", id="misspelt field"),
    pytest.param(outcome({"kind": "wall"}, winner="Ann"), "outcome.winner", "unknown-field", id="wall with a winner"),
    pytest.param(outcome(ERROR, looked=True), "outcome.looked", "unknown-field", id="unknown input"),
    pytest.param(
        bettors({"name": "Eve", "bet_on": "Ann", "stake": 2}), "bettors[0].stake", "unknown-field", id="bettor field"
    ),
    # people
    pytest.param({**GAME, "players": "Ann"}, "players", "wrong-type", id="players is text"),
    pytest.param({**GAME, "players": ["Ann", 2]}, "players[1]", "wrong-type", id="a number plays"),
    pytest.param({**GAME, "players": ["Ann", " "]}, "players[1]", "blank", id="a blank plays"),
    pytest.param({**GAME, "players": ["Ann", "Bea", "Ann"]}, "players[2]", "duplicate-name", id="two Anns"),
    pytest.param(
        {**GAME, "players": ["Ann", "Bea", "Cat", "ANN"]},
        "players[3]",
        "duplicate-name",
        id="ANN plays too",
    ),
    pytest.param(
        {**GAME, "players": ["Zoé", "Bea", "Zoe\u0301", "Dee"]}, "players[2]", "duplicate-name", id="two Zoés"
    ),
    pytest.param({**GAME, "players": ["Ann"], "bettors": []}, "players", "wrong-number", id="one player"),
    pytest.param(
        {**GAME, "players": ["Ann", "Bea", "Cat", "Dee", "Fay"]}, "players", "wrong-number", id="five players"
    ),
    pytest.param({**GAME, "players": []}, "players", "wrong-number", id="nobody plays"),
    pytest.param({**GAME, "east": "Zoe"}, "east", "unknown-name", id="East is nobody"),
    pytest.param(outcome(WIN, winner="Zoe"), "outcome.winner", "unknown-name", id="winner is nobody"),
    pytest.param(outcome(WIN, winner="Eve"), "outcome.winner", "unknown-name", id="a bettor wins"),
    pytest.param(outcome(WIN, discarder="Zoe"), "outcome.discarder", "unknown-name", id="discarder is nobody"),
    pytest.param(outcome(WIN, dead=["Zoe"]), "outcome.dead[0]", "unknown-name", id="dead hand of nobody"),
    pytest.param(outcome(MISNAMED, miscaller="Zoe"), "outcome.miscaller", "unknown-name", id="miscaller is nobody"),
    pytest.param(outcome(ERROR, declarer="Zoe"), "outcome.declarer", "unknown-name", id="declarer is nobody"),
    pytest.param(outcome(ERROR, threw_in=["Zoe"]), "outcome.threw_in", "unknown-name", id="nobody threw in"),
    # bettors
    pytest.param(bettors("Eve"), "bettors[0]", "wrong-type", id="bettor is text"),
    pytest.param(bettors({"name": "Eve"}), "bettors[0].bet_on", "missing-field", id="no bet"),
    pytest.param(
        bettors({"name": "Eve", "bet_on": "Zoe"}), "bettors[0].bet_on", "unknown-name", id="bet on a non-player"
    ),
    pytest.param(
        bettors({"name": "Eve", "bet_on": "Ann"}, {"name": "Fay", "bet_on": "Eve"}),
        "bettors[1].bet_on",
        "unknown-name",
        id="bet on a bettor",
    ),
    pytest.param(
        bettors({"name": "Bea", "bet_on": "Ann"}), "bettors[0].name", "contradiction", id="a bettor who plays"
    ),
    pytest.param(
        bettors({"name": "Eve", "bet_on": "Ann"}, {"name": "Eve", "bet_on": "Bea"}),
        "bettors[1].name",
        "duplicate-name",
        id="two Eves",
    ),
    pytest.param(
        bettors(*({"name": name, "bet_on": "Ann"} for name in ("Eve", "Fay", "Gil"))),
        "bettors",
        "wrong-number",
        id="three bettors",
    ),
    pytest.param({**GAME, "players": ["Ann", "Bea", "Cat"]}, "bettors", "wrong-number", id="bettor, three players"),
    pytest.param(
        bettors({"name": "bea", "bet_on": "Ann"}),
        "bettors[0].name",
        "contradiction",
        id="bea, who plays, bets",
    ),
    pytest.param(
        bettors({"name": "Eve", "bet_on": "Ann"}, {"name": "EVE", "bet_on": "Bea"}),
        "bettors[1].name",
        "duplicate-name",
        id="Eve in capitals bets too",
    ),
    # contradictions
    pytest.param(outcome(WIN, ("discarder",)), "outcome.discarder", "contradiction", id="discard by nobody"),
    pytest.param(outcome(WIN, discarder=None), "outcome.discarder", "contradiction", id="discarder null"),
    pytest.param(outcome(WIN, discarder="Ann"), "outcome.discarder", "contradiction", id="own discard"),
    pytest.param(outcome(WIN, won_by="self-pick"), "outcome.discarder", "contradiction", id="picked and discarded"),
    pytest.param(outcome(WIN, dead=["Bea", "Ann"]), "outcome.winner", "contradiction", id="a winner who is dead"),
    pytest.param(outcome(MISNAMED, claimant="Cat"), "outcome.claimant", "contradiction", id="own misnamed discard"),
    pytest.param(outcome(ERROR, threw_in=["Ann"]), "outcome.threw_in", "contradiction", id="the declarer threw in"),
    pytest.param(outcome(WIN, dead=["Bea", "Bea"]), "outcome.dead[1]", "duplicate-name", id="dead twice"),
    pytest.param({**GAME, "ruleset": "hoyle-league"}, "ruleset", "contradiction", id="another rule set in use"),
    pytest.param(outcome(WIN, points=30), "outcome.points", "contradiction", id="points beside a value"),
    pytest.param(outcome(WIN, limit=True), "outcome.limit", "contradiction", id="limit beside a value"),
    pytest.param(outcome(WIN, points=30, limit=True), "outcome.limit", "contradiction", id="points and a limit"),
    # wrong types
    pytest.param(outcome(WIN, value=0), "outcome.value", "out-of-range", id="value zero"),
    pytest.param(outcome(WIN, value=-25), "outcome.value", "out-of-range", id="value negative"),
    pytest.param(outcome(WIN, value=10**30), "outcome.value", "out-of-range", id="value beyond reason"),
    pytest.param(outcome(WIN, value=25.0), "outcome.value", "wrong-type", id="value not whole"),
    pytest.param(outcome(WIN, value="25"), "outcome.value", "wrong-type", id="value is text"),
    pytest.param(outcome(WIN, value=True), "outcome.value", "wrong-type", id="value is true"),
    pytest.param(outcome(WIN, jokerless="no"), "outcome.jokerless", "wrong-type", id="jokerless is text"),
    pytest.param(outcome(WIN, jokerless=1), "outcome.jokerless", "wrong-type", id="jokerless is 1"),
    pytest.param(outcome(WIN, limit="most"), "outcome.limit", "wrong-type", id="unknown limit"),
    pytest.param(outcome(MISNAMED, value=-1), "outcome.value", "out-of-range", id="misnamed, negative"),
    pytest.param(outcome(ERROR, value=0), "outcome.value", "out-of-range", id="ruling, zero"),
    pytest.param(outcome(ERROR, exposed="yes"), "outcome.exposed", "wrong-type", id="ruling, flag is text"),
    pytest.param({**GAME, "id": 1.5}, "id", "wrong-type", id="id is a fraction"),
]


@pytest.mark.parametrize(("game", "where", "code"), REFUSED)
def test_refused_with_one_error_naming_the_field(game: dict[str, object], where: str, code: str) -> None:
    """Every fault raises one OutcomeError with the field's name, a code and words."""
    before = copy.deepcopy(game)
    with pytest.raises(OutcomeError) as caught:
        settle(parse_outcome(game), load_ruleset("nmjl-1976"))
    assert (caught.value.where, caught.value.code) == (where, code)
    assert len(caught.value.message) > 10
    assert game == before


def test_the_whole_form_of_the_contract_is_accepted() -> None:
    """The contract's example with all its fields is accepted, and the id comes back."""
    assert settle(parse_outcome(GAME), load_ruleset("nmjl-1976")).to_json()["id"] == "g1"


@pytest.mark.parametrize("field", ["id", "ruleset", "east", "bettors"])
def test_null_is_the_same_as_left_out(field: str) -> None:
    """A field with null counts as missing, because forms send null for empty fields."""
    rules = load_ruleset("nmjl-1976")
    left_out = {k: v for k, v in GAME.items() if k != field}
    assert settle(parse_outcome({**GAME, field: None}), rules) == settle(parse_outcome(left_out), rules)


def test_names_lose_the_blanks_around_them() -> None:
    """A name typed with blanks around it is the same person."""
    game = {**GAME, "players": [" Ann", "Bea ", "Cat", "Dee"]}
    assert settle(parse_outcome(game), load_ruleset("nmjl-1976")).net["Ann"] == 100


def test_not_an_object() -> None:
    """A list, a text or a number is refused as an outcome."""
    things: tuple[object, ...] = ([], "wall", 3, None)
    for thing in things:
        with pytest.raises(OutcomeError) as caught:
            parse_outcome(thing)  # type: ignore[arg-type]
        assert caught.value.code == "wrong-type"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["Ann", "Bea", "Cat"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
changed_games = st.builds(
    lambda base, top, below: {**GAME, **top, "outcome": {**base, **below}},
    st.sampled_from([WIN, MISNAMED, ERROR, {"kind": "wall"}]),
    st.dictionaries(st.sampled_from([*GAME]), json_values, max_size=2),
    st.dictionaries(st.sampled_from([*WIN, *MISNAMED, *ERROR, "points", "bonuses", "limit", "dead"]), json_values),
)


@given(changed_games, st.sampled_from(list_rulesets()))
def test_whatever_comes_is_settled_to_zero_or_refused(game: dict[str, object], ruleset: str) -> None:
    """Any input raises the promised error, or settles to a sum of zero over everybody."""
    fault: RulesError | None = None
    try:
        result = settle(parse_outcome({**game, "ruleset": None}), load_ruleset(ruleset))
    except RulesError as error:
        fault = error
    else:
        assert sum(result.net.values()) == 0
    if fault is not None:
        assert fault.code
        assert fault.where


def test_the_order_of_turns_names_no_east() -> None:
    """The error for missing players asks for them in the order of turns, and says that `east` names East."""
    with pytest.raises(OutcomeError) as caught:
        parse_outcome({key: value for key, value in GAME.items() if key != "players"})
    assert "in the order of turns; east says who of them is East" in caught.value.message
    assert parse_outcome({key: value for key, value in GAME.items() if key != "east"}).seats.east is None
