"""Make the authority and the certificate of `rackcheck serve --https`, and keep both in the data folder.

A phone trusts the authority once; the server's own certificate may then change with the addresses of the machine. We
limit the authority (RFC 5280, 4.2.1.10) to addresses of private networks, `.local` names and the host names of this
machine at that time: a thief of its key could not pass for a site on the internet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, cast

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from rules.input.open_file import open_file
from service.shared.addresses import is_address
from service.shared.errors import ServiceError
from service.storage.atomic_files import write_private

AUTHORITY_DAYS: Final = 3650
SERVER_DAYS: Final = 820
"""Phones refuse a server's certificate that is valid for more than 825 days."""
RENEW_DAYS: Final = 30
"""Days before its end at which we renew a certificate, at the next start of the server."""

_MOST_BYTES: Final = 1_000_000
"""Bytes that we read of a file; no certificate and no key is as long."""

_EARLY: Final = timedelta(days=1)  # a phone's clock may be behind ours
_PRIVATE: Final = tuple(
    ip_network(text)
    for text in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
_NAMES: Final = ("local", "localhost", "home.arpa", "lan")


@dataclass(frozen=True, slots=True)
class Certificates:
    """The certificates that the server needs for https.

    Attributes:
        authority: the authority's certificate as PEM, for phones to trust.
        fingerprint: its SHA-256 in pairs of hexadecimal digits, as phones show it.
        chain, key: the files of the server's certificate and its key.
        new_authority: whether this call made the authority, so that no phone trusts it yet.
        hosts: the addresses and names in the server's certificate.
    """

    authority: bytes
    fingerprint: str
    chain: Path
    key: Path
    new_authority: bool
    hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Signer:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def certificates(folder: Path, hosts: Sequence[str], now: datetime | None = None) -> Certificates:
    """Return the certificates of a server for these hosts; make or renew them if needed.

    We leave out hosts outside the authority's name constraints (a public address, a new host name): a phone would
    reject the whole certificate because of one of them.

    Args:
        folder: the folder of the certificates.
        hosts: IP addresses and host names.
        now: the time, with a time zone; None reads the clock.

    Raises:
        ServiceError: `bad-certificate` if a stored file is damaged.
        OSError: if we cannot read or write the folder.
    """
    now = now or datetime.now(UTC)
    authority, new = _authority(folder, hosts, now)
    # Our clock may have jumped back (a small computer without a battery). Phones have the right time, and would
    # reject a certificate that we issued for a time long ago.
    now = max(now, authority.certificate.not_valid_before_utc + _EARLY)
    names = sorted({host for host in hosts if _permitted(host, authority.certificate)})
    chain, key = folder / "server.pem", folder / "server.key"
    if new or not _serves(chain, key, names, authority, now):
        _issue(chain, key, names, authority, now)
    return Certificates(
        authority=authority.certificate.public_bytes(serialization.Encoding.PEM),
        fingerprint=authority.certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
        chain=chain,
        key=key,
        new_authority=new,
        hosts=tuple(names),
    )


def _authority(folder: Path, hosts: Sequence[str], now: datetime) -> tuple[_Signer, bool]:
    """Return the stored authority, or a new one if there is none or it ends soon; and whether it is new."""
    path, key_path = folder / "ca.pem", folder / "ca.key"
    if path.exists() and key_path.exists():
        kept = _Signer(_read_certificate(path), _read_key(key_path))
        if kept.certificate.public_key() != kept.key.public_key():
            raise _spoilt(key_path)
        if now < kept.certificate.not_valid_after_utc - timedelta(days=RENEW_DAYS):
            return kept, False
    made = _new_authority(hosts, now)
    write_private(key_path, _key_bytes(made.key), replace=True)
    write_private(path, made.certificate.public_bytes(serialization.Encoding.PEM), replace=True)
    return made, True


def _new_authority(hosts: Sequence[str], now: datetime) -> _Signer:
    key = ec.generate_private_key(ec.SECP256R1())
    own = [host for host in hosts if not is_address(host)]
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Rackcheck on {own[0] if own else 'this machine'}"[:64])]
    )
    allowed: list[x509.GeneralName] = [x509.IPAddress(network) for network in _PRIVATE]
    allowed += [x509.DNSName(one) for one in dict.fromkeys((*_NAMES, *own))]
    builder = (
        _builder(name, name, key.public_key(), now, until=now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
    )
    return _Signer(builder.sign(key, hashes.SHA256()), key)


def _issue(chain: Path, key_path: Path, names: Sequence[str], authority: _Signer, now: datetime) -> None:
    """Issue a certificate for the names and write it, its key first."""
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Rackcheck")])
    until = min(now + timedelta(days=SERVER_DAYS), issuer.not_valid_after_utc)
    builder = (
        _builder(subject, issuer.subject, key.public_key(), now, until=until)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False)
    )
    made = builder.sign(authority.key, hashes.SHA256())
    write_private(key_path, _key_bytes(key), replace=True)
    write_private(chain, made.public_bytes(serialization.Encoding.PEM), replace=True)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, *, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLY)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _serves(chain: Path, key_path: Path, names: Sequence[str], authority: _Signer, now: datetime) -> bool:
    """Say whether the stored certificate is intact, issued by this authority, for these names, and not about to end."""
    try:
        kept, key = _read_certificate(chain), _read_key(key_path)
        kept.verify_directly_issued_by(authority.certificate)
    except (OSError, ServiceError, ValueError, TypeError, InvalidSignature):
        return False
    alternatives = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        kept.public_key() == key.public_key()
        and set(alternatives) == {_general(name) for name in names}
        and kept.not_valid_before_utc <= now < kept.not_valid_after_utc - timedelta(days=RENEW_DAYS)
    )


def _permitted(host: str, authority: x509.Certificate) -> bool:
    """Say whether the authority's name constraints allow a host."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
    return any(_within(host, limit) for limit in limits)


def _within(host: str, limit: x509.GeneralName) -> bool:
    if is_address(host):
        # In name constraints the value of an address is a network.
        return isinstance(limit, x509.IPAddress) and ip_address(host) in cast("IPv4Network | IPv6Network", limit.value)
    return isinstance(limit, x509.DNSName) and f".{host}".endswith(f".{limit.value}")


def _general(host: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(host)) if is_address(host) else x509.DNSName(host)


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _read(path: Path) -> bytes:
    with open_file(path) as file:
        return file.read(_MOST_BYTES)


def _read_certificate(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(_read(path))
    except ValueError:
        raise _spoilt(path) from None


def _read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(_read(path), None)
    except (ValueError, TypeError):
        raise _spoilt(path) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _spoilt(path)
    return key


def _spoilt(path: Path) -> ServiceError:
    text = f"this is not what was written; delete {path.name} and start again, then phones install the new certificate"
    return ServiceError("bad-certificate", text, str(path))
