"""Parts of third-party Python that the phone edition never loads, and so does not ship.

A test checks every shipped module against these lists (`tests/service/browser/site/test_left_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

_MAKO: Final = "autohandler babelplugin beaker_cache extract linguaplugin preprocessors turbogears"

_SQLALCHEMY: Final = (
    "associationproxy automap baked horizontal_shard hybrid indexable instrumentation mutable orderinglist serializer"
)

OF_BOOK: Final = (
    "alembic/templates",
    "alembic/testing",
    "mako/testing",
    *(f"mako/ext/{name}.py" for name in _MAKO.split()),
    *(f"sqlalchemy/dialects/{name}" for name in ("mssql", "mysql", "oracle")),
    *(f"sqlalchemy/dialects/{name}/provision.py" for name in ("postgresql", "sqlite")),
    *(f"sqlalchemy/ext/{name}.py" for name in _SQLALCHEMY.split()),
    "sqlalchemy/ext/asyncio",
    "sqlalchemy/ext/declarative",
    "sqlalchemy/orm",
    "sqlalchemy/testing",
)
"""Unused parts of the ledger's packages: other databases, the ORM, template plugins, their own tests."""

_SCRIPTS: Final = (
    "big5 gb2312 gbk gb18030 hz euc_jp euc_kr euc_jis_2004 euc_jisx0213 shift_jis shift_jis_2004 shift_jisx0213 "
    "big5hkscs johab hp_roman8 kz1048 koi8_r koi8_t koi8_u palmos ptcp154 tis_620"
)

_MODULES: Final = (
    "_pydatetime _pyio antigravity asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events "
    "asyncio/windows_utils bdb cProfile cmd code colorsys compileall concurrent/futures/interpreter "
    "concurrent/futures/process doctest email/mime/audio fileinput ftplib getpass graphlib html/parser http/cookiejar "
    "http/cookies http/server imaplib logging/config logging/handlers mailbox modulefinder netrc nturl2path optparse "
    "pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc pyodide/console rlcompleter sched shelve smtplib "
    "socketserver sqlite3/__main__ symtable tabnanny trace tracemalloc wave webbrowser zipapp"
)

OF_PYTHON: Final = (
    *(f"encodings/{name}.py" for name in _SCRIPTS.split()),
    *(f"encodings/iso8859_{number}.py" for number in range(2, 17) if number != 12),
    *(f"encodings/iso2022_{name}.py" for name in ("jp", "jp_1", "jp_2", "jp_2004", "jp_3", "jp_ext", "kr")),
    *(f"encodings/cp{number}.py" for number in (*range(1250, 1252), *range(1253, 1259), 273, 424, 500, 720, 737)),
    *(f"encodings/cp{number}.py" for number in (775, 850, 852, 855, 856, 857, 858, *range(860, 867), 869, 874, 875)),
    *(f"encodings/cp{number}.py" for number in (932, 949, 950, 1006, 1026, 1125, 1140)),
    *(f"encodings/mac_{name}.py" for name in ("arabic", "croatian", "cyrillic", "farsi", "greek", "iceland")),
    *(f"encodings/mac_{name}.py" for name in ("latin2", "roman", "romanian", "turkish")),
    *(f"{name}.py" for name in _MODULES.split()),
    "_pyrepl",
    "concurrent/interpreters",
    "ctypes",
    "multiprocessing",
    "unittest",
    "wsgiref",
    "xml",
    "xmlrpc",
)
"""Unused parts of Python's library: processes, other systems, networks, debuggers, prompts, legacy encodings."""


def within(name: str, places: Iterable[str]) -> bool:
    """Say whether a file is one of the places, or lies in one of them."""
    return any(name == place or name.startswith(f"{place}/") for place in places)


def without(files: Mapping[str, bytes], places: Iterable[str]) -> dict[str, bytes]:
    """Return the files outside the places to leave out."""
    left_out = tuple(places)
    return {name: data for name, data in files.items() if not within(name, left_out)}
