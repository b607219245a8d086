"""Read the sources anew, apart from the program: what each says to a question under every combination of its facts.

`test_rulings_oracle.py` reads the rulings that depend on who did what; this table reads all others. A question that a
source does not answer has no row, and the program must say that the source is silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final, NamedTuple

import pytest

from rules.ruleset import load_ruleset
from rules.rulings.catalogue import CATALOGUE
from rules.rulings.decide import RulingAnswer, rule
from tests.rules.rulings.test_rulings_oracle import QUESTIONS, SYSTEMS

NAMES: Final = ("Bea", "Cat", "Dee", "Ann")
Facts = Mapping[str, Any]

PLAY: Final = {
    "on": "play-on",
    "dead": "dead-hand",
    "no win": "cannot-win",
    "again": "replay",
    "bet off": "bet-cancelled",
    "bets off": "bets-cancelled",
    "open": "silent",
}
"""How play goes on, and the program's word for it."""


class Said(NamedTuple):
    """One row: the facts that a source speaks of, how play goes on, whether the player may, what the table hears."""

    when: Mapping[str, tuple[object, ...]]
    play: str
    may: bool | None
    told: tuple[str, ...]
    quote: str


# A question; below it rows of rule set | facts | play | may the player do it? | what the answer must tell; below each
# the source's words, or without quotation marks what follows from them. The first row whose facts hold counts.
# "dead" is the hand of Bea, the first person of every question.
TABLE: Final = """
threw-in-early
  nmjl-1976 | always | on | no | nobody should throw in
    “No player should throw in or expose own hand until the winner's hand is verified.”
foul-hand
  hoyle-league | count=too-many | no win | no | cannot win / zero
    “A long hand (too many tiles ) scores as zero.”
  hoyle-league | always | no win | no | cannot win / basic value, without doubles
    “A short or foul hand may score its basic value, but no doubles (factors )may be applied.”
dead-hand
  nmjl-1976 | always | dead | - | neither picks nor discards / pays the winner as the other players do
    “does not pick or discard, but pays the winner same as other players”
  set-manual | always | dead | - | out of view / full value
    “He must still pay the winner the full value of the hand.”
  modern-american | always | dead | - | somebody else at the table calls it
    “Someone at the table must call you dead.”
  hoyle-league | always | dead | - | pays the winner at
    “the others continue without him, and he pays the winner at the end”
unplayable-hand
  modern-american | always | dead | - | dead once somebody at the table calls it
    “If you have an unplayable hand”
wrong-exposure
  nmjl-1976 | always | dead | - | hand is dead / pays the winner as the others do
    “The same penalty applies for calling a discard and making an incorrect exposure.”
  modern-american | fits_another_hand=no | dead | - | dead once somebody at the table calls it
    “you put up the wrong size exposure and there is no way to switch to a hand that has that size exposure”
  modern-american | always | on | - | switch
    there is a way to switch, so the hand lives
  hoyle-league | caught_before_next_discard=yes | on | yes | take the exposure back or put it right
    “he may retract or correct the set before the next hand has discarded”
  hoyle-league | always | no win | no | cannot win
    “otherwise, he must play with a foul hand (too few tiles)”
concealed-hand-exposed
  nmjl-1976 | always | on | no | only its fourteenth tile may be called
    “except for the fourteenth tile which may be picked or claimed”
  set-manual | always | on | no | last tile
    “only if it is the last tile he needs”
  modern-american | always | dead | - | dead once somebody at the table calls it
    “If a concealed hand is played open.”
  hoyle-league | always | on | yes | concealed or exposed
    “A hand may be played concealed or exposed.”
incorrect-claim
  nmjl-1976 | always | open | - | incorrect exposure / the table has to agree
    “The same penalty applies for calling a discard and making an incorrect exposure.”
  modern-american | always | open | - | dead once somebody / the table has to agree
    “If you violate the pick-up or joker-in-a-group rule.”
  hoyle-league | caught_before_next_draw=yes | on | yes | without a penalty / others may call
    “he may correct the error without penalty before the next hand has drawn”
  hoyle-league | always | on | no | six stacks
    “otherwise, it is treated as an exposed tile and is reshuffled”
  japanese-american-2009 | always | open | - | to complete a set / the table has to agree
    “You are allowed to pick up a discard only if you can complete a combination.”
robbed-kong
  japanese-american-2009 | always | on | yes | one bonus more
    “it is also robbing a Kong and adds another BONUS”
late-claim
  nmjl-1976 | next_player=discarded | on | no | no longer be called
    “after player to the right of the discarder has drawn a tile from the wall and discarded”
  nmjl-1976 | always | on | yes | may still be called
    not permitted after that, so permitted until then
  modern-american | next_player=racked | on | no | racked / the last discard is dead
    “Once someone racks, the last discarded tile is dead.”
  modern-american | next_player=discarded | on | no | discarded / the discard before is dead
    “Once someone discards, the previous discard is dead.”
  modern-american | next_player=drawn | on | yes | back to the wall
    “If it is not racked, someone may call the last discard and you have to put the concealed pick back”
  modern-american | always | on | yes | may be called until the next player
    “verbalize that you want a discarded tile before the next player picks”
  japanese-american-2009 | next_player=not-drawn | on | yes | may be called when it falls
    “A player may only claim a discard at the time it is discarded.”
  japanese-american-2009 | always | on | no | dead
    “Any discard not picked up is then "DEAD".”
claim-after-mah-jongg
  nmjl-1976 | always | on | no | nobody else may call
    “no tile previously discarded may be called for an Exposure or Mah Jongg by any other player”
call-for-pair
  nmjl-1976 | for_mah_jongg=yes | on | yes | may call it
    “unless it is the winning tile”
  nmjl-1976 | always | on | no | only as the last tile
    “A player cannot claim a tile to expose a pair”
  set-manual | for_mah_jongg=yes | on | yes | may call it
    “as long as this particular tile is the last tile needed”
  set-manual | always | on | no | nobody may call a discard to complete a pair
    “Players may not call for a discarded tile to complete a pair”
  modern-american | for_mah_jongg=yes | on | yes | may call it
    “you may break all the above mentioned pick-up rules”
  modern-american | always | on | no | is dead when somebody
    “If you violate the pick-up or joker-in-a-group rule.”
  hoyle-league | for_mah_jongg=yes | on | yes | may call it
    “or to go out”
  hoyle-league | always | on | no | a kong, a quint or a sextet
    “A discard may be claimed only to complete these sets”
  japanese-american-2009 | for_mah_jongg=yes | on | yes | may call it
    “or with which a player can end the hand”
  japanese-american-2009 | always | on | no | a chow, a pung or a kong
    “The calls are: CHOW, PUNG, KONG, and MAH JONGG.”
call-after-picking
  modern-american | always | on | no | may not be put back
    “You may not put it back and call another tile instead.”
rapid-discards
  nmjl-1976 | second_is_joker=yes | on | - | first / dead tile
    “In this case only, the first tile must be claimed and the Joker remains on the table as a dead tile.”
  nmjl-1976 | always | on | - | second
    “the second discard must be taken”
  modern-american | second_is_joker=yes | on | no | neither
    “Once someone discards, the previous discard is dead.”
  modern-american | always | on | - | second
    “you may pick up a discard only if it is the last tile to be discarded”
discard-taken-back
  nmjl-1976 | always | on | no | cannot be exchanged
    “When a tile is discarded it cannot be exchanged.”
  set-manual | always | on | no | may not be exchanged
    “Once a player discards a tile, it cannot be exchanged.”
discarded-joker
  nmjl-1976 | always | on | no | dead
    “the first discard (Name Tile) must be taken. Joker remains on table as a dead tile.”
  set-manual | always | on | no | cannot be called
    “In the rare event that a joker is discarded, it cannot be called.”
  modern-american | always | on | no | nobody may call it
    “A joker may be discarded but no one may call the joker”
  hoyle-league | always | on | - | the name of the discard before it / does not say
    “Big jokers may be discarded at any time during the game and called the same as the previous discard.”
joker-exchange
  nmjl-1976 | concealed_hand=yes | on | no | nothing
    “nothing can be redeemed from the concealed hand”
  nmjl-1976 | owner_is_dead=yes exposed_before_error=no | on | no | the joker stays / before the error
    “the JOKERS which were in the correctly called exposure BEFORE the error may be redeemed”
  nmjl-1976 | own_turn=no | on | no | wait
    “Player must wait turn to replace a symbol tile”
  nmjl-1976 | owner_is_dead=yes | on | yes | in their turn / called before the error
    “the JOKERS which were in the correctly called exposure BEFORE the error may be redeemed”
  nmjl-1976 | always | on | yes | in their turn / from the hand or just picked
    “BIG JOKERS MAY BE EXCHANGED IN ANY EXPOSURE”
  modern-american | concealed_hand=yes | on | no | exposed group
    “the tile in an exposed group”
  modern-american | owner_is_dead=yes exposed_before_error=no | on | no | the joker stays
    “the jokers in that dead exposure may not be redeemed”
  modern-american | own_turn=no | on | no | their turn
    “ONLY ON YOUR TURN AND FROM YOUR HAND”
  modern-american | owner_is_dead=yes | on | yes | in their turn / before the hand was declared dead
    “if the exposure was on the wall before the hand was declared dead”
  modern-american | always | on | yes | in their turn / put the matching tile from the hand into the group
    “put the tile in the group while removing the joker(s) in the group”
  hoyle-league | own_turn=no | on | no | turn
    “when it is the player's turn”
  hoyle-league | owner_is_dead=yes | open | - | -
    of a dead hand's exposures not a word
  hoyle-league | concealed_hand=yes | open | - | -
    of a concealed hand shown in error not a word
  hoyle-league | always | on | yes | in their turn / may exchange a like tile
    “A big joker may be replaced in any exposure with a like tile or tiles by any player”
joker-in-pair
  nmjl-1976 | exposed=yes | dead | - | hand is dead / pays the winner as the others do
    “The same penalty applies for calling a discard and making an incorrect exposure.”
  nmjl-1976 | no_joker_hand=yes | on | no | without jokers / not complete
    “Jokers may be discarded for Jokerless Hand”
  nmjl-1976 | always | on | yes | may stand in a pair
    “The BIG JOKERS may be used to replace any tile”
  set-manual | always | on | no | cannot be used to complete a pair
    “jokers cannot be used to complete a pair”
  modern-american | exposed=yes | dead | - | dead once somebody at the table calls it
    “If an exposure is put up incorrectly (you put a joker in a pair”
  modern-american | always | on | no | not complete
    “You may NEVER EVER use a Joker in a PAIR.”
  hoyle-league | exposed=yes | on | no | never called for an exposure / put up wrongly
    “A discard may be claimed only to complete these sets or to go out.”
  hoyle-league | always | on | yes | may stand in a pair
    “Big jokers may be used to replace any tiles in any hand.”
joker-once-used
  nmjl-1976 | always | on | no | not jokerless
    “it is not considered a JOKERLESS hand”
  modern-american | always | on | yes | counts as jokerless
    “If a Mah Jongg hand is displayed without jokers, double the value.”
  hoyle-league | always | on | yes | paid as a hand without jokers
    “all jokers in exposures have been replaced”
joker-passed
  nmjl-1976 | always | on | no | no penalty
    “BIG JOKERS may not be passed during Charleston.”
  set-manual | always | on | no | no penalty
    “No Jokers are passed during an Exchange.”
  modern-american | always | on | no | to the sender
    “It must be returned to the sender if it is passed.”
  hoyle-league | blind_pass=yes | on | yes | may be passed in the blind pass
    “(except in the blind pass)”
  hoyle-league | always | on | no | no penalty
    “big jokers may never be passed”
flower-as-wild
  nmjl-1976 | always | on | no | replaces no number, wind or dragon
    “A Flower cannot be used in any hand to replace the required pattern”
  hoyle-league | always | on | yes | flowers are wild
    “In the so-called modern game, flowers are wild”
blind-pass-looked
  modern-american | always | on | no | 10 points
    “There is a penalty of a loss of 10 points.”
charleston-stopped
  nmjl-1976 | seats=2,3 | on | - | left out
    “The Charleston is omitted”
  nmjl-1976 | charleston=first | on | no | compulsory
    “THE FIRST CHARLESTON (Compulsory)”
  nmjl-1976 | charleston=second | on | yes | all four agree
    “permitted only if the four players agree”
  nmjl-1976 | always | on | yes | optional
    “an optional pass is also permitted”
  set-manual | charleston=first | on | no | compulsory
    “the first Exchange, or Charleston, which is compulsory”
  set-manual | charleston=second | on | yes | agree
    “All players must agree to the Second Exchange.”
  modern-american | seats=2,3 | on | - | no Charleston
    “There is no Charleston if you have less than 4 players.”
  modern-american | charleston=first | on | no | mandatory
    “The first Charleston is mandatory.”
  modern-american | charleston=second | on | yes | second Charleston is optional
    “The second Charleston is optional.”
  modern-american | always | on | yes | courtesy pass is optional
    “The Courtesy Pass is optional.”
  hoyle-league | charleston=second | on | yes | agree
    “By agreement of all players, there may then be a second”
short-pass
  nmjl-1976 | seats=2,3 | on | - | left out
    “The Charleston is omitted”
  nmjl-1976 | pass=any-other | on | no | three tiles
    “Three unwanted tiles”
  nmjl-1976 | pass=last-of-a-charleston | on | yes | without looking
    “passing one, two or three tiles without looking”
  nmjl-1976 | always | on | yes | one, two or three tiles
    “One, two, or three tiles may be exchanged with player opposite”
  set-manual | pass=courtesy | open | - | -
    the Exchange has no courtesy pass
  set-manual | always | on | yes | without looking
    “you may pass the 3 tiles given to you without looking at them”
  modern-american | seats=2,3 | on | - | no Charleston
    “There is no Charleston if you have less than 4 players.”
  modern-american | pass=any-other | on | no | three tiles
    “must pass 3 tiles each pass”
  modern-american | pass=last-of-a-charleston | on | yes | without looking
    “you may pass less from your hand and take the addition tiles”
  modern-american | always | on | yes | none to three
    “The Courtesy Pass of 0-3 tiles”
  hoyle-league | pass=any-other | on | no | three tiles
    “each player passes three tiles”
  hoyle-league | pass=last-of-a-charleston | on | - | table has to agree
    “Sometimes a blind pass is permitted”
charleston-players
  nmjl-1976 | always | on | no | left out
    “The Charleston is omitted”
  modern-american | always | on | no | no charleston with fewer than four
    “There is no Charleston if you have less than 4 players.”
looking-ahead
  nmjl-1976 | always | on | no | no penalty
    “No looking ahead.”
  set-manual | always | on | no | warning
    “No player may look at more than one tile each time”
  modern-american | always | on | no | no penalty
    “Never pick ahead before someone has discarded a tile.”
pick-out-of-turn
  nmjl-1976 | always | on | no | no penalty
    “before the player to the left discards a tile”
  set-manual | always | on | no | warning
    “No player may pick a tile out of turn.”
  modern-american | always | on | no | no penalty
    “then you must wait for your turn”
wrong-wall
  modern-american | discarded=yes | dead | - | dead once somebody at the table calls it
    “do not realize your mistake until you discard”
  modern-american | always | on | - | lives
    the hand is dead after the discard, so it lives before
wrong-east
  nmjl-1976 | always | on | - | to its end / rightful East / skipped
    “The next game reverts back to rightful East and the round continues, skipping East”
next-east
  nmjl-1976 | always | on | - | to the right of East
    “the position of East moves to the player to the right of East”
  set-manual | ended=wall-game | on | - | same game / stays
    “another wall is built and players continue to play”
  set-manual | always | on | - | to the right of East is East
    “the person to the right of East becomes East for the next”
  japanese-american-2009 | ended=east-won | on | - | stays East
    “If OYA (East) wins the hand, he continues to play”
  japanese-american-2009 | always | on | - | to the right
    “the deal still passes to the right”
unmixed-tiles
  nmjl-1976 | always | on | no | no penalty
    “All tiles must be turned face down and thoroughly-mixed”
  set-manual | always | on | no | no penalty
    “All 152 tiles are mixed and placed face down”
exposed-wall-tile
  hoyle-league | when=building | again | - | mixed again
    “the tiles must be reshuffled”
  hoyle-league | always | on | - | six stacks / built again
    “six adjacent stacks and that section of the wall rebuilt”
imperfect-set
  hoyle-league | won=yes | on | - | counts
    “unless a player has wooed”
  hoyle-league | always | again | - | void / before it stand
    “the current deal is void”
wall-game
  nmjl-1976 | always | on | - | scores nothing / to the right
    “it is called a "WALL GAME" and does not score”
  set-manual | always | on | - | another wall / until somebody wins
    “another wall is built and players continue”
  modern-american | always | on | - | nobody scores
    “No one scores.”
  hoyle-league | always | on | - | void
    “if no one goes out, the game is void”
  japanese-american-2009 | always | on | - | draw / to the right
    “If the game ends in a draw (no one wins)”
east-dealt-out
  nmjl-1976 | always | on | yes | as for a self-picked tile
    “East scores the same as self-picked.”
  japanese-american-2009 | always | on | yes | limit hand
    “Oya (East Wind Player) out with hand dealt”
four-like-first-discards
  japanese-american-2009 | always | again | - | given up and dealt again
    “everyone's hand must be given up and dealt”
tempai-not-declared
  japanese-american-2009 | always | on | no | full round
    “you cannot take it and must wait a full round”
own-discard-wanted
  japanese-american-2009 | always | on | yes | said so
    “I can Mah Jongg on something I've thrown away”
bettor-conduct
  nmjl-1976 | what=gives-information | bet off | no | eve's bet is canceled
    “the bet is cancelled”
  nmjl-1976 | what=shows-bet | on | no | may not show the bet
    “A bettor shall not be permitted to disclose bet.”
  nmjl-1976 | what=changes-bet | on | no | not changed during the play
    “A bettor shall not be permitted to change bet during the play.”
  nmjl-1976 | always | on | no | no correction until
    “shall not make any correction until Mah Jongg has been declared, verified and paid”
  set-manual | what=shows-bet | bets off | no | all bets are canceled
    “all bets are cancelled”
winner-paid
  nmjl-1976 | won_by=self-pick | on | - | all players pay double
    “all players pay double the value”
  nmjl-1976 | always | on | - | only who discarded / other players pay it once
    “only the discarder pays double score”
  set-manual | won_by=discard | on | - | double the worth / pay it once
    “must pay double the worth”
  set-manual | jokerless=yes | on | - | all players pay double
    “All players pay double”
  set-manual | always | on | - | all players pay the single worth
    doubled only without calling for a discard and without using a joker
  modern-american | won_by=discard jokerless=yes singles_and_pairs=no | on | - | four times the value / player twice
    “goes down 4 times the value (double and double again)”
  modern-american | won_by=discard | on | - | double the value, each other player the
    “goes down double the value”
  modern-american | jokerless=yes singles_and_pairs=no | on | - | everyone goes down four times the value
    “doubled again or 4 times the value”
  modern-american | always | on | - | everyone goes down double the value
    “then makes Mah Jongg, double the value”
  hoyle-league | won_by=discard jokerless=yes | on | - | four times the value / player twice
    “Any hand made without a big joker is paid double.”
  hoyle-league | won_by=discard | on | - | double the value / pay it once
    “All other players pay the single value.”
  hoyle-league | jokerless=yes | on | - | all players pay four times
    both doublings multiply
  hoyle-league | always | on | - | all players pay double
    “all players pay double the value of the hand”
  japanese-american-2009 | won_by=discard | on | - | four times / six times
    “the person who discarded pays the total amount”
  japanese-american-2009 | always | on | - | double from OYA / OYA gets double from everyone
    “EVERY KO PAYS that amount while OYA pays DOUBLE”
bettor-pays
  nmjl-1976 | always | on | - | from each player what that player pays / pays the winner what that
    “pays winner same as player bet on”
  set-manual | always | on | - | full value
    “pays and/or receives full value of the hand he is betting”
  hoyle-league | always | on | - | not doubled, from the three losers in equal shares
    “collects from the three losers in equal shares”
bettor-and-penalties
  nmjl-1976 | always | on | - | all penalties / full value
    “subject to all penalties and pays full value”
  set-manual | always | on | - | all penalties and awards
    “are also charged to the bettor”
bettor-on-east
  nmjl-1976 | always | on | yes | may bet on east
    “entitled to bet on East when East claims Mah Jongg”
"""

