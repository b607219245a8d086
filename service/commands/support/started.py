"""The answer of `serve`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.server.access.certificates import Certificates


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairing code of a server, and the address that pairs a phone which opens it."""

    code: str
    address: str


@dataclass(frozen=True, slots=True)
class StartedServer:
    """The answer of `serve`.

    Attributes:
        pairing: the pairing code; None where the server asks for none.
        certificates: its certificates; None without https.
        unnamed: the hosts that the certificate does not name.
    """

    address: str
    host: str
    port: int
    more: tuple[str, ...] = ()
    pairing: Pairing | None = None
    certificates: Certificates | None = None
    unnamed: tuple[str, ...] = ()
    workers: int = 1

    def to_json(self) -> JsonObject:
        """Return the addresses, and what else holds for this server."""
        document: JsonObject = {"address": self.address, "host": self.host, "port": self.port}
        if self.more:
            document["more_addresses"] = list(self.more)
        if self.pairing is not None:
            document |= {"pairing_code": self.pairing.code, "pairing_address": self.pairing.address}
        if self.certificates is not None:
            document |= {
                "authority": f"{self.address}ca.pem",
                "fingerprint": self.certificates.fingerprint,
                "new_authority": self.certificates.new_authority,
            }
        if self.unnamed:
            document["unnamed"] = list(self.unnamed)
        if self.workers > 1:
            document["workers"] = self.workers
        return document
