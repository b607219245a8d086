import os
import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from service.server.access.certificates import AUTHORITY_DAYS, RENEW_DAYS, SERVER_DAYS, Certificates, certificates
from service.shared.errors import ServiceError

HOSTS = ("127.0.0.1", "::1", "localhost", "rack-box", "rack-box.local", "192.168.1.5")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "certificates"


def _server(made: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.chain.read_bytes())


def _authority(made: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(made.authority)


def test_the_server_certificate_is_one_that_phones_take(folder: Path) -> None:
    """The certificate is valid for at most 825 days, for servers only, with every address and name, signed by ours."""
    made = certificates(folder, HOSTS, NOW)
    server, authority = _server(made), _authority(made)
    server.verify_directly_issued_by(authority)
    assert server.not_valid_after_utc - server.not_valid_before_utc <= timedelta(days=825)
    extensions = server.extensions
    assert extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False
    assert list(extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == [ExtendedKeyUsageOID.SERVER_AUTH]
    usage = extensions.get_extension_for_class(x509.KeyUsage)
    assert usage.critical
    assert (usage.value.digital_signature, usage.value.key_cert_sign) == (True, False)
    names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(names.get_values_for_type(x509.DNSName)) == {"localhost", "rack-box", "rack-box.local"}
    addresses = {str(found) for found in names.get_values_for_type(x509.IPAddress)}
    assert addresses == {"127.0.0.1", "::1", "192.168.1.5"}


def test_the_authority_signs_certificates_and_nothing_else(folder: Path) -> None:
    """The authority may sign only end certificates, for ten years, with its limits marked critical."""
    authority = _authority(certificates(folder, HOSTS, NOW))
    basic = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    usage = authority.extensions.get_extension_for_class(x509.KeyUsage)
    assert usage.critical
    assert (usage.value.key_cert_sign, usage.value.crl_sign, usage.value.digital_signature) == (True, True, False)
    assert authority.extensions.get_extension_for_class(x509.NameConstraints).critical
    assert authority.not_valid_after_utc == NOW + timedelta(days=AUTHORITY_DAYS)


def test_keys_are_for_their_user_alone(folder: Path) -> None:
    """Both keys have mode 0600 in a folder of mode 0700, and no other file remains."""
    certificates(folder, HOSTS, NOW)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {path.name for path in folder.iterdir()} == {"ca.pem", "ca.key", "server.pem", "server.key"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_it_says_for_which_hosts_the_certificate_is(folder: Path) -> None:
    """An address outside the private networks is left out, and the answer says so."""
    assert certificates(folder, ["localhost", "192.168.1.7", "192.0.2.2"], NOW).hosts == ("192.168.1.7", "localhost")


def test_certificates_are_kept(folder: Path) -> None:
    """A restart uses the stored certificates; only the first start makes an authority."""
    first, second = certificates(folder, HOSTS, NOW), certificates(folder, HOSTS, NOW + timedelta(days=100))
    assert (first.new_authority, second.new_authority) == (True, False)
    assert first.fingerprint == second.fingerprint
    assert len(first.fingerprint.split(":")) == 32
    again = certificates(folder, tuple(reversed(HOSTS)), NOW + timedelta(days=SERVER_DAYS - RENEW_DAYS - 1))
    assert _server(again).serial_number == _server(first).serial_number


@pytest.mark.parametrize(
    ("hosts", "days"),
    [((*HOSTS, "10.0.0.4"), 0), (HOSTS[:-1], 0), (HOSTS, SERVER_DAYS - RENEW_DAYS)],
    ids=["new address", "lost address", "ends soon"],
)
def test_the_server_certificate_is_renewed_under_the_same_authority(
    folder: Path, hosts: tuple[str, ...], days: int
) -> None:
    """If addresses change or its end is near, a new certificate is made, and phones need no new trust."""
    first = certificates(folder, HOSTS, NOW)
    serial = _server(first).serial_number
    second = certificates(folder, hosts, NOW + timedelta(days=days))
    assert second.authority == first.authority
    assert _server(second).serial_number != serial
    assert _server(second).not_valid_after_utc == NOW + timedelta(days=days + SERVER_DAYS)


@pytest.mark.parametrize("name", ["server.pem", "server.key"])
@pytest.mark.parametrize("fault", ["gone", "spoilt", "another's"])
def test_a_damaged_server_certificate_is_made_anew(folder: Path, tmp_path: Path, name: str, fault: str) -> None:
    """A server certificate damaged in any way is replaced by one of the same authority."""
    first = certificates(folder, HOSTS, NOW)
    path = folder / name
    if fault == "gone":
        path.unlink()
    elif fault == "spoilt":
        path.write_bytes(b"spoilt")
    else:
        certificates(tmp_path / "other", HOSTS, NOW)
        path.write_bytes((tmp_path / "other" / name).read_bytes())
    second = certificates(folder, HOSTS, NOW)
    assert second.authority == first.authority
    _server(second).verify_directly_issued_by(_authority(second))
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(second.chain, second.key)


@pytest.mark.parametrize("name", ["ca.pem", "ca.key"])
def test_a_damaged_authority_is_told(folder: Path, name: str) -> None:
    """A damaged authority is not replaced, since phones trust it: the error names the file and what to do."""
    certificates(folder, HOSTS, NOW)
    (folder / name).write_bytes(b"spoilt")
    with pytest.raises(ServiceError) as error:
        certificates(folder, HOSTS, NOW)
    assert (error.value.code, error.value.where) == ("bad-certificate", str(folder / name))
    assert f"delete {name}" in error.value.message


@pytest.mark.parametrize("name", ["ca.pem", "ca.key"])
def test_a_pipe_in_place_of_the_authority_is_told(folder: Path, name: str) -> None:
    """A pipe that nobody writes to does not hold up the start: the error names it."""
    certificates(folder, HOSTS, NOW)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(OSError, match="it is a pipe") as error:
        certificates(folder, HOSTS, NOW)
    assert error.value.filename == str(folder / name)


@pytest.mark.parametrize("name", ["server.pem", "server.key"])
def test_a_pipe_in_place_of_a_servers_certificate_is_replaced(folder: Path, name: str) -> None:
    """A pipe in place of the server's own certificate or key gives way to a new one."""
    certificates(folder, HOSTS, NOW)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    made = certificates(folder, HOSTS, NOW)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.chain, made.key)


def test_a_key_of_another_authority_is_told(folder: Path, tmp_path: Path) -> None:
    """An authority's certificate with another one's key is an error."""
    certificates(folder, HOSTS, NOW)
    certificates(tmp_path / "other", HOSTS, NOW)
    (folder / "ca.key").write_bytes((tmp_path / "other" / "ca.key").read_bytes())
    with pytest.raises(ServiceError) as error:
        certificates(folder, HOSTS, NOW)
    assert error.value.code == "bad-certificate"


def test_an_authority_near_its_end_is_replaced(folder: Path) -> None:
    """An authority near its end is replaced, and the answer says that phones must trust the new one."""
    first = certificates(folder, HOSTS, NOW)
    late = certificates(folder, HOSTS, NOW + timedelta(days=AUTHORITY_DAYS - 100))
    assert _server(late).not_valid_after_utc == _authority(first).not_valid_after_utc
    renewed = certificates(folder, HOSTS, NOW + timedelta(days=AUTHORITY_DAYS - RENEW_DAYS))
    assert renewed.new_authority
    assert renewed.fingerprint != first.fingerprint


def test_what_the_authority_may_not_speak_for_is_left_out(folder: Path) -> None:
    """An internet address or foreign name would make the certificate invalid, so it is left out."""
    names = _server(certificates(folder, HOSTS, NOW)).extensions
    made = certificates(folder, (*HOSTS, "203.0.113.9", "2001:db8::1", "bank.example", "notlocal"), NOW)
    found = _server(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert found == names.get_extension_for_class(x509.SubjectAlternativeName).value


def _handshake(made: Certificates, host: str) -> None:
    """Return a TLS connection that trusts only the authority, to a server named `host`."""
    ours, theirs = socket.socketpair()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(made.chain, made.key)

    def answer() -> None:
        try:
            with serving.wrap_socket(theirs, server_side=True) as secure:
                secure.sendall(b"hello")
        except OSError:
            theirs.close()

    server = threading.Thread(target=answer)
    server.start()
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(cadata=made.authority.decode())
    try:
        with trusting.wrap_socket(ours, server_hostname=host) as secure:
            assert secure.recv(5) == b"hello"
    finally:
        ours.close()
        server.join(20)


@pytest.mark.parametrize("host", HOSTS)
def test_who_trusts_the_authority_trusts_the_server(folder: Path, host: str) -> None:
    """A client that trusts only the authority accepts the server under each address and name, in a real handshake."""
    _handshake(certificates(folder, HOSTS), host)


@pytest.mark.parametrize("host", ["10.9.9.9", "other.local"])
def test_another_name_is_not_trusted(folder: Path, host: str) -> None:
    """The certificate is valid for this machine only, not for other addresses of the house."""
    made = certificates(folder, HOSTS)
    with pytest.raises(ssl.SSLCertVerificationError, match="match"):
        _handshake(made, host)


@pytest.mark.parametrize("host", ["bank.example", "203.0.113.9"])
def test_a_stolen_authority_cannot_pass_for_the_internet(
    folder: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that trusts the authority refuses its signature for a site outside the house."""
    monkeypatch.setattr("service.server.access.certificates._permitted", lambda _host, _authority: True)
    certificates(folder, HOSTS)
    made = certificates(folder, (*HOSTS, host))
    names = _server(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert host in names.get_values_for_type(x509.DNSName) or ip_address(host) in names.get_values_for_type(
        x509.IPAddress
    )
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        _handshake(made, host)