YES: Final = {"yes": True, "no": False, "-": None}


def _read(table: str) -> dict[tuple[str, str], list[Said]]:
    found: dict[tuple[str, str], list[Said]] = {}
    ruling, row = "", ""
    for line in table.strip().splitlines():
        if not line.startswith(" "):
            ruling = line
        elif not line.startswith("    "):
            row = line
        else:
            system, when, play, may, told = row.strip().split(" | ")
            facts = dict(one.split("=") for one in when.removeprefix("always").split())
            allowed = {name: tuple(_value(one) for one in values.split(",")) for name, values in facts.items()}
            said = Said(allowed, play, YES[may], tuple(told.lower().removeprefix("-").split(" / ")), line.strip())
            found.setdefault((ruling, system), []).append(said)
    return found


def _value(text: str) -> object:
    return int(text) if text.isdecimal() else YES.get(text, text)


READ: Final = _read(TABLE)
SILENT: Final = Said({}, "open", None, (), "the source does not speak of it")

COSTS: Final = {("blind-pass-looked", "modern-american"): {"Bea": -10}}
"""What the sheet loses; no other ruling of this table moves a point."""

SEATS: Final = {"nmjl-1976": (2, 3, 4), "modern-american": (2, 3, 4), "hoyle-league": (2, 3, 4)}
"""How many may play, where it matters to the Charleston; four elsewhere."""

