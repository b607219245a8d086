"""Test a table's own rules on the page: decide, play by them, import, and two phones that decide at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.service.page.axe import faults_of
from tests.service.page.evening import ask_who_pays_a_misnamed_discard, begin, entries, judge_rack, open_game, post
from tests.service.page.held_requests import HeldRequests
from tests.service.page.phone import CONTRAST, NAMELESS, RACK, SIDEWAYS, TWICE, choose, enter, text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.service.running_server import Server

BLANK_PASSED = "A blank tile was passed in the Charleston"
"""A ruling that only tables with blank tiles have."""


def table(page: Page, server: Server, name: str) -> dict[str, Any]:
    """Return the server's stored table."""
    found: dict[str, Any] = page.request.get(f"{server.address}api/v1/tables/{name}").json()
    return found


def our_table(page: Page) -> Locator:
    """Return the part of the page with the tables."""
    page.get_by_role("link", name="Cards", exact=True).click()
    part = page.locator("#our-table")
    part.get_by_role("heading", name="Our table").wait_for()
    return part


def set_up(page: Page, title: str) -> Locator:
    """Set up a table, which opens; return the part of the page with the tables."""
    part = our_table(page)
    part.get_by_label("Name of the table").fill(title)
    part.get_by_role("button", name="Set up a table").click()
    part.get_by_role("heading", name=title).wait_for()
    return part


def test_a_tournament_begins_and_ends_whatever_was_decided_before(page: Page, server: Server) -> None:
    """A tournament takes the place of the payments until it ends, and a figure of its own does not keep it on."""
    part = set_up(page, "Sunday table")
    tournament = part.locator("[data-key='option-tournament.on']")
    part.locator("[data-key='option-payment.east']").fill("2")
    part.locator("[data-key='option-payment.east']").press("Tab")
    part.get_by_text("East pays and receives 2 times").wait_for()
    tournament.click()
    part.locator("[data-key='option-payment.east']").wait_for(state="detached")
    assert not table(page, server, "sunday-table")["says_more"]
    part.locator("[data-key='option-tournament.wall']").fill("7")
    part.locator("[data-key='option-tournament.wall']").press("Tab")
    part.locator(".changed", has_text="After a wall game").wait_for()
    tournament.click()
    part.get_by_text("East pays and receives 2 times").wait_for()
    found = table(page, server, "sunday-table")
    assert (found["decided"], found["says_more"]) == ({"payment.east": 2}, False)


def test_comments_of_a_tables_file_stay_in_it(page: Page, server: Server) -> None:
    """A table keeps what somebody wrote in its file when the page changes a decision."""
    part = set_up(page, "Noted table")
    kept = table(page, server, "noted-table")
    changed = page.request.put(
        f"{server.address}api/v1/tables/noted-table",
        data=kept["text"].replace("title", "# agreed in May\ntitle", 1),
        headers={"Content-Type": "text/plain", "If-Match": kept["version"]},
    )
    assert changed.ok, changed.text()
    page.reload()
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("button", name="As usual: A joker may stand in a pair").wait_for()
    assert table(page, server, "noted-table")["text"].startswith("# agreed in May\n")


def test_a_table_decides_and_is_played_by(page: Page, server: Server, tmp_path: Path) -> None:
    """Each change is saved at once and the usual option is marked; the rules judge, and a file restores them."""
    part = set_up(page, "Friday table")
    # Click, not `check`: the box shows the saved state, so it changes with the answer.
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("button", name="As usual: A joker may stand in a pair").wait_for()
    part.locator("[data-key='option-payment.east']").fill("2")
    part.locator("[data-key='option-payment.east']").press("Tab")
    part.get_by_text("East pays and receives 2 times").wait_for()
    part.get_by_label("The last wall").select_option("hot")
    part.locator(".changed", has_text="The last wall").wait_for()
    decided = {"jokers.in_pairs": True, "payment.east": 2, "table.last_wall": "hot"}
    assert table(page, server, "friday-table")["decided"] == decided
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 780})
        assert not page.evaluate(SIDEWAYS)
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(CONTRAST) == []
    assert faults_of(page) == []
    part.get_by_role("button", name="As usual: A joker may stand in a pair").click()
    part.locator("[data-key='item-jokers.in_pairs']:not(.changed)").wait_for()
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("button", name="Play by it: Friday table").click()
    part.locator("[data-key=table-play-friday-table][aria-pressed=true]").wait_for()
    with page.expect_download() as download:
        part.get_by_role("button", name="Save as a file: Friday table").click()
    saved = tmp_path / "friday.toml"
    download.value.save_as(saved)
    part.get_by_role("button", name="Delete: Friday table").click()
    part.get_by_text("Friday table was deleted.").wait_for()
    part.get_by_role("button", name="Undo").click()
    part.locator("[data-key=table-friday-table]").wait_for()
    # An imported table whose name is taken gets another name.
    page.locator("#card-file").set_input_files(saved)
    part.get_by_text("Friday table has come over and is kept.").wait_for()
    assert table(page, server, "friday-table-2")["decided"] == {"payment.east": 2, "table.last_wall": "hot"}


