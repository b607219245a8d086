"""Cards and rule sets by name: what ships, what was added, and files where a person may name them."""

from pathlib import Path

import pytest

from rules.errors import CardError, RuleSetError
from service.cards.card_folder import CardFolder
from tests.service.helpers import CARD


def test_a_name_from_elsewhere_is_never_a_path(tmp_path: Path) -> None:
    """A person names a file of theirs; what an imported game names is looked up by name alone."""
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


def test_an_added_card_is_found_by_every_view_of_the_library(tmp_path: Path) -> None:
    """Those that ship come first; the added one follows, its text as it was given."""
    library = CardFolder(tmp_path / "cards", files=True)
    library.add(CARD)
    for view in (library, library.names_only()):
        assert view.cards()[-1] == "our-club"
        assert view.card_text("our-club") == CARD
