"""Classify the words of a typed line: groups of tiles, a value, X or C, signs between groups, remarks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from rules.card.pasted.notes import REMARK

Kind = Literal["group", "value", "kind", "or", "sign", "note"]

SUIT_MARKS: Final = {
    "green": "green",
    "red": "red",
    "blue": "blue",
    "black": "black",
    "grn": "green",
    "blu": "blue",
    **dict.fromkeys(("bam", "bams", "bamboo", "bamboos"), "B"),
    **dict.fromkeys(("crak", "craks", "crack", "cracks", "character", "characters"), "C"),
    **dict.fromkeys(("dot", "dots", "circle", "circles"), "D"),
}
"""Words for a suit, beside or in brackets after a group."""

_GROUP: Final = re.compile(
    r"(?P<faces>(?:[XYUV]\+[1-8]|[0-9A-Za-z])+?)(?:(?P<mark>(?<=[0-9A-Z])[abcgrdkptyw]|(?<=[0-9A-Za-z])\*)|"
    r"[-_/:.](?P<named>[A-Za-z]{1,9}))?(?P<natural>!?)"
)
_VALUE: Final = re.compile(
    r"(?P<before>[xXcC])?[-=:.]?(?P<money>\$)?(?P<number>\d{0,4}(?:\.\d{1,2})?)"
    r"(?P<cents>\u00a2|cts?|pts?\.?|points?)?(?P<after>[xXcC])?",
)
_KINDS: Final = {
    **dict.fromkeys(("x", "exp", "exp.", "exposed", "open"), "x"),
    **dict.fromkeys(("c", "conc", "conc.", "concealed", "closed"), "c"),
}
_OR: Final = frozenset({"or", "-or-", "--or--", "/", "or:"})
_YEAR: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_JOINED_YEAR: Final = re.compile(r"\d(?:19|20)\d\d|(?:19|20)\d{3}")
_WINDS: Final = frozenset("NEWS")
_FACES: Final = frozenset("0123456789DRGNEWSFZJAXYUV")
_NUMBER_LETTERS: Final = frozenset("XYUV")


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that stand together; ``mark`` is their suit as written, empty without one."""

    faces: str
    mark: str = ""
    natural: bool = False

    @property
    def size(self) -> int:
        """How many tiles it holds."""
        return len(re.sub(r"\+[1-8]", "", self.faces))

    @property
    def suited(self) -> bool:
        """Whether its tiles need a suit."""
        return any(face in "123456789DXYUV" for face in self.faces)


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line with its possible meanings.

    ``groups`` are the tiles that it may name, ``value`` and ``kind`` (``x`` or ``c``) the value that it may name; a
    bare number can be both tiles and a value. ``mended`` describes a correction in it, empty without one.
    """

    text: str
    groups: tuple[Group, ...] = ()
    value: int | None = None
    kind: str = ""
    role: Kind = "note"
    mended: str = ""

    @property
    def doubt(self) -> str:
        """Say why its tiles may be others, empty where they hardly are."""
        faces = [re.sub(r"\+\d", "", group.faces) for group in self.groups]
        digits = [one.isdigit() for one in faces]
        mixed = any(len(one) == 1 for one in faces) and any(digits) and not all(digits)
        # 333S is probably a misread 3335.
        if mixed or any(re.search(r"\d", one) and re.search(r"[XYUV]", one) for one in faces):
            return f"{self.text!r} mixes a letter with digits"
        year = _JOINED_YEAR.search(self.text) and all(len(set(one)) == 1 for one in faces)
        return f"is {self.text!r} a year beside a group?" if year else ""

    @property
    def cents(self) -> bool:
        """Whether its c may mean cents, as in 25c."""
        return re.fullmatch(r"[\d.$]+c", self.text) is not None


def read_word(text: str, ink: str = "") -> Word:
    """Classify one word; ``ink`` is its printed colour, empty for plain."""
    bare = text.strip(",;") or text
    low = bare.lower().strip(".:")
    if low in _OR:
        return Word(bare, role="or")
    if bare in {"+", "="}:
        return Word(bare, role="sign")
    if low in _KINDS:
        return Word(bare, kind=_KINDS[low], role="kind")
    value, kind = _read_value(bare)
    said = value is not None and (not bare[0].isdigit() or bare[-1] not in "cC0123456789")
    groups, mended = ((), "") if said else read_groups(bare, ink)
    if groups:
        return Word(bare, groups, value, kind, role="group", mended=mended)
    if value is not None:
        return Word(bare, value=value, kind=kind, role="value")
    return Word(text)


def _read_value(text: str) -> tuple[int | None, str]:
    """Return the value and X or C of a word such as ``x25``, ``25X``, ``$25`` or ``25c``; None where it has none."""
    match = _VALUE.fullmatch(text)
    if match is None or not match["number"] or match["number"] == ".":
        return None, ""
    kind = (match["before"] or match["after"] or "").lower()
    number = match["number"]
    cents = round(float(number) * 100) if "." in number else int(number)
    return cents, kind


def read_groups(text: str, ink: str = "") -> tuple[tuple[Group, ...], str]:
    """Return the groups of tiles that a word names, none for no tiles, and a description of the correction made."""
    match = _GROUP.fullmatch(text)
    if match is None:
        return (), ""
    faces, mark = match["faces"], match["mark"] or ""
    if match["named"]:
        mark = SUIT_MARKS.get(match["named"].lower(), match["named"] if len(match["named"]) == 1 else "?")
        if mark == "?":
            return (), ""
    # A last capital behind digits is a suit: 2222B, 2222G. Two are tiles: 2222DD, RR.
    if not mark and (end := re.fullmatch(r"(\d+|D{2,}(?!D)|[XYUV+1-8]*[XYUV1-8])([BCDRGK])", faces)):
        faces, mark = end[1], end[2]
    read, mended = _mend(faces)
    if not read or not _says_tiles(read, faces):
        return (), ""
    natural = bool(match["natural"])
    groups = tuple(Group(group, mark or ink, natural) for group in _groups(read))
    if sum(group.size for group in groups) > 20 or (mark and not groups[-1].suited):
        return (), ""
    return tuple(group if group.suited else Group(group.faces, "", natural) for group in groups), mended


def _mend(faces: str) -> tuple[str, str]:
    """Write tiles in capitals; O is 0 and l or I is 1 where digits stand beside them."""
    if any(one.isdigit() for one in faces) or re.fullmatch(r"[OolI]{2,}", faces):
        made = re.sub(r"[Oo]", "0", re.sub(r"[lI|]", "1", faces)).upper()
    else:
        made = faces.upper()
    if not set(made) <= _FACES | {"+"}:
        return "", ""
    return made, "" if made == faces.upper() else f"{faces} read as {made}"


def _says_tiles(read: str, typed: str) -> bool:
    """Tell tiles from words: RED and NEED are spelt with tiles as well."""
    if any(one.isdigit() for one in read):
        return True
    runs = re.findall(r"(.)(\1*)", re.sub(r"\+\d", "", read))
    small = typed != typed.upper()
    if len(runs) == 1:
        return len(read) > 1 or (read in "DFNEWS" and not small)
    if re.fullmatch(r"F{1,6}(?:NEWS|EW|NS)", read) and not small:
        return True
    if set(read) <= _WINDS:
        singles = all(not more for _, more in runs)
        return (len(set(read)) == len(runs) and singles and (not small or read == "NEWS")) or all(
            more for _, more in runs
        )
    if set(read) <= _NUMBER_LETTERS | set("+12345678"):
        return True
    return all(more for _, more in runs) and len(read) >= 4


def _groups(read: str) -> list[str]:
    """Split groups typed without a space between them: FF1111 2222DDDD NNNNEWSSSS NEWS2026."""
    if _YEAR.fullmatch(read) or "+" in read or set(read) & _NUMBER_LETTERS:
        return [read]
    parts = list(filter(None, _YEAR.split(read)))
    if len(parts) > 1:
        return [group for part in parts for group in _groups(part)]
    runs = [match.group() for match in re.finditer(r"(.)\1*", read)]
    if all(len(run) == 1 for run in runs):
        letters = re.findall(r"[0-9]+|[NEWS]+|[DRG]+|F", read)
        return letters if len(letters) > 1 else [read]
    groups: list[str] = []
    for run in runs:
        together = (
            groups and len(run) == 1 and len(set(groups[-1])) == len(groups[-1]) and _class(groups[-1]) == _class(run)
        )
        if together:
            groups[-1] += run
        else:
            groups.append(run)
    return groups


def _class(group: str) -> str:
    return "digits" if group[0].isdigit() else "winds" if group[0] in _WINDS else group[0]


def words_of(text: str) -> list[tuple[str, int]]:
    """Return the words of a line with their places; a bracket with its content is one word."""
    # Between tiles these signs only separate; X+1 is a tile, 11+22 two groups.
    parted = re.sub(r"(?:(?<=[0-9A-Zf])|(?<=[0-9D][a-gkr]))[-/,;|](?=[0-9NEWSFDRGX]{2}|[0-9D][a-gkr]\b|ff)", " ", text)
    spaced = re.sub(r"(?<![XYUV])\+(?![1-8][XYUVabc*])|=(?!\d)|=(?=\d\d)", lambda sign: f" {sign.group()} ", parted)
    places = _places(parted, spaced)
    found = []
    for match in _WORDS.finditer(spaced):
        word = f"({match['remark']})" if match["remark"] else match.group()
        found.append((word, places[match.start()]))
    return found


_WORDS: Final = re.compile(rf"[(\[][^()\[\]]*[)\]]?|(?P<remark>{REMARK.pattern})|[^\s()\[\]]+", re.IGNORECASE)


def _places(text: str, spaced: str) -> list[int]:
    """Return for each character of the spaced text its place in the text."""
    places = []
    at = 0
    for one in spaced:
        places.append(min(at, max(len(text) - 1, 0)))
        if at < len(text) and one == text[at]:
            at += 1
    return places
