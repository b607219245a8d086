"""The access policy: the server's host names, the pairing, and the addresses open to everyone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.server.access.pairing import Pairing, SecretReader, attempts_file, new_code
from service.shared.addresses import is_address, machine_names
from service.shared.settings import Settings

COOKIE: Final = "rackcheck-paired"
"""The cookie of a phone that version 0.1.0 paired; the names of all later cookies begin with it."""

PAIRING_PAGE: Final = "/pair"
AUTHORITY: Final = "/ca.pem"
PAIR: Final = "/api/v1/pair"
PAGE_FILES: Final = {
    PAIRING_PAGE: ("index.html", "text/html"),
    f"{PAIRING_PAGE}/pair.css": ("pair.css", "text/css"),
    f"{PAIRING_PAGE}/pair.js": ("pair.js", "text/javascript"),
}
"""The files of the pairing page: URL path to file name and media type."""

OPEN: Final = frozenset({*PAGE_FILES, AUTHORITY, PAIR})
"""URL paths open without the cookie. The certificate is no secret: phones need it before they pair."""


@dataclass(frozen=True, slots=True)
class Access:
    """The access policy of a server.

    Attributes:
        names: the host names we answer to, beside `localhost` and every IP address. We answer to no name that somebody
            else can point at this machine: through such a name a page elsewhere could read our data (DNS rebinding).
            With an IP address that attack does not work.
        pairing: the code and the tokens; None if the server asks for no code.
        authority: the certificate (PEM) that phones have to trust; None over plain http.
    """

    names: frozenset[str]
    pairing: Pairing | None = None
    authority: bytes | None = None

    def answers_to(self, host: str) -> bool:
        """Say whether a Host header, with or without port, names this server."""
        name = host.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        return is_address(name) or name == "localhost" or name.removesuffix(".") in self.names

    def lets_in(self, token: str | None) -> bool:
        """Say whether the value of a cookie lets a phone in; without pairing everyone is in."""
        return self.pairing is None or (token is not None and self.pairing.is_paired(token))

    def lets_in_with(self, cookies: Mapping[str, str]) -> bool:
        """Say whether one of a phone's cookies lets it in."""
        return any(self.lets_in(cookies.get(name)) for name in (*map(self.cookie, ("https", "http")), COOKIE))

    def cookie(self, scheme: str) -> str:
        """Return the name of the cookie of a phone that pairs over http or https.

        A browser sends the cookies of a host to all its ports, so each installation has names of its own. It lets no
        answer over plain http replace a cookie of https, so each scheme has its own.
        """
        return f"{COOKIE}-{'' if self.pairing is None else self.pairing.mark}-{scheme}"


def make_access(chosen: Settings, *, pairing: bool, authority: bytes | None = None) -> Access:
    """Make the access policy; a pairing code in the settings turns pairing on in any case.

    Raises:
        OSError, ServiceError: if the data folder cannot hold the secret of pairings.
    """
    asked = pairing or chosen.pairing_code is not None
    code = chosen.pairing_code or new_code()
    return Access(
        names=frozenset((*machine_names(), *chosen.more_names)),
        pairing=Pairing(code, SecretReader(chosen.data_dir), attempts_file(chosen.data_dir)) if asked else None,
        authority=authority,
    )