def test_a_table_that_comes_over_beside_an_open_one_is_told(page: Page, server: Server) -> None:
    """A file opened while a table is on view leaves it there, and the page says that the other has come over."""
    part = set_up(page, "Open table")
    text = (
        table(page, server, "open-table")["text"].replace("Open table", "Their table").replace("open-table", "theirs")
    )
    page.set_input_files("#card-file", {"name": "theirs.toml", "mimeType": "text/plain", "buffer": text.encode()})
    part.get_by_text("Their table has come over and is kept.").wait_for()
    assert part.get_by_role("heading", name="Open table").is_visible()


def test_a_table_keeps_the_last_name_it_was_given(page: Page, server: Server) -> None:
    """A name taken back while its request is on its way is taken back; an emptied field shows the saved name again."""
    part = set_up(page, "First name")
    field = part.locator("[data-key=table-title]")
    held = HeldRequests(page, "**/api/v1/tables/first-name")
    for name in ("Second name", "First name"):
        field.fill(name)
        field.press("Tab")
    for number in (0, 1):
        held.wait(number + 1)
        held.answer(number)
    held.release()
    part.locator("#our-table-title", has_text="First name").wait_for()
    assert table(page, server, "first-name")["title"] == "First name"
    field.fill("")
    field.press("Tab")
    page.wait_for_function("document.querySelector('[data-key=table-title]').value === 'First name'")
    assert part.get_by_role("alert").count() == 0


def test_card_and_table_chosen_to_play_by_are_played_by(browser: Browser, server: Server) -> None:
    """On a phone that has chosen nothing yet, "Play by it" of a table and of a card holds everywhere, also later."""
    context = browser.new_context(card_chosen=False, viewport={"width": 390, "height": 844})  # type: ignore[call-arg]
    page = context.new_page()
    page.goto(server.address)
    part = our_table(page)
    part.get_by_label("Name of the table").fill("Thursday table")
    part.get_by_role("button", name="Set up a table").click()
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("button", name="Play by it: Thursday table").click()
    part.get_by_role("button", name="Playing: Thursday table").wait_for()
    page.reload()
    page.get_by_role("link", name="Scan", exact=True).click()
    page.get_by_role("button", name="Try it with an example").click()
    page.get_by_text("The example is judged by").wait_for()
    page.get_by_role("link", name="Cards", exact=True).click()
    playing = page.locator("main[data-view=cards] [aria-pressed=true]")
    playing.first.wait_for()
    assert playing.evaluate_all("all => all.map((one) => one.ariaLabel)") == ["Playing: Thursday table"]
    page.get_by_role("button", name="Play by it: Hoyle's typical list").click()
    page.get_by_role("button", name="Playing: Hoyle's typical list").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    page.get_by_role("button", name="Start over").click()
    page.reload()
    enter(page, RACK)
    page.locator("#card-in-use", has_text="You play by").get_by_text("Hoyle's typical list").wait_for()
    page.locator("#card-in-use").get_by_text("Rules: Thursday table").wait_for()
    page.get_by_role("link", name="Book").click()
    page.locator("[data-key=new-rules]").wait_for()
    chosen = page.locator("#book-start select").evaluate_all("all => all.map((one) => one.selectedOptions[0].text)")
    assert chosen == ["Thursday table", "Hoyle's typical list"]
    context.close()


