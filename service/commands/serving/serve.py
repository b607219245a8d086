"""`rackcheck serve`: the page and the HTTP interface."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from service.commands.display.server import show_address
from service.commands.support.options import Json, flag, option
from service.commands.support.output import Output
from service.commands.support.started import Pairing, StartedServer
from service.shared.addresses import EVERYWHERE, is_loopback, lan_addresses, listening, machine_names
from service.shared.errors import ServiceError, WrongUsageError

if TYPE_CHECKING:
    from service.doctor.finding import Finding
    from service.server.access.certificates import Certificates
    from service.server.access.policy import Access
    from service.shared.settings import Settings


def serve(
    *,
    host: Annotated[
        str | None,
        option("--host", "ADDRESS", "Where to listen. Left out: RACKCHECK_HOST, else 127.0.0.1, this machine alone."),
    ] = None,
    port: Annotated[
        int | None,
        option(
            "--port",
            "N",
            "The port, 0 for any that is free. Left out: RACKCHECK_PORT, else 8152. It may be",
            min=0,
            max=65535,
        ),
    ] = None,
    lan: Annotated[bool, flag("--lan", "Open it to the local network, for phones that know the pairing code.")] = False,
    https: Annotated[
        bool, flag("--https", "Speak https with a certificate of its own: phones then give their camera.")
    ] = False,
    forget_phones: Annotated[
        bool, flag("--forget-phones", "First forget every paired phone: each has to pair again.")
    ] = False,
    tile_set: Annotated[
        str | None,
        option(
            "--set", "SET", "The taught set that photos are read by where a phone has chosen none. Left out: by none."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        option(
            "--workers",
            "N",
            "Processes that share the work. Left out: RACKCHECK_WORKERS, else 1. There may be",
            min=1,
            max=16,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Start the page and print its address; Ctrl-C ends it.

    It listens on this machine alone. With --lan (or a --host of the network) it prints a QR code; a phone that scans it
    is paired for 180 days, and nothing but the pairing page answers anyone else. The code is a new one at each start
    unless RACKCHECK_PAIRING_CODE names it. With --https the page /pair says how a phone comes to trust this machine.
    With --workers several photos are read at the same time, each worker holding networks of its own; they share the
    book and all that the data folder holds.
    """
    from service.server.access.pairing import forget  # noqa: PLC0415
    from service.server.access.policy import make_access  # noqa: PLC0415
    from service.server.listener import Job, hold_ctrl_c  # noqa: PLC0415
    from service.server.transport.worker_messages import WorkerMessages  # noqa: PLC0415 - only this command serves
    from service.server.workers import run_workers  # noqa: PLC0415
    from service.shared.settings import settings  # noqa: PLC0415

    output = Output(as_json=as_json)
    # A person ends the server with Ctrl-C, so it is no failure.
    with suppress(KeyboardInterrupt), output.answering():
        if lan and host is not None:
            raise WrongUsageError("contradiction", "--lan listens on every address: leave --host out", "--host")
        chosen = settings()
        listener = _listen(EVERYWHERE if lan else host or chosen.host, chosen.port if port is None else port)
        with closing(listener):
            if forget_phones:
                forget(chosen.data_dir)
            made = _certificates(chosen, listener) if https else None
            # Another machine may reach the server directly or through a proxy.
            is_open = bool(chosen.trusted_proxies) or not is_loopback(listener.getsockname()[0])
            access = make_access(chosen, pairing=is_open, authority=made.authority if made else None)
            job = Job(chosen, access, made, tile_set)
            # We make a server here even if workers will serve, so that a fault shows before we print an address.
            server = job.server(WorkerMessages())
            size = workers or chosen.workers
            if size == 1:
                # A person who reads the address may press Ctrl-C at once.
                hold_ctrl_c()
            output.answer(_started(listener, access, made, size, chosen), show_address)
            _warn(output, chosen, access)
            if size == 1:
                server.work(listener)
            elif run_workers(job, listener, size) is signal.SIGTERM:
                # The process that started us must see that SIGTERM ended us.
                signal.raise_signal(signal.SIGTERM)
    output.end()


