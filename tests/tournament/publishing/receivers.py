"""Other programs for the tests of webhooks: real servers behind TLS, reached under invented names and addresses."""

import datetime
import socket
import ssl
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.utils import timezone

from romme_turnier.tournament.models import Hook, HookMessage
from romme_turnier.tournament.publishing import delivery
from romme_turnier.tournament.shared.outbox import Type

SECRET = b"s" * 32  # of make_hook
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
NAMES = ("rc-herz.example", *(f"h{number}.example" for number in range(20)))  # of the certificate
PUBLIC = "93.184.215.14"  # reached by way of the loopback
_REAL_LOOKUP = socket.getaddrinfo
_REAL_CONNECTION = socket.create_connection


@dataclass(frozen=True)
class Received:
    """A request as it came: headers in lower case."""

    host: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server with a certificate for `NAMES`. `answer` decides by the request."""

    answer: Callable[[Received], bytes]
    requests: list[Received] = field(default_factory=list)
    connections: int = 0
    port: int = 0

    def heads(self) -> list[str]:
        return [request.headers["webhook-id"] for request in self.requests]


def certificate(folder: Path, names: Sequence[str]) -> tuple[Path, Path]:
    """Makes a certificate that signs itself, with its key."""
    key = generate_private_key(SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Receiver")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    chain, private = folder / "receiver.pem", folder / "receiver.key"
    chain.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return chain, private


@contextmanager
def serving(answer: Callable[[Received], bytes], chain: Path, private: Path) -> Iterator[Receiver]:
    """Serves on a free port of the loopback until the block ends."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, private)
    listener = socket.create_server(("127.0.0.1", 0))
    receiver = Receiver(answer, port=listener.getsockname()[1])

    def handle(connection: socket.socket) -> None:
        with suppress(OSError), connection, context.wrap_socket(connection, server_side=True) as secure:
            request = _read(secure)
            receiver.requests.append(request)
            secure.sendall(receiver.answer(request))

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _peer = listener.accept()
                receiver.connections += 1
                threading.Thread(target=handle, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield receiver
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def _read(secure: ssl.SSLSocket) -> Received:
    data = b""
    while b"\r\n\r\n" not in data:
        data += secure.recv(4096)
    head, _blank, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").split("\r\n")
    headers = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in lines)}
    while len(body) < int(headers["content-length"]):
        body += secure.recv(4096)
    return Received(headers["host"], first.split(" ")[1], headers, body)


@dataclass
class Net:
    """The resolver and the way to public addresses. `addresses` has those of names; others are `PUBLIC`."""

    folder: Path
    patch: pytest.MonkeyPatch
    addresses: dict[str, list[str]] = field(default_factory=dict)
    public_port: int = 0
    lookups: list[str] = field(default_factory=list)
    connected: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chain, self.private = certificate(self.folder, NAMES)
        context = ssl.create_default_context(cafile=str(self.chain))
        self.patch.setattr(delivery, "tls", lambda: context)
        self.patch.setattr(socket, "getaddrinfo", self._lookup)
        self.patch.setattr(delivery, "connect", self._connect)

    def _lookup(self, host: Any, port: Any, *arguments: Any, **options: Any) -> list[Any]:
        if not str(host).endswith(".example"):
            return _REAL_LOOKUP(host, port, *arguments, **options)
        self.lookups.append(host)
        found = self.addresses.get(host, [PUBLIC])
        if not found:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    def _connect(self, address: delivery.Address, port: int, seconds: float) -> socket.socket:
        self.connected.append(str(address))
        if str(address) == PUBLIC:
            return _REAL_CONNECTION(("127.0.0.1", self.public_port), timeout=seconds)
        if ip_address(str(address)).is_loopback:
            return _REAL_CONNECTION((str(address), port), timeout=seconds)
        raise ConnectionRefusedError

    @contextmanager
    def receiver(self, answer: Callable[[Received], bytes] = lambda _request: OK) -> Iterator[Receiver]:
        with serving(answer, self.chain, self.private) as receiver:
            self.public_port = receiver.port
            yield receiver


@dataclass
class Clock:
    """The time that the program reads, until a test changes it."""

    now: datetime.datetime


def waiting(hook: Hook, kind: str = Type.EVENT_CHANGED, **fields: object) -> HookMessage:
    """Makes a message that is due."""
    return HookMessage.objects.create(
        hook=hook, type=kind, **{"ids": {"event": "pokal"}, "due_at": timezone.now(), **fields}
    )


def delivered(messages: list[HookMessage]) -> int:
    """Returns how many of the messages are delivered."""
    return HookMessage.objects.filter(pk__in=[row.pk for row in messages], delivered_at__isnull=False).count()


def is_genuine(request: Received, secret: bytes = SECRET) -> bool:
    """Checks a signature with another implementation of HMAC than the program's."""
    version, _comma, given_signature = request.headers["webhook-signature"].partition(",")
    code = HMAC(secret, SHA256())
    head = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}."
    code.update(head.encode() + request.body)
    try:
        code.verify(b64decode(given_signature))
    except InvalidSignature:
        return False
    return version == "v1"