def test_a_table_deleted_beside_the_example_is_played_by_no_more(page: Page) -> None:
    """A table that is deleted while the example is on view does not come back with the player's own rack."""
    part = set_up(page, "Short table")
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("button", name="Play by it: Short table").click()
    part.get_by_role("button", name="Playing: Short table").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    page.get_by_role("button", name="Try it with an example").click()
    text_of(page, "card-in-use", "The example is judged by")
    page.get_by_role("link", name="Cards", exact=True).click()
    part.get_by_role("button", name="Delete: Short table").click()
    part.get_by_text("Short table was deleted.").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    page.get_by_role("button", name="Start over").click()
    enter(page, RACK)
    text_of(page, "verdict", "Mah jongg: 20 points")
    page.locator("#card-in-use", has_text="You play by", has_not_text="Short table").wait_for()


def test_east_is_said_in_the_book_where_only_it_knows(page: Page, server: Server) -> None:
    """Beside the rack of an open game nobody can say who is East, so the page leads to the book."""
    part = our_table(page)
    part.get_by_label("Name of the table").fill("East twice")
    part.get_by_role("button", name="Set up a table").click()
    part.locator("[data-key='option-payment.east']").fill("2")
    part.locator("[data-key='option-payment.east']").press("Tab")
    # The game plays by the table as it is when it begins.
    part.locator("[data-key='item-payment.east'].changed").wait_for()
    game = begin(server, title="Doubled", ruleset="east-twice", card="practice")
    win = {"winner": "Ann", "won_by": "self-pick", "value": 25}
    post(server, f"games/{game}/entries", {"kind": "win", "based_on": 0, "outcome": win})
    page.get_by_role("link", name="Book").click()
    open_game(page, game)
    page.get_by_role("button", name="Scan a winning rack").click()
    page.get_by_role("button", name="Try it with an example").click()
    choose(page, "Who won?", "Bea")
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "Say in the book who is East.")
    page.get_by_role("link", name="Book").click()
    page.get_by_role("button", name="East stays after winning or a wall game").click()
    page.locator("[data-key=east-Ann]").click()
    text_of(page, "book-table", "Ann is East")
    page.get_by_role("link", name="Scan").click()
    assert "Ann pays Bea\n100 points" in text_of(page, "money", "Together")


def test_a_number_that_is_none_changes_nothing(page: Page, server: Server) -> None:
    """A number with a comma is refused in words; an emptied field takes the usual number."""
    part = set_up(page, "With a comma")
    field = part.locator("[data-key='option-payment.other']")
    for typed, said in (("2", "Usual: "), ("1,5", "Must be a whole number, not the text '1,5'.")):
        field.fill(typed)
        field.press("Tab")
        part.get_by_text(said).first.wait_for()
        assert table(page, server, "with-a-comma")["decided"] == {"payment.other": 2}
    field.fill("")
    field.press("Tab")
    part.locator("[data-key='item-payment.other']:not(.changed)").wait_for()
    assert table(page, server, "with-a-comma")["decided"] == {}


def test_two_phones_decide_at_once(page: Page, server: Server) -> None:
    """A change made from an outdated state is not saved: the page shows the table as it is, says so and goes on."""
    part = set_up(page, "Two phones")
    part.get_by_label("A joker may stand in a pair").click()
    part.locator("[data-key='item-jokers.in_pairs'].changed").wait_for()
    kept = table(page, server, "two-phones")
    other = {"id": "two-phones", "title": "Two phones", "parent": kept["parent"], "decided": {"payment.self_pick": 4}}
    page.request.put(f"{server.address}api/v1/tables/two-phones", data={"table": other})
    part.get_by_label("Players may pick their next tile ahead").click()
    part.get_by_text("Somebody has changed Two phones meanwhile.").wait_for()
    part.get_by_text("After a self-pick everybody pays 4 times the value").wait_for()
    assert not part.get_by_label("Players may pick their next tile ahead").is_checked()
    part.get_by_label("Players may pick their next tile ahead").click()
    part.locator("[data-key='item-table.pick_ahead'].changed").wait_for()
    assert table(page, server, "two-phones")["decided"] == {"payment.self_pick": 4, "table.pick_ahead": True}


