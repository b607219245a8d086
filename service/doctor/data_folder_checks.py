"""Check the files of the data folder beside the ledger: certificates, pairing, added cards, tile sets, tables."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from rules.card.card import parse_card
from rules.errors import CardError, RuleSetError
from rules.ruleset import read_ruleset
from service.cards.kept_texts import exact_text
from service.cards.table_card import kept_card
from service.doctor.finding import Finding
from service.server.access.pairing import load_secret, secret_file
from service.shared.errors import ServiceError
from service.shared.wording import plural
from service.storage.data_folder import files_in

SOON: Final = timedelta(days=30)
"""Time before its end from which the server renews a certificate (`service.server.access.certificates.RENEW_DAYS`)."""

_ANEW: Final = "start `rackcheck serve --https` again: a new one is made"
_PHONES: Final = "; phones have to install the new authority from /pair"


def _owner(file: object) -> str:
    return f"sudo chown {os.geteuid()} {shlex.quote(str(file))}"


def judge_certificates(facts: Sequence[Mapping[str, Any]], now: datetime) -> list[Finding]:
    """Judge whether the certificates of https are usable, and for how long.

    Args:
        facts: for each file its `name` and `path`; then either its `error`, with `closed` if this user may not read
            the file, or its times `begins` and `ends` in ISO 8601; and whether it is `open` to other users.
        now: the time, with a time zone.
    """
    if not facts:
        return [Finding("certificates", "ok", "none has been made; only `serve --https` needs them")]
    found = []
    for fact in facts:
        name = str(fact["name"])
        phones = _PHONES if name.startswith("ca.") else ""
        if fact.get("error"):
            # The file is intact and belongs to another user: after a new one, every phone would have to trust it again.
            mend = _owner(fact["path"]) if fact.get("closed") else f"delete {name} and {_ANEW}{phones}"
            found.append(Finding("certificates", "fail", f"{name}: {fact['error']}", mend))
        elif fact.get("open"):
            mend = f"chmod 600 {shlex.quote(str(fact['path']))}"
            found.append(Finding("certificates", "warn", f"{name} can be read by other users of this machine", mend))
        elif fact.get("ends"):
            found += _judge_times(name, str(fact["begins"]), str(fact["ends"]), now, phones)
    if found:
        return found
    ends = min(str(fact["ends"]) for fact in facts if fact.get("ends"))
    return [Finding("certificates", "ok", f"good until {ends[:10]}")]


def _judge_times(name: str, begins: str, ends: str, now: datetime, phones: str) -> list[Finding]:
    if now < datetime.fromisoformat(begins):
        mend = f"set the clock of this machine; if it is right now, delete {name} and {_ANEW}{phones}"
        return [Finding("certificates", "fail", f"{name} begins only on {begins[:10]}", mend)]
    if now >= datetime.fromisoformat(ends):
        return [Finding("certificates", "fail", f"{name} ended on {ends[:10]}", f"{_ANEW}{phones}")]
    if now >= datetime.fromisoformat(ends) - SOON:
        return [Finding("certificates", "warn", f"{name} ends on {ends[:10]}", f"{_ANEW}{phones}")]
    return []


def begun(facts: Sequence[Mapping[str, Any]]) -> list[tuple[str, datetime]]:
    """Return the time the certificates were made: the clock must be later."""
    # A certificate begins a day early, for phones whose clock is behind.
    made = [datetime.fromisoformat(str(one["begins"])) + timedelta(days=1) for one in facts if one.get("begins")]
    return [("the certificates were made", max(made).astimezone(UTC))] if made else []


def judge_sets(facts: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Judge whether every taught tile set is readable and has a distinct name.

    Args:
        facts: for each tile set its `name`, its folded name `meant` (the same for names that differ in capitals
            alone), its `file`, and `error` and `closed` as above.
    """
    found = []
    names: dict[str, list[str]] = {}
    for one in facts:
        names.setdefault(str(one["meant"]), []).append(str(one["name"]))
        if one.get("error"):
            mend = f"delete it, then import it again or teach it again: rm {shlex.quote(str(one['file']))}"
            mend = _owner(one["file"]) if one.get("closed") else mend
            message = f"the taught set {one['name']!r} cannot be read: {one['error']}"
            found.append(Finding("sets", "fail", message, mend))
    for meant in names.values():
        if len(meant) > 1:
            differ = f"the taught sets {' and '.join(map(repr, meant))} differ in capitals alone"
            message = f"{differ}: only who writes them just so reads by one of them"
            mend = f"rackcheck sets rename {shlex.quote(meant[0])} ANOTHER-NAME"
            found.append(Finding("sets", "warn", message, mend))
    return found or [Finding("sets", "ok", f"{plural(len(facts), 'taught set')}, all can be read")]


def check_cards(folder: Path) -> list[Finding]:
    """Check that every added card is readable; raises the `OSError` of an unreadable folder."""
    files = sorted(files_in(folder, ".toml"))
    wrong = []
    for file in files:
        try:
            parse_card(exact_text(file), str(file))
        except PermissionError:
            message = f"the card {file.stem!r} cannot be read: this user may not"
            wrong.append(Finding("cards", "fail", message, _owner(file)))
        except (CardError, ServiceError, OSError) as error:
            mend = f"rackcheck cards lint {shlex.quote(str(file))} says where; mend it, or delete it"
            wrong.append(Finding("cards", "fail", f"the card {file.stem!r} cannot be read: {error}", mend))
    return wrong or [Finding("cards", "ok", f"{plural(len(files), 'added card')}, all can be read")]


def check_tables(folder: Path) -> list[Finding]:
    """Check that every table's rules are readable and bear its name; raises the `OSError` of an unreadable folder."""
    wrong = []
    for file in sorted(files_in(folder, ".toml")):
        try:
            named = read_ruleset(file).id
            error = None if named == file.stem else f"they call themselves {named!r}: make both the same"
        except (RuleSetError, OSError) as fault:
            error = str(fault)
        if error is not None:
            mend = f"mend {shlex.quote(str(file))}, or delete it"
            wrong.append(Finding("tables", "fail", f"the rules of the table {file.stem!r}: {error}", mend))
    return wrong


def check_pairing(data_dir: Path) -> list[Finding]:
    """Check the secret by which the server knows paired phones; raises the `OSError` of an unreadable file."""
    if not secret_file(data_dir).exists():
        return [Finding("pairing", "ok", "no secret has been made; only a server that asks for a code needs it")]
    try:
        load_secret(data_dir)
    except ServiceError as error:
        mend = f"rm {shlex.quote(error.where)}; the next start makes a new one, and every phone pairs again"
        return [Finding("pairing", "fail", f"{error.where} is not the secret that was written", mend)]
    return [Finding("pairing", "ok", "the secret of paired phones can be read")]


def check_table_card(data_dir: Path) -> list[Finding]:
    """Check that we can read which card the table plays by; raises the `OSError` of an unreadable file."""
    try:
        kept_card(data_dir)
    except ServiceError as error:
        return [Finding("tables", "fail", f"{error.where}: {error.message}", "rackcheck use CARD")]
    return []
