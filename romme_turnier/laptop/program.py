"""Controls the server process for the window: prepares, starts and stops it, or restarts it in another mode."""

import os
import socket
import subprocess
import threading
from enum import Enum, auto
from typing import IO

from romme_turnier import own_process
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.networks import is_free
from romme_turnier.serving.keeper import TAKEN, mode_after, start_server

_ENDS_WITHIN = 40  # seconds; acknowledged writes are stored in any case
FIRST_PORT, PORTS = 8000, 50


class State(Enum):
    STARTING = auto()
    RUNNING = auto()
    ENDED = auto()  # ended without an error
    FAILED = auto()
    TAKEN = auto()  # another program uses the database


class Program:
    """Runs one server at a time. The server ends with this process, which holds the server's standard input."""

    def __init__(self, port: int, log: IO[bytes]) -> None:
        self.port, self.state = port, State.STARTING
        self.why = ""  # the reason why the program could not be prepared
        self._log = log
        self._server: subprocess.Popen[bytes] | None = None
        self.link = setup_link(self.address)  # leads to the first page once the program is set up
        os.environ["PORT"] = str(port)

    @property
    def mode(self) -> str:
        return os.environ.get("MODE", "local")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Starts the server in the background and returns immediately; `look` returns RUNNING once it answers."""
        self.state = State.STARTING
        threading.Thread(target=self._prepare_and_serve, daemon=True).start()

    def _prepare_and_serve(self) -> None:
        reading = {"stdout": self._log, "stderr": subprocess.PIPE, "encoding": "utf-8", "errors": "replace"}
        done = own_process.run(own_process.command("prepare"), **reading)
        self._log.write(done.stderr.encode())
        self._log.flush()
        if done.returncode:
            self.why = (done.stderr.strip().splitlines() or [""])[-1]
            self.state = _ended_with(done.returncode)
        else:
            self._serve()

    def _serve(self) -> None:
        self._server = start_server(stdout=self._log, stderr=self._log)

    def look(self) -> State:
        """Returns the current state; starts the server in another mode if a page has requested it."""
        server = self._server
        if server is None:
            return self.state
        code = server.poll()
        if code is None:
            if self.state is State.STARTING and answers(self.port):
                self.state = State.RUNNING
        elif wanted := mode_after(code):
            self._begin_in(wanted)
        else:
            self._server = None
            self.state = _ended_with(code)
        return self.state

    def change_mode(self, wanted: str) -> None:
        """Stops the server and starts it in this mode."""
        self.state = State.STARTING
        self._stop()
        self._begin_in(wanted)

    def _begin_in(self, wanted: str) -> None:
        os.environ["MODE"] = wanted
        self.state = State.STARTING
        self._serve()

    def end(self) -> None:
        """Stops the server, which first answers its running requests, and returns once it has ended or was killed."""
        self._stop()
        self.state = State.ENDED

    def _stop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            if server.stdin is not None:
                server.stdin.close()
            try:
                server.wait(timeout=_ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _ended_with(code: int) -> State:
    return State.TAKEN if code == TAKEN else State.FAILED if code else State.ENDED


def answers(port: int) -> bool:
    """Returns whether a program listens on this port of this machine."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port(*first: int) -> int:
    """Returns a free port, preferably one of `first`, so that bookmarks stay valid. Raises OSError if none is free."""
    for port in (*first, *range(FIRST_PORT, FIRST_PORT + PORTS)):
        if is_free("127.0.0.1", port):
            return int(port)
    raise OSError(f"Every port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is taken")