def test_a_table_that_another_phone_changed_is_not_deleted(page: Page, server: Server) -> None:
    """The list says that somebody has changed the table; deleted once more, after a look, it goes."""
    part = set_up(page, "Looked at")
    part.get_by_role("button", name="All cards and tables").click()
    kept = table(page, server, "looked-at")
    other = {"id": "looked-at", "title": "Looked at", "parent": kept["parent"], "decided": {"payment.self_pick": 4}}
    page.request.put(f"{server.address}api/v1/tables/looked-at", data={"table": other})
    part.get_by_role("button", name="Delete: Looked at").click()
    part.get_by_text("Looked at was not deleted: somebody has changed it meanwhile.").wait_for()
    assert table(page, server, "looked-at")["decided"] == {"payment.self_pick": 4}
    part.get_by_role("button", name="Delete: Looked at").click()
    part.get_by_text("Looked at was deleted.").wait_for()


def test_a_table_deleted_on_another_phone_is_told_and_can_come_back(page: Page, server: Server) -> None:
    """A change of a table that is gone leads back to the list, which says so; its undo brings back what was saved."""
    part = set_up(page, "Gone table")
    part.get_by_label("A joker may stand in a pair").click()
    part.get_by_role("button", name="As usual: A joker may stand in a pair").wait_for()
    kept = table(page, server, "gone-table")
    page.request.delete(f"{server.address}api/v1/tables/gone-table", headers={"If-Match": f'"{kept["version"]}"'})
    part.get_by_label("The last wall").select_option("hot")
    part.get_by_text("Somebody has deleted Gone table meanwhile. Your last change was not kept.").wait_for()
    part.get_by_role("heading", name="Our table").wait_for()
    assert part.get_by_role("alert").count() == 0
    assert page.evaluate("document.activeElement.id") == "our-table-title"
    part.get_by_role("button", name="Undo").click()
    part.get_by_role("button", name="Change: Gone table").wait_for()
    assert table(page, server, "gone-table")["decided"] == kept["decided"]


def test_a_table_deleted_elsewhere_closes_while_a_field_has_the_focus(page: Page, server: Server) -> None:
    """The player types into another field when the page hears of it: the list says so, and what was typed goes."""
    part = set_up(page, "Gone while typing")
    held = HeldRequests(page, "**/api/v1/tables/gone-while-typing")
    part.get_by_label("Players may pick their next tile ahead").click()
    held.wait()
    part.locator("[data-key='option-payment.other']").press_sequentially("3")
    page.request.delete(f"{server.address}api/v1/tables/gone-while-typing")
    held.answer(0)
    held.release()
    part.get_by_text("Somebody has deleted Gone while typing").wait_for()


def test_an_open_table_comes_back_from_a_reload_as_it_is_now(page: Page, server: Server) -> None:
    """A reload shows what another phone has changed or deleted; a table that is left before its answer stays closed."""
    part = set_up(page, "Reloaded table")
    address = f"{server.address}api/v1/tables/reloaded-table"
    kept = table(page, server, "reloaded-table")
    other = {"id": kept["id"], "title": kept["title"], "parent": kept["parent"], "decided": {"payment.self_pick": 4}}
    assert page.request.put(address, data={"table": other}).ok
    page.reload()
    part.locator("[data-key='item-payment.self_pick'].changed").wait_for()
    held = HeldRequests(page, "**/api/v1/tables/reloaded-table")
    page.reload()
    held.wait()
    part.get_by_role("button", name="All cards and tables").click()
    part.get_by_role("heading", name="Our table").wait_for()
    held.answer(0)
    assert part.get_by_role("heading", name="Our table").is_visible()
    held.release()
    part.get_by_role("button", name="Change: Reloaded table").click()
    part.get_by_role("heading", name="Reloaded table").wait_for()
    version = table(page, server, "reloaded-table")["version"]
    assert page.request.delete(address, headers={"If-Match": f'"{version}"'}).ok
    page.reload()
    part.get_by_role("alert").get_by_text("These rules are not here any more").wait_for()
    assert part.get_by_role("heading", name="Our table").is_visible()


