"""Invariants of every settlement of every rule set."""

import json

from hypothesis import given
from hypothesis import strategies as st

from rules.ruleset import RuleSet, list_rulesets, load_ruleset
from rules.settlement.outcome import parse_outcome
from rules.settling import settle

RULESETS = {name: load_ruleset(name) for name in list_rulesets()}
PLAYERS = ("Ann", "Bea", "Cat", "Dee")
BETTORS = ("Eve", "Fay")


@st.composite
def games(draw: st.DrawFn) -> tuple[RuleSet, dict[str, object]]:
    """Draw a valid game of some rule set: win, wall, misnamed discard or Mah Jongg in error, and bets."""
    rules = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    first, second, *rest = draw(st.permutations(PLAYERS))
    counts_points = rules.card is None and rules.jokers is None
    value = draw(st.integers(1, 500))
    facts = {name: draw(st.booleans()) for name in ("jokerless", "singles_and_pairs", "redeemed_joker")}
    if counts_points:
        score: dict[str, object] = draw(
            st.sampled_from([{"limit": True}, {"points": 20 + value, "bonuses": 1 + value % 6}])
        )
    else:
        score = {"value": value, **facts}
    outcome: dict[str, object] = draw(
        st.sampled_from(
            [
                {"kind": "wall"},
                {"kind": "win", "winner": first, "won_by": "self-pick", **score},
                {"kind": "win", "winner": first, "won_by": "discard", "discarder": second, "dead": rest[:1], **score},
                {"kind": "misnamed", "miscaller": first, "claimant": second, "value": value},
                *(
                    {
                        "kind": "error",
                        "ruling": "mah-jongg-in-error",
                        "declarer": first,
                        "exposed": facts["jokerless"],
                        "threw_in": threw_in,
                        "value": value,
                    }
                    for threw_in in ([], [second], rest, [second, *rest])
                ),
            ]
        )
    )
    bets = draw(st.dictionaries(st.sampled_from(BETTORS), st.sampled_from(PLAYERS))) if rules.bettors.most else {}
    return rules, {
        "players": list(PLAYERS),
        "east": draw(st.sampled_from(PLAYERS)),
        "bettors": [{"name": name, "bet_on": backed} for name, backed in bets.items()],
        "outcome": outcome,
    }


@given(games())
def test_transfers_sum_to_zero_over_everybody(game: tuple[RuleSet, dict[str, object]]) -> None:
    """Transfers neither make nor lose points, and the net holds everybody's sum of transfers."""
    rules, given_game = game
    answer = settle(parse_outcome(given_game), rules)
    names = {*PLAYERS} | {bettor.name for bettor in parse_outcome(given_game).seats.bettors}
    assert set(answer.net) == names
    assert sum(answer.net.values()) == 0
    for name in names:
        received = sum(t.points for t in answer.transfers if t.payee == name)
        assert answer.net[name] == received - sum(t.points for t in answer.transfers if t.payer == name)


@given(games())
def test_bettors_never_settle_with_each_other(game: tuple[RuleSet, dict[str, object]]) -> None:
    """Each bet moves the same points with or without the other bettor, because bettors settle separately."""
    rules, given_game = game
    answer = settle(parse_outcome(given_game), rules)
    assert all({t.payer, t.payee} != set(BETTORS) for t in answer.transfers)
    bettors = given_game["bettors"]
    assert isinstance(bettors, list)
    for bettor in bettors:
        alone = settle(parse_outcome({**given_game, "bettors": [bettor]}), rules)
        assert alone.net[bettor["name"]] == answer.net[bettor["name"]]


@given(games(), st.permutations([0, 1, 2, 3]))
def test_the_order_of_seats_changes_no_payment(game: tuple[RuleSet, dict[str, object]], order: list[int]) -> None:
    """The order of seats matters only through East."""
    rules, given_game = game
    reseated = {**given_game, "players": [PLAYERS[index] for index in order]}
    assert settle(parse_outcome(reseated), rules).net == settle(parse_outcome(given_game), rules).net


@given(games())
def test_the_answer_is_plain_json_with_the_promised_fields(game: tuple[RuleSet, dict[str, object]]) -> None:
    """The document survives JSON unchanged and cites the rule set's own source."""
    rules, given_game = game
    answer = settle(parse_outcome(given_game), rules).to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert list(answer)[:5] == ["id", "transfers", "net", "sheet", "source"]
    assert str(answer["source"]).startswith(rules.document)
    assert (answer["sheet"] is not None) == (rules.id == "modern-american")
