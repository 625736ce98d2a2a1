"""Two processes serve one database, as two machines behind a proxy would: neither remembers what the other has changed.

With PostgreSQL all tests of safety run so, with requests going to either process in turn (conftest.server_of).
"""

import os
from collections.abc import Callable

import pytest

from tests.safety.server import Form, Server, Writer

Serve = Callable[..., Server]
People = Callable[..., list[Writer]]
pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="runs with --database postgres"
)

_FAILURES = 10  # so many wrong passwords are looked at


def demand_same_pages(server: Server, official: Writer) -> None:
    """Phones that reach either process see every change at once."""
    assert official.call("POST", "/leitung/sicherheit/veroeffentlichen/", Form(public="yes")).status == 302
    phone = Writer(server, session="")
    for text in ("Das Buffet ist da", "Bitte hinsetzen", "Ende der Pause"):
        said = Form(text=text, call="", table="", minutes="5")
        assert official.call("POST", "/leitung/sicherheit/saal/durchsage/", said).status == 302
        seen = [text in phone.call("GET", "/t/sicherheit/durchsagen/").body["text"] for _look in range(4)]
        assert seen == [True] * 4, f"old pages: {text}: {seen}"


def demand_common_count(server: Server) -> None:
    """However the tries are spread, the next one after ten wrong passwords is refused."""
    stranger = Writer(server, session="")
    tried = Form(login="leser1", password="geraten")
    for _try in range(_FAILURES):
        assert "passen nicht zusammen" in stranger.call("POST", "/konto/anmelden/", tried).body["text"]
    for _try in range(2):
        assert "Zu viele Versuche" in stranger.call("POST", "/konto/anmelden/", tried).body["text"], "not refused"


def test_pages_of_both_show_every_change(serve: Serve, people: People) -> None:
    server = serve()
    demand_same_pages(server, *people(server, 1))


def test_wrong_passwords_are_counted_by_both_together(serve: Serve) -> None:
    demand_common_count(serve())


def test_checks_fail_when_each_process_goes_by_itself(serve: Serve, people: People) -> None:
    server = serve("counting,pages")
    with pytest.raises(AssertionError, match="not refused"):
        demand_common_count(server)
    with pytest.raises(AssertionError, match="old pages"):
        demand_same_pages(server, *people(server, 1))