def test_a_second_tap_sets_up_and_deletes_no_second_table(page: Page) -> None:
    """A table is set up once, and deleted once, however often its button is tapped."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.method))
    part = our_table(page)
    part.get_by_label("Name of the table").fill("Tapped twice")
    part.get_by_role("button", name="Set up a table").evaluate(TWICE)
    part.get_by_role("button", name="All cards and tables").click()
    assert part.locator("[data-key=table-name]").input_value() == ""
    part.get_by_role("button", name="Delete: Tapped twice").evaluate(TWICE)
    part.get_by_text("Tapped twice was deleted.").wait_for()
    assert (asked.count("PUT"), asked.count("DELETE")) == (1, 1)


@pytest.mark.parametrize("undone", [False, True], ids=["every-hand-counts", "the-first-hand-is-undone"])
def test_a_win_is_paid_as_the_book_pays_it(page: Page, server: Server, undone: bool) -> None:
    """In a game of the book the page counts East, the wall game before and what is left of a pie, as the book does."""
    decided = {"payment.east": 2, "table.after_wall": 2, "table.pie": 150}
    told = {"id": "east-pays", "title": "East pays", "parent": "nmjl-1976", "decided": decided}
    assert page.request.put(f"{server.address}api/v1/tables/east-pays", data={"table": told}).ok
    game = begin(server, ruleset="east-pays")
    first = {"winner": "Ann", "won_by": "self-pick", "value": 20}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": first, "based_on": 0})
    post(server, f"games/{game}/entries", {"kind": "wall", "based_on": 1})
    if undone:
        # The wall game was entered as the second hand, and is the first one now.
        post(server, f"games/{game}/entries", {"kind": "undo", "undoes": 1, "based_on": 2})
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    counted = "hand 1" if undone else "hand 2"
    page.locator("[data-key=entry-2]").get_by_text(counted).wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    judge_rack(page)
    money = text_of(page, "money", "Together")
    assert "x 2 after a wall game" in money
    page.get_by_role("button", name="Add this win to Friday").click()
    text_of(page, "book-history", "Ann won with")
    transfers = entries(server, game)[-1]["settlement"]["transfers"]
    assert (70 in [one["points"] for one in transfers]) != undone, "what is left of Bea's pie"
    for one in transfers:
        assert f"{one['from']} pays {one['to']}\n{one['points']} points" in money


def test_a_win_is_previewed_by_the_rules_that_its_game_began_with(page: Page, server: Server) -> None:
    """A table that changes after a game began changes neither the payments on the page nor those of the book."""
    told: dict[str, object] = {"id": "changing", "title": "Changing", "parent": "nmjl-1976"}
    address = f"{server.address}api/v1/tables/changing"
    assert page.request.put(address, data={"table": told | {"decided": {"payment.self_pick": 3}}}).ok
    game = begin(server, ruleset="changing")
    assert page.request.put(address, data={"table": told | {"decided": {"payment.self_pick": 5}}}).ok
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    judge_rack(page)
    choose(page, "How?", "Self-picked")
    text_of(page, "money", "60 points")
    page.get_by_role("button", name="Add this win to Friday").click()
    text_of(page, "book-history", "Ann won with")
    assert {one["points"] for one in entries(server, game)[-1]["settlement"]["transfers"]} == {60}


@pytest.mark.parametrize("gone", [False, True], ids=["changed", "deleted"])
def test_an_open_game_keeps_the_rules_that_it_began_with(page: Page, server: Server, gone: bool) -> None:
    """After its table changed or was deleted, the page asks, rules and enters by the rules with which a game began."""
    told: dict[str, object] = {"id": "today-gone" if gone else "today", "title": "Today", "parent": "nmjl-1976"}
    address = f"{server.address}api/v1/tables/{told['id']}"
    decided = {"table.rolled_double": 2, "table.blanks": 4}
    assert page.request.put(address, data={"table": told | {"decided": decided}}).ok
    game = begin(server, title=f"Rules of old, {gone}", ruleset=told["id"])
    if gone:
        assert page.request.delete(address).ok
    else:
        assert page.request.put(address, data={"table": told | {"decided": {}}}).ok
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("button", name="Win by hand").click()
    choose(page, "How?", "Self-picked")
    page.locator("#book-form").get_by_label("East rolled a double for this hand").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Penalty", exact=True).click()
    page.locator('[data-key="form-ruling"] option', has_text=BLANK_PASSED).wait_for(state="attached")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Disputes").click()
    page.get_by_role("button", name=BLANK_PASSED).wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    judge_rack(page)
    page.locator("#win").get_by_label("East rolled a double for this hand").check()
    text_of(page, "money", "rolled a double")
    page.reload()
    text_of(page, "money", "rolled a double")
    page.get_by_role("button", name=f"Add this win to Rules of old, {gone}").click()
    text_of(page, "book-history", "Ann won with")
    assert {one["points"] for one in entries(server, game)[-1]["settlement"]["transfers"]} == {40, 80}
    page.get_by_role("button", name="Another game").click()
    page.get_by_role("heading", name="A new game").wait_for()
    page.get_by_role("link", name="Scan", exact=True).click()
    enter(page, RACK)
    text_of(page, "verdict", "Judged by National Mah Jongg League" if gone else "with the rules of Today")


def disputes_of_a_pie(page: Page, server: Server, name: str) -> str:
    """Begin a game at a table of this name with a pie of 150 points, lead to its disputes, and return its id."""
    told = {"id": name, "title": name, "parent": "nmjl-1976", "decided": {"table.pie": 150}}
    assert page.request.put(f"{server.address}api/v1/tables/{name}", data={"table": told}).ok
    game = begin(server, ruleset=name)
    page.goto(f"{server.address}?game={game}#book")
    page.get_by_text("Up to date").wait_for()
    page.get_by_role("link", name="Disputes").click()
    return game


def test_a_dispute_is_paid_as_the_book_pays_it(page: Page, server: Server) -> None:
    """In a game of the book a ruling takes no more of a player than is left of the pie, also after a newer entry."""
    game = disputes_of_a_pie(page, server, "pie")
    page.locator('[data-key="ruling-misnamed-discard"]').click()
    lost = {"winner": "Cat", "won_by": "discard", "discarder": "Bea", "value": 40}
    post(server, f"games/{game}/entries", {"kind": "win", "outcome": lost, "based_on": 0})
    choose(page, "Who named the discard wrongly", "Bea")
    choose(page, "Who wants it", "Ann")
    choose(page, "What it is wanted for", "Mah jongg")
    page.locator('[data-key="fact-value"]').fill("25")
    page.get_by_text("Cat won, 40 points").first.wait_for(state="attached")
    page.get_by_role("button", name="What do the rules say?").click()
    page.locator(".ruling", has_text="70 is all that is left of the pie").wait_for()
    page.get_by_role("button", name="Enter it in Friday").click()
    text_of(page, "book-history", "Ann +70 · Bea −70")


def test_a_ruling_follows_the_balances_of_the_book(page: Page, server: Server) -> None:
    """A ruling on its way or on view follows a win and new seats from another phone, and stays on view."""
    game = disputes_of_a_pie(page, server, "small-pie")
    held = HeldRequests(page, "**/api/v1/settle*")
    ask_who_pays_a_misnamed_discard(page)
    held.wait()
    lost: dict[str, object] = {"winner": "Cat", "won_by": "discard", "discarder": "Bea", "value": 40}
    win: dict[str, object] = {"kind": "win", "outcome": lost}
    post(server, f"games/{game}/entries", win | {"based_on": 0})
    page.get_by_text("Cat won, 40 points").first.wait_for(state="attached")
    held.answer(0)
    held.wait(2)
    held.answer(1)
    held.release()
    page.locator(".ruling", has_text="70 is all that is left of the pie").wait_for()
    post(server, f"games/{game}/entries", win | {"based_on": 1, "instead_of": 1, "outcome": lost | {"value": 50}})
    page.locator(".ruling", has_text="50 is all that is left of the pie").wait_for()
    seats: dict[str, object] = {"kind": "seats", "players": ["Dee", "Cat", "Bea", "Ann"], "east": "Dee", "based_on": 2}
    with page.expect_response("**/api/v1/settle*"):
        post(server, f"games/{game}/entries", seats)
    page.locator(".ruling", has_text="50 is all that is left of the pie").wait_for()
    page.get_by_role("button", name="Enter it in Friday").click()
    text_of(page, "book-history", "Bea −50 · Ann +50")
