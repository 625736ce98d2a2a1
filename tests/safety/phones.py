"""A hall full of phones: each holds a connection and asks every few seconds whether a page is still the same."""

import http.client
import random
import selectors
import socket
import threading
import time
from collections import Counter
from types import TracebackType

from tests.safety.server import Server

PAGES = ("/t/sicherheit/saal/jetzt/", "/t/sicherheit/")
EVERY = 4.0  # seconds, as announcements.js asks


class Phones:
    """They poll from a separate thread during the block."""

    def __init__(self, server: Server, count: int) -> None:
        self.answers: Counter[int] = Counter()  # by status
        self.seconds: list[float] = []
        self._asks = [_ask(page, _tag(server, page)) for page in PAGES]
        self._sockets = [socket.create_connection(("127.0.0.1", server.next_port())) for _ in range(count)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Phones":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        for phone in self._sockets:
            phone.close()

    def _run(self) -> None:
        chance, now = random.Random(500), time.monotonic()
        due = {phone: now + chance.uniform(0, EVERY) for phone in self._sockets}
        asked: dict[socket.socket, float] = {}
        sockets = {phone.fileno(): phone for phone in self._sockets}
        with selectors.DefaultSelector() as selector:
            for phone in self._sockets:
                selector.register(phone, selectors.EVENT_READ)
            while not self._over.is_set():
                now = time.monotonic()
                for phone in [one for one, at in due.items() if at <= now]:
                    asked[phone], due[phone] = now, now + EVERY
                    phone.sendall(chance.choice(self._asks))
                for key, _events in selector.select(0.05):
                    phone = sockets[key.fd]
                    self.answers[int(phone.recv(65_536)[9:12])] += 1  # an answer without a body comes in one piece
                    self.seconds.append(time.monotonic() - asked[phone])


def _tag(server: Server, page: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", server.next_port(), timeout=60)
    connection.request("GET", page, headers={"Accept-Language": "de"})
    answer = connection.getresponse()
    assert answer.status == 200, (page, answer.status)
    return answer.headers["ETag"]


def _ask(page: str, tag: str) -> bytes:
    lines = [f"GET {page} HTTP/1.1", "Host: localhost", "Accept-Language: de", f"If-None-Match: {tag}"]
    return "\r\n".join([*lines, "", ""]).encode()
