"""Read the list of packs: their versions, their licences, and whether they are held out."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from datasets.errors import DatasetError

MANIFEST = Path(__file__).with_name("manifest.toml")

Kind = Literal["icons", "latin", "cjk"]

LICENCES = frozenset({"MIT", "Apache-2.0", "CC0-1.0", "CC-BY-3.0", "CC-BY-4.0", "OFL-1.1"})
"""Licences that allow us to train a network on a pack's art."""


@dataclass(frozen=True, slots=True)
class Pack:
    """One package of the npm registry.

    ``sha256`` is the hash of the packed file. A ``held_out`` pack never trains: it draws validation faces only.
    """

    name: str
    version: str
    kind: Kind
    licence: str
    sha256: str
    held_out: bool = False

    def __post_init__(self) -> None:
        """Raise ``DatasetError`` for an unknown kind, a licence outside ``LICENCES`` or a malformed hash."""
        if self.kind not in get_args(Kind):
            raise DatasetError("bad-art", f"{self.name}: kind {self.kind!r} is none of {get_args(Kind)}", "manifest")
        if self.licence not in LICENCES:
            raise DatasetError("bad-art", f"{self.name}: licence {self.licence!r} is none of {LICENCES}", "manifest")
        if len(self.sha256) != 64:
            raise DatasetError("bad-art", f"{self.name}: {self.sha256!r} is no SHA-256", "manifest")

    @property
    def short(self) -> str:
        """Return the name without its scope: ``@fontsource/anton`` is ``anton``."""
        return self.name.rpartition("/")[2]

    @property
    def file(self) -> str:
        """Return the file name that ``npm pack`` gives the pack."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


def read_manifest() -> tuple[Pack, ...]:
    """Read the packs of the manifest; a pack that breaks a rule raises ``DatasetError``."""
    packs = tuple(Pack(**entry) for entry in tomllib.loads(MANIFEST.read_text(encoding="utf-8"))["pack"])
    if len({pack.name for pack in packs}) != len(packs):
        raise DatasetError("bad-art", "a pack is listed twice", "manifest")
    return packs
