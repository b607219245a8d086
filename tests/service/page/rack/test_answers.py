"""Prove that choices on the page send the same questions as a program over HTTP, and show the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.service.page.evening import post
from tests.service.page.phone import asked_rack, by_card, chip, choose, enter, text_of
from tests.service.running_server import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Response

JAPANESE = "japanese-american-2009"
TILES = ["1B", "2B", "3B", "4B", "5B", "6B", "7B", "8B", "9B", "S", "S", "S", "4C", "4C"]
WAITING = ["2C", "2C", "2C", "3C", "3C", "3C", "3C", "4C", "4C", "4C", "4C", "F", "F"]


class Heard:
    """The answers that the page gets, each with its question."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._all: list[Response] = []
        page.on("response", lambda one: self._all.append(one))  # noqa: PLW0108 - it marks what it is given

    def answer(self, path: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the answer to the question `wanted`, once it has arrived."""

        def fits(one: Response) -> bool:
            return one.url.endswith(path) and wanted(one.request.post_data_json or {})

        there = [one for one in self._all if fits(one)]
        answer = there[-1] if there else self._page.wait_for_event("response", fits)
        found: dict[str, Any] = answer.json()
        return found


def _same(page_s: dict[str, Any], ours: dict[str, Any]) -> None:
    """Check that two questions agree in all but the discarder, whom a program may leave out."""
    assert {name: value for name, value in page_s.items() if name != "rack"} == {
        name: value for name, value in ours.items() if name != "rack"
    }


def test_a_game_without_a_card_is_judged_and_settled_as_over_http(page: Page, server: Server) -> None:
    """Seat, round, streak and winning way reach the rules as chosen on the page, and so does the payment."""
    heard = Heard(page)
    enter(page, TILES)
    by_card(page, "Japanese-American game (2009)")
    choose(page, "Who is East?", "Player 2")
    page.get_by_label("Wind of the round").select_option(label="South")
    page.get_by_label("Hands East has won in a row").select_option("1")
    choose(page, "Who won?", "Player 3")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 4")
    page.get_by_label("The winning tile was").select_option(label="the last discard")
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    question = {
        "rack": f"{' '.join(TILES[:13])} +4C<Dee",
        "ruleset": JAPANESE,
        "options": {"own_wind": "S", "table_wind": "S", "dealer": False, "streak": 1, "won_by": "last-discard"},
    }
    ours = post(server, "check", question)
    best = ours["matches"][0]
    assert ours["win"]
    assert len(best["bonuses"]) > 2, "a hand that tells seat, round and way apart"
    shown = text_of(page, "verdict", best["bonuses"][-1]["name"])
    page.locator("#money", has_text="Together").wait_for()
    _same(heard.answer("check", lambda one: one["options"] == question["options"] and "+4C" in asked_rack(one)), ours)
    for bonus in best["bonuses"]:
        assert bonus["name"] in shown
    players = [f"Player {number}" for number in range(1, 5)]
    outcome = {"kind": "win", "winner": players[2], "won_by": "discard", "discarder": players[3]}
    doubles = sum(bonus["count"] for bonus in best["bonuses"])
    paid = {"limit": best["limit"]} if best["limit"] else {"points": best["points"], "bonuses": doubles}
    settlement = post(
        server, "settle", {"ruleset": JAPANESE, "players": players, "east": players[1], "outcome": outcome | paid}
    )
    assert heard.answer("settle", lambda one: one["outcome"] == outcome | paid) == settlement
    paid_texts = [f"{one['from']} pays {one['to']}\n{one['points']:,} points" for one in settlement["transfers"]]
    page.wait_for_function(
        "texts => texts.every((one) => document.querySelector('#money').innerText.includes(one))", arg=paid_texts
    )


def test_an_unmarked_discard_asks_for_its_tile(page: Page) -> None:
    """A win on a discard says what its tile may change until the player marks it."""
    enter(page, ["1B"] * 3 + ["3B"] * 3 + ["5C"] * 3 + ["7D"] * 3 + ["9D"] * 2)
    by_card(page, "Japanese-American game (2009)")
    choose(page, "Who is East?", "Player 2")
    choose(page, "Who won?", "Player 3")
    choose(page, "How?", "From a discard")
    choose(page, "Whose discard?", "Player 4")
    note = page.locator("#verdict .reasons", has_text="Mark the tile that won")
    assert "worth 180 or more" in note.inner_text()
    chip(page, 14).click()
    page.get_by_role("button", name="The winning tile").click()
    note.wait_for(state="detached")


def test_the_seat_counts(page: Page, server: Server) -> None:
    """When another player is East, the page asks again, and the same rack has another value."""
    enter(page, TILES)
    by_card(page, "Japanese-American game (2009)")
    choose(page, "Who won?", "Player 3")
    told = []
    for east, wind in (("Player 2", "S"), ("Player 3", "E")):
        options = {"table_wind": "E", "streak": 0, "own_wind": wind, "dealer": wind == "E"}

        def of_this_seat(one: Response, options: dict[str, Any] = options) -> bool:
            return one.url.endswith("/check") and (one.request.post_data_json or {})["options"] == options

        with page.expect_response(of_this_seat) as heard:
            choose(page, "Who is East?", east)
        ours = post(server, "check", {"rack": " ".join(TILES), "ruleset": JAPANESE, "options": options})
        _same(heard.value.json(), ours)
        told.append((ours["win"], ours["reasons"], ours["matches"]))
    assert told[0] != told[1]


def test_what_a_rack_waits_for_is_what_http_says(page: Page, server: Server) -> None:
    """The page lists every waiting tile with value, number left and source, in the order of the HTTP answer."""
    heard = Heard(page)
    enter(page, WAITING)
    text_of(page, "verdict", "What it waits for")
    ours = post(
        server,
        "check",
        {"rack": " ".join(WAITING), "card": "nmjl-1976", "ruleset": "nmjl-1976", "options": {"joker_was_used": False}},
    )
    assert heard.answer("check", lambda one: asked_rack(one) == " ".join(WAITING)) == ours
    lines = page.locator("#verdict .waits li").all_inner_texts()
    assert len(lines) == len(ours["waits"]) > 1
    for line, wait in zip(lines, ours["waits"], strict=True):
        assert f"{wait['value']} points" in line
        assert f"{wait['left']} left" in line
        assert ("only if you pick it yourself" in line) == wait["self_pick_only"]


EXCHANGE = """async () => {
  const { reasonText } = await import(new URL("page/js/shared/texts.js", document.baseURI));
  return reasonText("in your turn exchange N N for J J in your own [N J J] first: then hand 6 is complete", []);
}"""


def test_the_tiles_of_an_exchange_are_named(page: Page) -> None:
    """An exchange that comes first names its tiles, winds and jokers too, as players do."""
    assert page.evaluate(EXCHANGE) == (
        "In your turn exchange 2 × North for 2 × Joker in your own North + 2 × Joker first: then the hand is complete"
    )
