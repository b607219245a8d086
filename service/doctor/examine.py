"""Run all checks in order: a check that others depend on comes first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from service.doctor import (
    data_folder_checks,
    ledger_checks,
    machine_checks,
    model_checks,
    package_checks,
    package_loading,
)
from service.doctor.child_process import ask
from service.doctor.finding import Finding, worst
from service.doctor.version_numbers import read_pins
from service.ledger.database.soundness import LedgerFacts
from service.storage.data_folder import files_in

_FIRST: Final = "mend what is wrong with packages and imports first, then ask again"
_NETWORKS_FIRST: Final = "mend what is wrong with models first, then ask again"
_REPORT: Final = "report it with what `rackcheck doctor --json` prints"


@dataclass(frozen=True, slots=True)
class _Settings:
    """The settings that the checks need: data folder, database, host and port."""

    data_dir: Path
    database_url: str | None
    host: str
    port: int


def examine() -> list[Finding]:
    """Run all checks; a check that another fault prevents reports that fault."""
    findings = [*package_checks.check_packages(), _names()]
    pins = _pins()
    findings += package_loading.judge_imports(package_loading.load_apart(list(package_loading.MODULES.values())), pins)
    networks = model_checks.check_models()
    findings += networks
    findings += _of("opencv", ask("opencv"), lambda facts: _opencv(facts, pins))
    findings += check_scan(networks)
    finding, settings = _settings()
    findings.append(finding)
    past = machine_checks.installed_at(package_checks.ROOT)
    if settings is not None:
        found, facts = _data(settings)
        findings += found
        certificates = _in(settings.data_dir / "certificates", "certificates")
        now = datetime.now(UTC)
        findings += _of(
            "certificates", certificates, lambda seen: data_folder_checks.judge_certificates(seen["files"], now)
        )
        sets = _in(settings.data_dir / "sets", "sets")
        findings += _of("sets", sets, lambda seen: data_folder_checks.judge_sets(seen["sets"]))
        findings.append(machine_checks.judge_port(settings.host, settings.port))
        past += ledger_checks.happened(facts) + data_folder_checks.begun(certificates.get("files", ()))
    findings.append(machine_checks.judge_clock(datetime.now(UTC), past))
    return [*findings, _cameras()]


def check_scan(networks: Sequence[Finding]) -> list[Finding]:
    """Check that a scan of the example picture is right, if the networks are as released."""
    if worst(networks) == "fail":
        return [Finding("scan", "warn", "not looked at: the networks are not as released", _NETWORKS_FIRST)]
    picture = package_checks.shipped("rack.jpg", "examples/rack.jpg")
    if not picture.is_file():
        return [Finding("scan", "fail", f"the example picture {picture} is missing", "install the program again")]
    return _of("scan", ask("scan", str(picture)), lambda facts: [model_checks.judge_scan(facts)])


def _data(settings: _Settings) -> tuple[list[Finding], LedgerFacts]:
    """Check the data folder, its disk, cards, tables and ledger; a forbidden folder does not stop the other checks."""
    looks: dict[str, Callable[[], list[Finding]]] = {
        "data-folder": lambda: [machine_checks.judge_folder(settings.data_dir)],
        "disk": lambda: machine_checks.check_disks(settings.data_dir),
        "cards": lambda: data_folder_checks.check_cards(settings.data_dir / "cards"),
        "tables": lambda: [
            *data_folder_checks.check_tables(settings.data_dir / "tables"),
            *data_folder_checks.check_table_card(settings.data_dir),
        ],
        "pairing": lambda: data_folder_checks.check_pairing(settings.data_dir),
    }
    if (file := _book_file(settings)) is not None:
        looks["copies"] = lambda: ledger_checks.check_copies(file)
    findings, facts = [], LedgerFacts(None)
    for check, look in looks.items():
        try:
            findings += look()
        except OSError as error:
            findings.append(_closed(check, error))
    try:
        found, facts = _book(settings)
    except OSError as error:
        found = _closed("book", error)
    return [*findings, found], facts


def _in(folder: Path, look: str) -> dict[str, Any]:
    """Probe the files of a folder; if it is not readable, return the reason and what to do."""
    try:
        files_in(folder, "")
    except OSError as error:
        return {"error": error.strerror, "where": error.filename, "missing": False, "mend": _mend(error)}
    return ask(look, str(folder))


def _closed(check: str, error: OSError) -> Finding:
    return Finding(check, "fail", f"{error.filename}: {error.strerror}", _mend(error))


def _mend(error: OSError) -> str:
    if isinstance(error, NotADirectoryError):
        return "a file stands where a folder is wanted: move it away"
    return "let this user enter and read it, or let RACKCHECK_DATA_DIR name another folder"


def _of(check: str, facts: dict[str, Any], judge: Callable[[dict[str, Any]], list[Finding]]) -> list[Finding]:
    """Judge facts, or report why there are none."""
    if "error" not in facts:
        return judge(facts)
    place = f"{facts['where']}: " if facts["where"] else ""
    if facts["missing"]:
        return [Finding(check, "warn", f"not looked at: {facts['error']}", _FIRST)]
    return [Finding(check, "fail", f"{place}{facts['error']}", facts.get("mend", _REPORT))]


def _pins() -> dict[str, str]:
    try:
        return read_pins(package_checks.pins_file().read_text("utf-8"))
    except OSError:
        # package_checks reports this fault.
        return {}


def _names() -> Finding:
    places: dict[str, str | None] = {}
    for name in package_checks.OWN:
        spec = find_spec(name)
        places[name] = None if spec is None else str(Path(spec.origin or "").resolve().parent)
    return package_checks.judge_names(places, package_checks.ROOT)


def _opencv(facts: dict[str, Any], pins: dict[str, str]) -> list[Finding]:
    try:
        installed = metadata.version("opencv-python")
    except metadata.PackageNotFoundError:
        installed = ""
    return model_checks.judge_opencv_build(facts, installed, package_checks.requirement("opencv-python", pins))


def _settings() -> tuple[Finding, _Settings | None]:
    """Read the settings, or report why they are unusable."""
    facts = ask("settings")
    if "error" not in facts:
        found = _Settings(Path(facts["data_dir"]), facts["database_url"], str(facts["host"]), int(facts["port"]))
        message = f"the data folder is {found.data_dir}"
        if not (strange := facts["strange"]):
            return Finding("settings", "ok", message), found
        names = ", ".join(strange)
        mend = f"unset {' '.join(strange)}, or correct the name: there are {', '.join(facts['known'])}"
        return Finding("settings", "warn", f"{message}; {names} is no setting and does nothing", mend), found
    if facts["missing"]:
        message = f"not looked at, nor the data folder, the book and the port: {facts['error']}"
        return Finding("settings", "warn", message, _FIRST), None
    name = str(facts["where"])
    mend = f"set {name} to what the message asks for, or take it away: unset {name}" if name in os.environ else _REPORT
    return Finding("settings", "fail", str(facts["error"]), mend), None


def _book_file(settings: _Settings) -> Path | None:
    """Return the file of a ledger in SQLite; None for another database."""
    if settings.database_url is None:
        return settings.data_dir / "book.sqlite3"
    kind, _, file = settings.database_url.partition(":///")
    return Path(file.partition("?")[0]) if kind.partition("+")[0] == "sqlite" else None  # it may name a driver


def _book(settings: _Settings) -> tuple[Finding, LedgerFacts]:
    if (file := _book_file(settings)) is not None:
        return ledger_checks.check_file(file)
    found, nothing = ask("database", settings.database_url or "", patience=20.0), LedgerFacts(None)
    if found.get("missing"):
        return Finding("book", "warn", f"not looked at: {found['error']}", _FIRST), nothing
    if "error" in found:
        return ledger_checks.judge_unreachable(str(found["where"]), str(found["error"])), nothing
    facts = LedgerFacts(**{**found, "faults": tuple(found["faults"]), "gaps": tuple(found["gaps"])})
    return ledger_checks.judge_ledger(facts, "PostgreSQL", ledger_checks.PG_RESTORE), facts


def _cameras() -> Finding:
    there, allowed = machine_checks.camera_devices()
    # We do not probe a device that this user may not open.
    facts = ask("cameras", *map(str, allowed)) if allowed else {"giving": 0}
    return machine_checks.judge_cameras(len(there), len(allowed), int(facts.get("giving", 0)))
