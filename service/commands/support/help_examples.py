"""Examples of every command for its help; a test runs them from top to bottom."""

from __future__ import annotations

from typing import Final

_RACK: Final = "'[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea'"

EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "verify": (
        "rackcheck verify photo.jpg --card nmjl-1976 --won-by self-pick",
        "rackcheck verify photo.jpg --card nmjl-1976 --won-by discard --discarder Bea --players Ann,Bea,Cat,Dee",
        "rackcheck verify photo.jpg --card nmjl-1976 --tile 3=J --evidence friday.zip",
    ),
    "scan": ("rackcheck scan photo.jpg", "rackcheck scan photos --overlay seen"),
    "watch": ("rackcheck watch", "rackcheck watch film.mp4 --card nmjl-1976"),
    "check": (
        f"rackcheck check {_RACK} --card nmjl-1976",
        "rackcheck check 'NNNN SSSS FFF FF' --card nmjl-1976 --table '1B 1B E F'",
        "rackcheck check 'EEE RRR 999D 234C 5D +5D' --ruleset japanese-american-2009 --own-wind E",
    ),
    "use": ("rackcheck use practice", "rackcheck use --ruleset japanese-american-2009", "rackcheck use --forget"),
    "settle": (
        'game.json: {"players": ["Ann", "Bea", "Cat", "Dee"],',
        '            "outcome": {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25}}',
        "rackcheck settle game.json --ruleset nmjl-1976",
    ),
    "rulings": ("rackcheck rulings", "rackcheck rulings too many tiles", "rackcheck rulings --ruleset set-manual"),
    "rule": (
        "rackcheck rule mah-jongg-in-error declarer=Cat exposed=true",
        "rackcheck rule misnamed-discard miscaller=Bea claimant=Ann wanted_for=mah-jongg value=25",
    ),
    "chart": ("rackcheck chart japanese-american-2009",),
    "serve": ("rackcheck serve", "rackcheck serve --lan", "rackcheck serve --lan --https --workers 2"),
    "doctor": ("rackcheck doctor",),
    "site build": ("rackcheck site build public",),
    "site serve": ("rackcheck site serve public",),
    "cards list": ("rackcheck cards list",),
    "cards show": ("rackcheck cards show practice", "rackcheck cards show nmjl-1976 --example 24"),
    "cards new": ("rackcheck cards new kitchen.toml",),
    "cards lint": ("rackcheck cards lint kitchen.toml",),
    "cards add": ("rackcheck cards add kitchen.toml",),
    "cards copy": ("rackcheck cards copy practice our-practice --title 'Our practice card'",),
    "cards export": ("rackcheck cards export our-practice practice.toml", "rackcheck cards export practice"),
    "cards edit": ("rackcheck cards edit our-practice practice.toml",),
    "cards rename": ("rackcheck cards rename our-practice friday-practice",),
    "cards remove": ("rackcheck cards remove friday-practice",),
    "tables options": ("rackcheck tables options modern-american",),
    "tables decide": (
        "rackcheck tables decide our-table --rules modern-american payment.east=2 table.last_wall=hot",
        "rackcheck tables decide our-table payment.east=usual --title 'Our table'",
    ),
    "tables list": ("rackcheck tables list",),
    "tables show": ("rackcheck tables show our-table",),
    "tables export": ("rackcheck tables export our-table our-table.toml", "rackcheck tables export our-table"),
    "tables remove": ("rackcheck tables remove our-table",),
    "tables add": ("rackcheck tables add our-table.toml",),
    "game new": (
        "rackcheck game new Ann,Bea,Cat,Dee --waiting Eve --title Friday",
        "rackcheck game new Ann,Bea,Cat,Dee",
    ),
    "game list": ("rackcheck game list",),
    "game show": ("rackcheck game show",),
    "game win": (
        f"rackcheck game win Ann --rack {_RACK}",
        "rackcheck game win Cat --value 25",
        "rackcheck game win Cat --value 25 --discarder Dee --instead-of 2",
        "rackcheck game win Ann --evidence friday.zip --discarder Dee",
    ),
    "game wall": ("rackcheck game wall",),
    "game penalty": (
        "rackcheck game penalty mah-jongg-in-error declarer=Cat exposed=true",
        "rackcheck game penalty pay from=Ann to=Bea points=25 why='broken cup'",
    ),
    "game seats": ("rackcheck game seats Bea,Cat,Dee,Ann --east Bea",),
    "game note": ("rackcheck game note 'Tea at nine'",),
    "game undo": ("rackcheck game undo", "rackcheck game undo 3"),
    "game standings": ("rackcheck game standings",),
    "game settle-up": ("rackcheck game settle-up",),
    "game recompute": ("rackcheck game recompute",),
    "game keep": ("rackcheck game keep 1 friday.zip",),
    "game evidence": ("rackcheck game evidence 4", "rackcheck game evidence 4 --save win-4.zip"),
    "game export": ("rackcheck game export friday.csv", "rackcheck game export friday.json"),
    "game import": ("rackcheck game import friday.json",),
    "game backup": ("rackcheck game backup book-2026-01-31.sqlite3",),
    "game begin-anew": ("rackcheck game begin-anew",),
    "game restore": ("rackcheck game restore book-2026-01-31.sqlite3",),
    "evidence show": ("rackcheck evidence show friday.zip",),
    "sets teach": (
        "rackcheck sets teach rosewood faces.jpg --propose",
        "rackcheck sets teach rosewood faces.jpg --overlay numbered",
    ),
    "sets list": ("rackcheck sets list",),
    "sets show": ("rackcheck sets show rosewood --pictures faces",),
    "sets export": ("rackcheck sets export rosewood rosewood.json",),
    "sets import": ("rackcheck sets import rosewood.json --name oak",),
    "sets merge": ("rackcheck sets merge rosewood oak",),
    "sets rename": ("rackcheck sets rename oak elm",),
    "sets forget": ("rackcheck sets forget rosewood J", "rackcheck sets forget rosewood F 2"),
    "sets delete": ("rackcheck sets delete elm",),
}
"""Lines to type, by command, in an order that gives each line the files it needs."""
