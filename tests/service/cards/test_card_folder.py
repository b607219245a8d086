"""Find cards and rule sets by name: shipped ones, added ones, and files that a person names."""

import os
from pathlib import Path

import pytest

from rules.card.card import parse_card
from rules.errors import CardError, RuleSetError
from rules.ruleset import LARGEST_FILE, parse_ruleset
from service.cards.card_changes import add_card, kept_card
from service.cards.card_folder import CardFolder
from service.cards.card_lists import card_list
from service.cards.kept_texts import KeptTexts
from service.cards.table_rules import decide, table_list
from service.shared.errors import ServiceError
from service.storage.data_folder import DataFolder
from tests.service.helpers import CARD


def test_a_name_from_elsewhere_is_never_a_path(tmp_path: Path) -> None:
    """A person may name a file; a name in an imported game is only looked up."""
    file = tmp_path / "club.toml"
    file.write_text(CARD, "utf-8")
    library = CardFolder(tmp_path / "cards", files=True)
    assert (library.card(str(file)).id, library.card_text(str(file))) == ("our-club", CARD)
    by_name = library.names_only()
    with pytest.raises(CardError) as card:
        by_name.card(str(file))
    with pytest.raises(RuleSetError) as ruleset:
        by_name.ruleset(str(file))
    assert (card.value.code, ruleset.value.code) == ("unknown-card", "unknown-ruleset")


def test_a_text_has_no_byte_order_mark(tmp_path: Path) -> None:
    """A game or a dispute keeps the text of a file that an editor of Windows wrote, and reads it later."""
    library = CardFolder(tmp_path / "cards", files=True)
    card, rules = tmp_path / "club.toml", tmp_path / "house.toml"
    card.write_text(CARD, "utf-8-sig")
    rules.write_text('id = "house"\ntitle = "House"\nparent = "nmjl-1976"\n', "utf-8-sig")
    assert parse_card(library.card_text(str(card))) == library.card(str(card))
    assert parse_ruleset(library.ruleset_text(str(rules)), "house") == library.ruleset(str(rules))


def test_an_added_card_is_found_by_every_view_of_the_library(tmp_path: Path) -> None:
    """Shipped cards come first; the added one follows with its text unchanged."""
    library = CardFolder(tmp_path / "cards", files=True)
    add_card(CARD, library)
    for view in (library, library.names_only()):
        assert view.cards()[-1] == "our-club"
        assert view.card_text("our-club") == CARD


def test_a_card_stands_once_under_each_name(tmp_path: Path) -> None:
    """A copied file is listed by its own name, which finds its text; a file of a shipped name adds no second line."""
    library = CardFolder(tmp_path / "cards", files=False)
    add_card(CARD, library)
    (tmp_path / "cards" / "our-club-2.toml").write_text(CARD.replace("Our club", "Of old"), "utf-8")
    (tmp_path / "cards" / "nmjl-1976.toml").write_text(CARD, "utf-8")
    listed = {one.name: one.to_json() for one in card_list(library)}
    assert [one["id"] for one in listed.values()] == list(listed)
    assert sorted(listed) == sorted(library.cards())
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "nmjl-1976.toml").write_text("", "utf-8")
    assert library.rulesets().count("nmjl-1976") == 1
    assert listed["our-club-2"]["title"] == library.card("our-club-2").title != listed["our-club"]["title"]


def test_a_copied_file_is_shown_under_its_own_name(tmp_path: Path) -> None:
    """A card is shown under the name that finds it, whatever id its file holds."""
    library = CardFolder(tmp_path / "cards", files=False)
    add_card(CARD, library)
    (tmp_path / "cards" / "our-club-2.toml").write_text(CARD, "utf-8")
    assert kept_card("our-club-2", library).to_json()["id"] == "our-club-2"


def test_a_replaced_file_is_read_anew(tmp_path: Path) -> None:
    """A card and rules of a table follow their files, even where the new file has the old one's time."""
    library = CardFolder(tmp_path / "cards", files=True)
    card, rules = tmp_path / "club.toml", tmp_path / "house.toml"
    texts = {card: CARD, rules: 'id = "house"\ntitle = "Our club"\nparent = "nmjl-1976"\n'}
    for title in ("Our club", "Our cafe"):
        for path, text in texts.items():
            new = tmp_path / "new"
            new.write_text(text.replace("Our club", title), "utf-8")
            os.utime(new, (1_800_000_000, 1_800_000_000))
            new.replace(path)
        assert library.card(str(card)).title == library.ruleset(str(rules)).title == title


