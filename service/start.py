"""The entry point of `rackcheck`: says what to do when the program itself fails to load.

It runs first in any broken environment, so it uses only the standard library, and syntax that an old Python can parse.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run one command line and return its exit status (`service.commands.cli.main`).

    If a package is missing or broken, `rackcheck doctor` still runs; any other command points to it and returns 1.
    """
    if sys.version_info < (3, 11):  # noqa: UP036 - the message for somebody who runs the sources with an older Python
        found = ".".join(map(str, sys.version_info[:3]))
        sys.stderr.write("error: rackcheck needs Python 3.11 or newer; %s is %s\n" % (sys.executable, found))  # noqa: UP031
        return 1
    try:
        from service.commands.cli import main as run  # noqa: PLC0415 - a failed load is reported below
    except KeyboardInterrupt:
        return 130  # as a running command returns, and as a shell calls a program that Ctrl-C ended
    except Exception as error:  # noqa: BLE001 - a broken package raises whatever it likes
        return _without(sys.argv[1:], error)
    try:
        return run()
    except ImportError as error:
        # A command imports its packages only when it runs.
        return _without(sys.argv[1:], error)


def _without(arguments: list[str], error: Exception) -> int:
    from service.doctor.examine import examine  # noqa: PLC0415
    from service.doctor.finding import Report  # noqa: PLC0415
    from service.shared.json_text import dumps  # noqa: PLC0415
    from service.shared.terminal import show_every_character  # noqa: PLC0415
    from service.shared.version import version  # noqa: PLC0415

    show_every_character()
    as_json = "--json" in arguments
    if arguments[:1] != ["doctor"]:
        message = (
            f"the program cannot be loaded ({type(error).__name__}: {error}); `rackcheck doctor` says how to mend it"
        )
        if as_json:
            sys.stdout.write(dumps({"error": {"code": "broken-installation", "message": message, "where": ""}}) + "\n")
        else:
            sys.stderr.write(f"error: {message}\n")
        return 1
    report = Report(version(), tuple(examine()))
    sys.stdout.write((dumps(report.to_json()) if as_json else str(report)) + "\n")
    return int(report.verdict == "fail")
