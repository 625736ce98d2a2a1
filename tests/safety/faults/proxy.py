"""A bad network between people and the server: requests that get lost, come late, come twice, come in another order."""

import http.client
import random
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from tests.safety.server import Server

_ONCE_MORE = 5  # times
_LATE = 0.1  # seconds at most


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class BadNetwork:
    """A proxy before a server, at a separate port, that treats requests at random."""

    server: Server
    rng: random.Random
    happened: Counter[str] = field(default_factory=Counter)
    _kept: deque[_Request] = field(default_factory=deque)  # repeated after later ones
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _listens: ThreadingHTTPServer | None = None

    def next_port(self) -> int:
        assert self._listens is not None
        return int(self._listens.server_address[1])

    def __enter__(self) -> Self:
        network = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                network.carry(self, "nothing")

            def do_POST(self) -> None:
                network.carry(self, network.fate())

            def log_message(self, *_args: object) -> None:
                pass

        self._listens = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._listens.daemon_threads = True
        threading.Thread(target=self._listens.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._listens is not None:
            self._listens.shutdown()
            self._listens.server_close()

    def fate(self) -> str:
        with self._lock:
            fates = ("nothing", "lost", "answer lost", "late", "five times", "again later")
            what = self.rng.choices(fates, weights=(4, 1, 2, 1, 2, 2))[0]
            self.happened[what] += 1
            return what

    def carry(self, handler: BaseHTTPRequestHandler, fate: str) -> None:
        length = int(handler.headers.get("Content-Length") or 0)
        names = ("Cookie", "X-CSRFToken", "Content-Type")
        headers = {name: handler.headers[name] for name in names if name in handler.headers}
        request = _Request(handler.command, handler.path, headers, handler.rfile.read(length))
        if fate == "lost":
            handler.close_connection = True
            return
        if fate == "late":
            time.sleep(self.rng.uniform(0, _LATE))
        if fate == "five times":
            others = [threading.Thread(target=self._send, args=(request,)) for _time in range(_ONCE_MORE - 1)]
            for other in others:
                other.start()
            answer = self._send(request)
            for other in others:
                other.join()
        else:
            answer = self._send(request)
        self._late_ones(request if fate == "again later" else None)
        if fate == "answer lost":
            handler.close_connection = True
            return
        status, kind, content = answer
        handler.send_response(status)
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def _late_ones(self, new: _Request | None) -> None:
        """A kept request is repeated after a few later ones have been answered."""
        with self._lock:
            due = self._kept.popleft() if len(self._kept) > 3 else None
            if new:
                self._kept.append(new)
        if due:
            self._send(due)

    def _send(self, request: _Request) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.next_port(), timeout=60)
        try:
            connection.request(request.method, request.path, request.body, request.headers)
            response = connection.getresponse()
            return response.status, response.headers.get("Content-Type", "text/html"), response.read()
        finally:
            connection.close()
