"""Who may reach the server: under which names, and with which code."""

from __future__ import annotations

from dataclasses import dataclass

from service.server.access.pairing import Pairing, load_secret, new_code, tries_file
from service.shared.addresses import is_address, machine_names
from service.shared.settings import Settings


@dataclass(frozen=True, slots=True)
class Access:
    """What a request must bring along.

    Attributes:
        names: the host names that are answered to, beside `localhost` and every IP address. A name that anyone else
            may point at this machine is not among them: that is how a page elsewhere would read what is here (DNS
            rebinding), and it cannot do so with an address.
        pairing: None where no code is asked for.
        authority: the certificate (PEM) that phones have to trust; None over plain http.
    """

    names: frozenset[str]
    pairing: Pairing | None = None
    authority: bytes | None = None

    def answers_to(self, host: str) -> bool:
        """Whether a Host header, with or without port, is one of ours."""
        name = host.strip().lower()
        name = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
        return is_address(name) or name == "localhost" or name.removesuffix(".") in self.names


def make_access(chosen: Settings, *, pairing: bool, authority: bytes | None = None) -> Access:
    """The access that settings ask for; a code that is set is always asked for.

    Raises:
        OSError, ServiceError: where the data folder cannot hold the secret of pairings.
    """
    asked = pairing or chosen.pairing_code is not None
    code = chosen.pairing_code or new_code()
    return Access(
        names=frozenset((*machine_names(), *chosen.more_names)),
        pairing=Pairing(code, load_secret(chosen.data_dir), tries_file(chosen.data_dir)) if asked else None,
        authority=authority,
    )
