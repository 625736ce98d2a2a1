"""The program as served by `./run`, in a separate process, and people who save rows at its addresses."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message
from itertools import count
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

from tests.safety.databases import Database
from tools.project import ROOT

EVENT = "/leitung/sicherheit/serie/1/tisch/{}/"
KEY = "only-for-tests-of-safety" * 3


def environ(url: str, folder: Path, **more: str) -> dict[str, str]:
    """The environment of a program, independent of the settings of this process."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "romme_turnier.settings",
        "DATABASE_URL": url,
        "MODE": "local",
        "DEBUG": "0",
        "DEMO": "0",
        "SECRET_KEY": KEY,
        "BACKUP_DIR": str(folder / "copies"),
        "BACKUP_SECOND_DIR": "",
        "BACKUP_MINUTES": "0",
        "PAPERS_AHEAD": "0",
        **more,
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """The process that serves; it may be killed and started again on the same port.

    On PostgreSQL there may be a second one (`beside`), with separate files; requests alternate.
    """

    database: Database
    folder: Path
    without: str = ""  # guards that are off
    module: str = ""  # whose `application` is served, instead of the program's
    port: int = field(default_factory=free_port)
    settings: Mapping[str, str] = field(default_factory=dict)
    inside: Sequence[str] = ()  # a command that runs the server
    beside: "Server | None" = None
    ready: list[float] = field(default_factory=list)  # seconds until it answered, for each start
    process: "subprocess.Popen[bytes] | None" = None
    _turns: Iterator[int] = field(default_factory=count)

    def next_port(self) -> int:
        """The port of the next request."""
        return self.beside.port if self.beside and next(self._turns) % 2 else self.port

    def start(self) -> "Server":
        started = time.monotonic()
        for one in self._both:
            one._begin()
        for one in self._both:
            one._wait()
        self.ready.append(time.monotonic() - started)
        return self

    @property
    def _both(self) -> "list[Server]":
        return [self, self.beside] if self.beside else [self]

    def _begin(self) -> None:
        module = self.module or ("tests.safety.unguarded" if self.without else "romme_turnier.wsgi")
        more = {"PORT": str(self.port), "SAFETY_GUARDS_OFF": self.without, **self.settings}
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.inside, sys.executable, "-m", "romme_turnier.serving.server", module],
                cwd=ROOT,
                env=environ(self.database.url, self.folder, **more),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/konto/anmelden/")
                connection.getresponse().read()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Kills all processes together without notice, like a power cut."""
        for one in self._both:
            if one.process is not None:
                os.killpg(one.process.pid, signal.SIGKILL)
                one.process.wait()
                one.process = None

    def stop(self) -> None:
        """As Ctrl+C does."""
        for one in self._both:
            if one.process is not None:
                one.process.send_signal(signal.SIGTERM)
                one.process.wait(timeout=60)
                one.process = None


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]
    seconds: float = 0.0
    headers: Message = field(default_factory=Message, compare=False)

    @property
    def version(self) -> int:
        return int(self.body["saved"]["version"])

    def row(self, game: int) -> tuple[int, list[str]]:
        """Version and cells of a row in the list's state."""
        found = next(row for row in self.body["rows"] if row["game"] == game)
        return found["version"], found["cells"]


class Form(dict[str, str]):
    """Fields that are sent as a page without scripts does; other bodies are sent as JSON."""


class Gone(Exception):
    """No answer came: whether the request had its effect is not known."""


class Reached(Protocol):
    """A server, or a proxy before one."""

    def next_port(self) -> int: ...


class Writer:
    """One browser of a signed-in user, for one thread."""

    def __init__(self, server: Reached, session: str) -> None:
        self._server = server
        self._token = secrets.token_hex(16)
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={self._token}",
            "X-CSRFToken": self._token,
        }
        self._connections: dict[int, http.client.HTTPConnection] = {}  # by port
        self.seconds: list[float] = []
        self.answers: Counter[int] = Counter()  # by status

    @property
    def refused(self) -> int:
        """How many answers of 500 and above came."""
        return sum(count for status, count in self.answers.items() if status >= 500)

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Answer:
        """Sends one request; raises Gone. Like a browser, it retries after a closed idle connection."""
        started, port = time.monotonic(), self._server.next_port()
        kept = port in self._connections
        try:
            answer = self._call(port, method, path, body)
        except Gone:
            if not kept:
                raise
            answer = self._call(port, method, path, body)
        self.answers[answer.status] += 1
        return replace(answer, seconds=time.monotonic() - started)

    def _call(self, port: int, method: str, path: str, body: Mapping[str, Any] | None) -> Answer:
        try:
            if port not in self._connections:
                self._connections[port] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection = self._connections[port]
            form = isinstance(body, Form)
            text = None if body is None else urlencode(body) if form else json.dumps(body)
            kind = {"Content-Type": "application/x-www-form-urlencoded" if form else "application/json"}
            connection.request(method, path, text, {**self._headers, **kind})
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            self._hang_up(port)
            raise Gone from error
        if response.will_close:
            self._hang_up(port)
        is_json = response.headers.get_content_type() == "application/json"
        said = json.loads(content) if is_json else {"text": content.decode(errors="replace")}
        return Answer(response.status, said, headers=response.headers)

    def _hang_up(self, port: int) -> None:
        if connection := self._connections.pop(port, None):
            connection.close()

    def save(self, table: int, game: int, cells: list[str], expected: int, key: str = "") -> Answer:
        """One try to save a row."""
        body = {"game": game, "cells": cells, "expected": expected, "key": key or secrets.token_hex(16)}
        answer = self.call("POST", EVENT.format(table) + "zeile/", body)
        self.seconds.append(answer.seconds)
        return answer

    def save_surely(self, table: int, game: int, cells: list[str], expected: int) -> Answer:
        """Save a row as the page does: the same request again until an answer comes."""
        key = secrets.token_hex(16)
        return surely(lambda: self.save(table, game, cells, expected, key))

    def submit_surely(self, path: str, form: Form) -> Answer:
        """Sends a form like a user without an answer: the same form again."""
        return surely(lambda: self.call("POST", path, form))

    def look(self, table: int) -> Answer:
        return self.call("GET", EVENT.format(table) + "stand/")


def surely(one_try: Callable[[], Answer]) -> Answer:
    """Try until an answer comes that says something."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            answer = one_try()
            if answer.status < 500:
                return answer
        except Gone:
            pass
        time.sleep(0.05)
    raise AssertionError("never answered")


def at_once(*works: Any) -> list[Any]:
    """Run these at the same time; returns what they return, raises what one of them raises."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)
    faults: list[BaseException] = []

    def run(place: int, work: Any) -> None:
        try:
            barrier.wait()
            results[place] = work()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(place, work)) for place, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return results
