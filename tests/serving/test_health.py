"""`romme-turnier health`, against a server that answers as the test says."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from pytest_django import Settings

from romme_turnier.serving import health


class _Server(HTTPServer):
    status = 200
    asked: list[tuple[str, str | None, str | None]]


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"], self.headers["X-Forwarded-Proto"]))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the library names it
        """Says nothing between the tests' lines."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Server]:
    """A server on the port that the program would have."""
    with _Server(("127.0.0.1", 0), _Handler) as running:
        running.asked = []
        Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        monkeypatch.setenv("PORT", str(running.server_port))
        yield running
        running.shutdown()


def test_program_is_asked_as_its_proxy_would_ask(server: _Server, settings: Settings) -> None:
    settings.MODE = "public"
    settings.ALLOWED_HOSTS = [".example.org", "example.com"]

    assert health.main() == 0
    assert server.asked == [("/", "example.org", "https")]


def test_program_that_listens_everywhere_is_asked_on_this_machine(server: _Server, settings: Settings) -> None:
    settings.MODE = "hall"
    settings.ALLOWED_HOSTS = ["*"]

    assert health.main() == 0
    assert server.asked == [("/", "localhost", "https")]


def test_way_to_the_first_visit_is_an_answer(server: _Server) -> None:
    server.status = 302

    assert health.main() == 0


@pytest.mark.parametrize("status", [400, 500, 503])
def test_error_is_no_health(status: int, server: _Server) -> None:
    server.status = status

    assert health.main() == 1


def test_nobody_answering_is_no_health(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with HTTPServer(("127.0.0.1", 0), _Handler) as gone:
        monkeypatch.setenv("PORT", str(gone.server_port))

    assert health.main() == 1
    assert "Nothing answers" in capsys.readouterr().err
