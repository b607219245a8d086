"""Short helpers for the tests of the Japanese-American game."""

from rules.hand import parse_rack
from rules.melds.circumstances import Circumstances, Way, agree_with_rack
from rules.melds.decomposition import count_kinds
from rules.melds.meld_verdict import MeldClaim, MeldVerdict, judge_melds
from rules.melds.melds import read_meld
from rules.melds.scoring import MeldRack, MeldReading, Scoring, readings
from rules.ruleset import RuleSet, load_ruleset
from rules.settlement.payments import OyaKoPayment
from rules.tiles import Tile, parse_tiles

BOOKLET = load_ruleset("japanese-american-2009")


def facts(
    own_wind: str | None = "S",
    table_wind: str | None = "W",
    dealer: bool | None = None,
    streak: int = 0,
    won_by: Way | None = None,
) -> Circumstances:
    """Return circumstances by codes: South in the round of West, unless given."""
    own = None if own_wind is None else Tile(own_wind)
    table = None if table_wind is None else Tile(table_wind)
    return Circumstances(own, table, dealer, streak, won_by)


def judged(
    rack: str,
    circumstances: Circumstances | None = None,
    near: int = 3,
    ruleset: RuleSet = BOOKLET,
    table: str = "",
) -> MeldVerdict:
    """Judge a rack text."""
    claim = MeldClaim(parse_rack(rack), circumstances or facts(), parse_tiles(table))
    return judge_melds(claim, ruleset, near)


def read(rack: str, circumstances: Circumstances | None = None, ruleset: RuleSet = BOOKLET) -> tuple[MeldReading, ...]:
    """Return every reading of a complete rack, the best first, even without enough bonuses."""
    hand = parse_rack(rack)
    assert ruleset.melds is not None
    assert isinstance(ruleset.payment, OyaKoPayment)
    exposed = tuple(one for group in hand.exposures if (one := read_meld(group)) is not None)
    kongs = len(hand.concealed) - 3 * (4 - len(exposed)) - 2
    tiles = MeldRack(exposed, count_kinds(hand.concealed), kongs, hand.winning_tile)
    scoring = Scoring(ruleset.melds, ruleset.payment, agree_with_rack(circumstances or facts(), hand))
    return readings(tiles, scoring)


def best(rack: str, circumstances: Circumstances | None = None, ruleset: RuleSet = BOOKLET) -> MeldReading:
    """Return the best-scoring reading of a complete rack."""
    return read(rack, circumstances, ruleset)[0]
