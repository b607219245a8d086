"""Print the server for people: its address, the pairing code, and both as a QR code."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from service.commands.support.started import StartedServer

_QUIET: Final = 4  # modules of white around a QR code, as its standard asks (ISO/IEC 18004, 9.1)
_BLOCKS: Final = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}


def show_address(console: Console, started: StartedServer) -> None:
    """Print the address of the page, with the pairing code and the fingerprint if there are any."""
    console.print(Text.assemble("Rackcheck is at ", (started.address, "bold underline"), "   (Ctrl-C ends it)"))
    for address in started.more:
        console.print(Text.assemble("  also at ", address))
    if (pairing := started.pairing) is not None:
        if _shows(console, "".join(_BLOCKS.values())):
            console.print(qr_code(pairing.address, console.width))
            console.print(
                Text.assemble("Scan it with the phone, or open the address and type ", (pairing.code, "bold"))
            )
        else:
            # We must not break the line in the middle of the address.
            console.print(Text.assemble("Open this on the phone: ", pairing.address), soft_wrap=True)
    if started.certificates is not None:
        console.print(Text("For the live camera the phone trusts this machine once: /pair says how."))
        console.print(Text("\n".join(_fingerprint(started.certificates.fingerprint)), "dim"))
    for address in started.unnamed:
        advice = f"No phone trusts https at {address}, which is outside the private networks: leave --https out there."
        console.print(Text(advice, "yellow"))


def _fingerprint(pairs: str) -> tuple[str, str]:
    """Break a fingerprint into two lines, because it does not fit into 80 columns."""
    half = len(pairs) // 2
    return f"  SHA-256  {pairs[:half]}", f"           {pairs[half + 1 :]}"


def _shows(console: Console, text: str) -> bool:
    """Say whether the console can encode every character of a text."""
    try:
        text.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def qr_code(text: str, columns: int) -> Text:
    """Return a QR code in half blocks, two rows of modules a line; a message if it is too wide for the terminal.

    It is white on black on dark and light terminals alike. We draw the white modules, so that a dark terminal without
    colours shows it too.
    """
    import segno  # noqa: PLC0415 - it loads an HTTP client, which no other command needs

    matrix = [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix_iter(border=_QUIET)]
    width = len(matrix[0])
    if width > columns:
        return Text(f"(the QR code needs a terminal of {width} columns)", "yellow")
    matrix += [[True] * width] * (len(matrix) % 2)
    pairs = (zip(matrix[at], matrix[at + 1], strict=True) for at in range(0, len(matrix), 2))
    return Text("\n").join(Text("".join(_BLOCKS[pair] for pair in row), "#ffffff on #000000") for row in pairs)