def _warn(output: Output, chosen: Settings, access: Access) -> None:
    """Print faults at the start, before somebody at the table takes a photo or wins a hand in vain."""
    from service.doctor import data_folder_checks, probe  # noqa: PLC0415 - as the imports of `serve`
    from service.doctor.ledger_checks import check_file  # noqa: PLC0415
    from service.doctor.machine_checks import judge_folder  # noqa: PLC0415
    from service.doctor.model_checks import check_models  # noqa: PLC0415
    from service.tilesets.tileset_store import sets_folder  # noqa: PLC0415

    found = [("photos cannot be read", one) for one in check_models() if one.verdict != "ok"]
    folder = judge_folder(chosen.data_dir)
    if folder.verdict == "fail":
        found.append(("nothing can be kept", folder))
    looks: dict[str, Callable[[], list[Finding]]] = {
        "the book": lambda: [] if chosen.database_url is not None else [check_file(chosen.book_file)[0]],
        "a card": lambda: data_folder_checks.check_cards(chosen.cards_dir),
        "a table": lambda: data_folder_checks.check_tables(chosen.data_dir / "tables"),
        "a tile set": lambda: data_folder_checks.judge_sets(probe.sets(str(sets_folder(chosen.data_dir)))["sets"]),
    }
    for what, look in looks.items():
        with suppress(OSError):
            found += [(f"{what} cannot be used", one) for one in look() if one.verdict == "fail"]
    if chosen.more_names and access.pairing is None:
        text = "RACKCHECK_HOST_NAMES lets others reach this server, and no code is asked for; set RACKCHECK_PROXIES"
        output.note(Text.assemble(("everyone is let in: ", "bold red"), text))
    for what, one in found:
        output.note(Text.assemble((f"{what}: ", "bold red"), f"{one.message}; {one.mend}"))


def _certificates(chosen: Settings, listener: socket.socket) -> Certificates:
    from service.server.access.certificates import certificates  # noqa: PLC0415 - only https needs them

    hosts = ("127.0.0.1", "::1", "localhost", *machine_names(), *chosen.more_names, *_reached_at(listener))
    return certificates(chosen.certificates_dir, hosts)


def _reached_at(listener: socket.socket) -> tuple[str, ...]:
    """Return the addresses under which others reach a listener, the best first."""
    bound = str(listener.getsockname()[0])
    if bound not in {EVERYWHERE, "::"}:
        return (bound,)
    found = lan_addresses()
    if not found:
        raise ServiceError("no-network", "this machine is in no network; join one, or leave --lan out", "--lan")
    return found


def _started(
    listener: socket.socket, access: Access, made: Certificates | None, workers: int, chosen: Settings
) -> StartedServer:
    from service.server.access.pairing import spoken_code  # noqa: PLC0415 - as the imports of `serve`

    name, port = listener.getsockname()[:2]
    scheme = "https" if made else "http"
    reached = _reached_at(listener)
    unnamed = tuple(at for at in reached if made is not None and at not in made.hosts)
    # Addresses in the certificate come first: a phone refuses the others.
    best = sorted(reached, key=unnamed.__contains__)
    first, *more = (f"{scheme}://{f'[{at}]' if ':' in at else at}:{port}/" for at in best)
    # The public name at a proxy: if we listen on loopback, phones reach us only through it.
    public = [f"https://{at}/" for at in chosen.more_names[:1] if chosen.trusted_proxies]
    pairing = None
    if access.pairing is not None:
        code = spoken_code(access.pairing.code)
        pairing = Pairing(code, f"{(*public, first)[0]}pair#{code}")
    return StartedServer(first, name, port, (*more, *public), pairing, made, unnamed, workers)


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; we bind it before we print its address, so that the address answers."""
    try:
        return listening(host, port)
    except (socket.gaierror, UnicodeError):
        text = "nobody knows this name; give --host an address of this machine, or leave it out"
        raise ServiceError("unknown-host", text, host) from None
    except OSError as error:
        error.filename = f"{host}:{port}"
        raise