def test_what_was_removed_last_is_kept_longest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library keeps the texts that were removed last, so an old text can be restored after its removal."""
    monkeypatch.setattr("service.cards.kept_texts.MOST_KEPT", 2)
    texts = KeptTexts(tmp_path / "cards", DataFolder(tmp_path), "card")
    for name in ("first", "second", "of-old"):
        texts.put(name, f"text of {name}")
        if name == "of-old":
            os.utime(tmp_path / "cards" / "of-old.toml", (1, 1))
        assert texts.remove(name) == f"text of {name}"
    assert sorted(path.name.partition(".")[0] for path in (tmp_path / "cards" / "removed").iterdir()) == [
        "of-old",
        "second",
    ]


@pytest.mark.parametrize(
    ("here", "expected", "said"),
    [
        ("here", "", "there is a card 'ours' already"),
        ("here", "0" * 16, "the card 'ours' was changed since"),
        (None, "0" * 16, "the card 'ours' was removed since"),
        (None, "*", "the card 'ours' was removed since"),
    ],
)
def test_a_conflict_says_what_the_others_did(tmp_path: Path, here: str | None, expected: str, said: str) -> None:
    """Who changes a text that is not the one they looked at learns whether it is new, changed or removed."""
    texts = KeptTexts(tmp_path / "cards", DataFolder(tmp_path), "card")
    if here is not None:
        texts.put("ours", here)
    with pytest.raises(ServiceError, match=said) as caught:
        texts.put("ours", "mine", expected)
    assert (caught.value.code, texts.text("ours")) == ("version-conflict", here)


def test_a_spoilt_text_is_named_by_its_file(tmp_path: Path) -> None:
    """The library refuses a file that is no text, names it, and leaves it as it is."""
    library = CardFolder(tmp_path / "cards", files=False)
    (tmp_path / "cards").mkdir()
    file = tmp_path / "cards" / "spoilt.toml"
    file.write_bytes(b"\xff")
    for ask in (library.text_of, library.remove):
        with pytest.raises(ServiceError) as caught:
            ask("spoilt")
        assert (caught.value.code, caught.value.where) == ("not-text", str(file))
    assert file.read_bytes() == b"\xff"


def test_a_file_far_too_large_is_not_read_whole(tmp_path: Path) -> None:
    """The library refuses a file of gigabytes among the cards without reading it."""
    library = CardFolder(tmp_path / "cards", files=False)
    (tmp_path / "cards").mkdir()
    file = tmp_path / "cards" / "huge.toml"
    with file.open("wb") as huge:
        huge.truncate(2**40)
    with pytest.raises(ServiceError) as caught:
        library.text_of("huge")
    assert (caught.value.code, caught.value.where) == ("too-large", str(file))


def test_a_copied_table_file_is_told_and_plays_no_games(tmp_path: Path) -> None:
    """A copy under another name would be a second table of the first one's id: it is listed with what to do."""
    library = CardFolder(tmp_path / "cards", files=True)
    text = 'id = "our-table"\ntitle = "Our table"\nparent = "nmjl-1976"\n'
    library.put_table("our-table", text)
    copied = tmp_path / "tables" / "friday.toml"
    copied.write_text(text, "utf-8")
    with pytest.raises(
        RuleSetError, match="calls itself 'our-table', and its file 'friday': make both the same"
    ) as caught:
        library.ruleset("friday")
    assert (caught.value.code, "friday.toml" in caught.value.where) == ("bad-id", True)
    listed = table_list(library).to_json()["tables"]
    assert [(one["id"], "error" in one) for one in listed] == [("friday", True), ("our-table", False)]
    copied.write_text(text.replace("our-table", "friday"), "utf-8")
    os.utime(copied, (0, 0))
    assert library.ruleset("friday").id == "friday"
    assert library.ruleset(str(copied)).id == "friday"


def test_rules_too_long_to_be_read_again_are_not_stored(tmp_path: Path) -> None:
    """Comments alone can make a table's file longer than the library reads; what was stored before stays."""
    library = CardFolder(tmp_path / "cards", files=True)
    text = 'id = "house"\ntitle = "House"\nparent = "modern-american"\n'
    library.put_table("house", text + "#" * (LARGEST_FILE - len(text)))
    with pytest.raises(RuleSetError) as caught:
        library.put_table("house", text.replace("House", "Home") + "#" * LARGEST_FILE)
    assert (caught.value.code, caught.value.where) == ("too-long", "table")
    assert library.ruleset("house").title == "House"


def test_a_table_decides_and_keeps_the_comments_of_its_file(tmp_path: Path) -> None:
    """What somebody wrote in the file stands in it after a decision in the terminal too."""
    library = CardFolder(tmp_path / "cards", files=True)
    library.put_table("house", 'id = "house" # from Bea\ntitle = "House"\nparent = "modern-american"\n')
    decide("house", {"jokers.in_pairs": "yes"}, None, None, library)
    assert (library.tables.text("house") or "").splitlines()[0] == "# from Bea"