HERE: Final = tuple(name for name in CATALOGUE if name not in QUESTIONS)


def _combinations(ruling: str, system: str) -> Iterator[dict[str, Any]]:
    """Yield every combination of flags, choices and seats, with Bea, Cat and Dee as the people in order."""
    spec = CATALOGUE[ruling]
    free = [one for one in spec.inputs if one.kind in {"flag", "choice"}]
    people = [one.name for one in spec.inputs if one.kind == "player"]
    bettors = {one.name: "Eve" for one in spec.inputs if one.kind == "bettor"}
    seats = SEATS.get(system, (4,)) if ruling in {"charleston-stopped", "short-pass"} else (4,)
    for values in product(seats, *(one.choices or (False, True) for one in free)):
        named = dict(zip(people, NAMES, strict=False))
        yield {"seats": values[0], **named, **bettors, **dict(zip((one.name for one in free), values[1:], strict=True))}


def _holds(said: Said, facts: Facts) -> bool:
    return all(facts[name] in values for name, values in said.when.items())


def _answer(ruling: str, system: str, facts: Mapping[str, Any]) -> RulingAnswer:
    asked = {name: value for name, value in facts.items() if name != "seats"}
    return rule(ruling, load_ruleset(system), {**asked, "players": list(NAMES[: facts["seats"]]), "east": "Cat"})


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("ruling", HERE)
def test_the_ruling_is_the_source_s_under_every_combination_of_facts(ruling: str, system: str) -> None:
    """Play, dead hand, permission, points and the words that the table needs are as read from the source."""
    rows, used = READ.get((ruling, system), []), set()
    for facts in _combinations(ruling, system):
        at = next((at for at, row in enumerate(rows) if _holds(row, facts)), None)
        said = SILENT if at is None else rows[at]
        used.add(at)
        answer = _answer(ruling, system, facts)
        why = (facts, said.quote, answer.text)
        assert answer.outcome == PLAY[said.play], why
        assert answer.allowed is said.may, why
        assert answer.dead == (("Bea",) if said.play == "dead" else ()), why
        assert answer.transfers == (), why
        costs = COSTS.get((ruling, system), {})
        assert {name: lost for name, lost in (answer.sheet or ()) if lost} == costs, why
        heard = answer.text.lower()
        assert [words for words in said.told if words not in heard] == [], why
    assert used >= set(range(len(rows))), "a row of the table that no facts reach"


def test_every_row_is_of_a_ruling_that_no_other_oracle_reads() -> None:
    """The two oracles share the catalogue between them, and each row says what the table must hear."""
    assert {ruling for ruling, _ in READ} <= set(HERE)
    assert {system for _, system in READ} == set(SYSTEMS)
    assert [
        (key, row.quote) for key, rows in READ.items() for row in rows if row.play != "open" and row.told == ("",)
    ] == []
