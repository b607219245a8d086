"""Parts of third-party Python that the phone edition never loads, and so does not ship.

A test checks every shipped module against these lists (`tests/service/browser/site/test_left_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

OF_BOOK: Final = (
    "alembic/templates",
    "alembic/testing",
    "mako/ext/autohandler.py",
    "mako/ext/babelplugin.py",
    "mako/ext/beaker_cache.py",
    "mako/ext/extract.py",
    "mako/ext/linguaplugin.py",
    "mako/ext/preprocessors.py",
    "mako/ext/turbogears.py",
    "mako/testing",
    "sqlalchemy/dialects/mssql",
    "sqlalchemy/dialects/mysql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/dialects/postgresql/provision.py",
    "sqlalchemy/dialects/sqlite/provision.py",
    "sqlalchemy/ext/associationproxy.py",
    "sqlalchemy/ext/asyncio",
    "sqlalchemy/ext/automap.py",
    "sqlalchemy/ext/baked.py",
    "sqlalchemy/ext/declarative",
    "sqlalchemy/ext/horizontal_shard.py",
    "sqlalchemy/ext/hybrid.py",
    "sqlalchemy/ext/indexable.py",
    "sqlalchemy/ext/instrumentation.py",
    "sqlalchemy/ext/mutable.py",
    "sqlalchemy/ext/orderinglist.py",
    "sqlalchemy/ext/serializer.py",
    "sqlalchemy/orm",
    "sqlalchemy/testing",
)
"""Unused parts of the ledger's packages: other databases, the ORM, template plugins, their own tests."""

_SCRIPTS: Final = (
    "big5 gb2312 gbk gb18030 hz euc_jp euc_kr euc_jis_2004 euc_jisx0213 shift_jis shift_jis_2004 shift_jisx0213 "
    "big5hkscs johab hp_roman8 kz1048 koi8_r koi8_t koi8_u palmos ptcp154 tis_620"
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
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl",
    "antigravity.py",
    "asyncio/__main__.py",
    "asyncio/proactor_events.py",
    "asyncio/tools.py",
    "asyncio/windows_events.py",
    "asyncio/windows_utils.py",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "code.py",
    "colorsys.py",
    "compileall.py",
    "concurrent/futures/interpreter.py",
    "concurrent/futures/process.py",
    "concurrent/interpreters",
    "ctypes",
    "doctest.py",
    "email/mime/audio.py",
    "fileinput.py",
    "ftplib.py",
    "getpass.py",
    "graphlib.py",
    "html/parser.py",
    "http/cookiejar.py",
    "http/cookies.py",
    "http/server.py",
    "imaplib.py",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing",
    "netrc.py",
    "nturl2path.py",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pty.py",
    "pyclbr.py",
    "pydoc.py",
    "pyodide/console.py",
    "rlcompleter.py",
    "sched.py",
    "shelve.py",
    "smtplib.py",
    "socketserver.py",
    "sqlite3/__main__.py",
    "symtable.py",
    "tabnanny.py",
    "trace.py",
    "tracemalloc.py",
    "unittest",
    "wave.py",
    "webbrowser.py",
    "wsgiref",
    "xml",
    "xmlrpc",
    "zipapp.py",
)
"""Unused parts of Python's library: processes, other systems, networks, debuggers, prompts, legacy encodings."""


def within(name: str, places: Iterable[str]) -> bool:
    """Say whether a file is one of the places, or lies in one of them."""
    return any(name == place or name.startswith(f"{place}/") for place in places)


def without(files: Mapping[str, bytes], places: Iterable[str]) -> dict[str, bytes]:
    """Return the files outside the places to leave out."""
    left_out = tuple(places)
    return {name: data for name, data in files.items() if not within(name, left_out)}
