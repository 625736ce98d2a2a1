"""Two processes serve one database, as two machines behind a proxy would: neither remembers what the other has changed.

With PostgreSQL all tests of safety run so, with requests going to either process in turn (conftest.server_of).
"""

import json
import os
import time
from collections.abc import Callable

import psycopg
import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tests.safety.conftest import Hall
from tests.safety.databases import OnCluster
from tests.safety.server import Form, Server, Writer

Serve = Callable[..., Server]
People = Callable[..., list[Writer]]
pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="runs with --database postgres"
)

_FAILURES = 10  # the limit of wrong passwords


def demand_same_pages(server: Server, official: Writer) -> None:
    """Phones at either process see every change immediately."""
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


def _app_of(database: OnCluster) -> str:
    """Gives an official a password and an app; returns the code that it shows now."""
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    added = "INSERT INTO mfa_authenticator (user_id, type, data, created_at) SELECT id, 'totp', %s, now()"
    with psycopg.connect(database.url) as connection:
        hashed = PBKDF2PasswordHasher().encode("geheim-geheim", "salt-of-the-tests-of-safety", 1_000)
        connection.execute("UPDATE accounts_user SET password = %s WHERE username = 'leser1'", [hashed])
        connection.execute(f"{added} FROM accounts_user WHERE username = 'leser1'", [json.dumps({"secret": secret})])
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def demand_code_once(server: Server, code: str) -> None:
    """The code of an app signs in one browser, whichever process the next one reaches."""
    admitted = []
    for _browser in range(4):
        browser = Writer(server, session="")
        asked = browser.call("POST", "/konto/anmelden/", Form(login="leser1", password="geheim-geheim"))
        cookies = [cookie.partition(";")[0].strip() for cookie in asked.headers.get_all("Set-Cookie", [])]
        (session,) = [cookie.partition("=")[2] for cookie in cookies if cookie.startswith("sessionid=")]
        step = Writer(server, session)
        step.call("GET", asked.headers["Location"])  # so that the code goes to the other process than the last one
        admitted.append(step.call("POST", asked.headers["Location"], Form(code=code)).status == 302)
    assert admitted == [True, False, False, False], f"replayed: {admitted}"


def test_pages_of_both_show_every_change(serve: Serve, people: People) -> None:
    server = serve()
    demand_same_pages(server, *people(server, 1))


def test_wrong_passwords_are_counted_by_both_together(serve: Serve) -> None:
    demand_common_count(serve())


def test_code_of_an_app_counts_once_for_both_together(hall: Hall, serve: Serve) -> None:
    assert isinstance(hall.database, OnCluster)
    demand_code_once(serve(), _app_of(hall.database))


def test_checks_fail_when_each_process_goes_by_itself(hall: Hall, serve: Serve, people: People) -> None:
    assert isinstance(hall.database, OnCluster)
    server = serve("counting,pages")
    with pytest.raises(AssertionError, match="not refused"):
        demand_common_count(server)
    with pytest.raises(AssertionError, match="old pages"):
        demand_same_pages(server, *people(server, 1))
    with pytest.raises(AssertionError, match="replayed"):
        demand_code_once(server, _app_of(hall.database))
