"""A full disk and a database that does not answer: plain messages with advice."""

import errno
import logging
from contextlib import closing
from html import unescape
from io import StringIO
from pathlib import Path
from typing import cast

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError, OperationalError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from romme_turnier.backup import damage, of_sqlite
from romme_turnier.sqlite import sqlite3
from romme_turnier.tournament.hall import messages
from romme_turnier.tournament.models import Event
from romme_turnier.web.public import event_pages
from romme_turnier.web.storage_failure import StorageFailure, failure_of
from tests.factories import make_event, make_official


def of_django(cause: BaseException) -> OperationalError:
    """As Django raises it."""
    error = OperationalError(*cause.args)
    error.__cause__ = cause
    return error


def full() -> OperationalError:
    """SQLite's real error if its file cannot grow."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("CREATE TABLE page (text); PRAGMA max_page_count = 3;")
        with pytest.raises(sqlite3.OperationalError) as raised:
            connection.execute("INSERT INTO page VALUES (zeroblob(100000))")
    return of_django(raised.value)


def write_protected(tmp_path: Path) -> OperationalError:
    """SQLite's real error for a file that it may only read."""
    file = tmp_path / "file"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE page (text)")
    with (
        closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database,
        pytest.raises(sqlite3.OperationalError) as raised,
    ):
        database.execute("INSERT INTO page VALUES (1)")
    return of_django(raised.value)


def no_such_table() -> OperationalError:
    with closing(sqlite3.connect(":memory:")) as connection, pytest.raises(sqlite3.OperationalError) as raised:
        connection.execute("SELECT * FROM nowhere")
    return of_django(raised.value)


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (full(), StorageFailure.FULL),
        (OSError(errno.ENOSPC, "No space left on device"), StorageFailure.FULL),
        (OSError(errno.EROFS, "Read-only file system"), StorageFailure.READ_ONLY),
        (of_django(psycopg.errors.DiskFull()), StorageFailure.FULL),
        (of_django(psycopg.OperationalError("connection refused")), StorageFailure.AWAY),
        (of_django(psycopg.errors.AdminShutdown()), StorageFailure.AWAY),
        (of_django(psycopg.errors.CannotConnectNow()), StorageFailure.AWAY),
        (of_django(psycopg.errors.DeadlockDetected()), StorageFailure.BUSY),
        (of_django(psycopg.errors.DataCorrupted()), StorageFailure.DAMAGED),
        (no_such_table(), None),
        (OSError(errno.ENOENT, "No such file"), None),
        (ValueError(), None),
    ],
)
def test_storage_failures_differ_from_program_faults(error: Exception, failure: StorageFailure | None) -> None:
    assert failure_of(error) is failure


def test_damage_is_distinguished_from_a_fault_by_looking_at_the_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        pytest.skip("about SQLite's file")
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"rubbish" * 1000)
    with closing(sqlite3.connect(broken)) as database, pytest.raises(sqlite3.DatabaseError) as raised:
        database.execute("SELECT * FROM sqlite_master")
    error = DatabaseError(*raised.value.args)
    error.__cause__ = raised.value
    assert failure_of(error) is None, "of some other file"
    monkeypatch.setattr(of_sqlite, "live_file", lambda: broken)
    assert failure_of(error) is StorageFailure.DAMAGED
    monkeypatch.undo()
    assert not damage.is_damaged()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """The lines that the server prints."""
    stream = StringIO()
    (handler,) = logging.getLogger("django.request").handlers
    monkeypatch.setattr(cast("logging.StreamHandler[StringIO]", handler), "stream", stream)
    return stream


def asked(monkeypatch: pytest.MonkeyPatch, error: Exception) -> HttpResponse:
    """Opens a public page while the database fails."""

    def fail(*args: object, **more: object) -> None:
        raise error

    make_official()
    monkeypatch.setattr(event_pages, "render", fail)
    return cast("HttpResponse", Client(raise_request_exception=False).get(reverse("public:home")))


@pytest.mark.django_db
def test_page_comes_back_by_itself_once_the_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    page = asked(monkeypatch, of_django(psycopg.OperationalError("connection refused")))
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "Die Datenbank antwortet gerade nicht" in page.content.decode()
    assert '<meta http-equiv="refresh" content="5">' in page.content.decode()
    assert "abgeschickt" not in page.content.decode()


@pytest.mark.django_db
def test_row_that_was_removed_during_the_request_is_not_found_and_logged(
    monkeypatch: pytest.MonkeyPatch, printed: StringIO
) -> None:
    page = asked(monkeypatch, Event.DoesNotExist())
    assert page.status_code == 404
    assert "Diese Seite gibt es nicht" in page.content.decode()
    assert printed.getvalue().startswith("Not Found: /\nTraceback")


@pytest.mark.django_db
def test_failing_database_is_told_from_a_missing_row(monkeypatch: pytest.MonkeyPatch) -> None:
    error = Event.DoesNotExist()
    error.__cause__ = of_django(psycopg.OperationalError("connection refused"))
    assert asked(monkeypatch, error).status_code == 503


@pytest.mark.django_db
def test_cause_is_printed_in_one_line(monkeypatch: pytest.MonkeyPatch, printed: StringIO) -> None:
    asked(monkeypatch, full())
    assert printed.getvalue() == "Insufficient Storage: /: database or disk is full\n"


@pytest.mark.django_db
def test_what_was_typed_is_kept_when_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    page = sent(monkeypatch, full())
    words = unescape(page.content.decode())
    assert page.status_code == 507
    assert "Was Sie eben abgeschickt haben, ist nicht gespeichert." in words.replace("\xa0", " ")
    assert 'name="text" value="Die Suppe ist „fertig“ & <heiß>"' in words
    assert "http-equiv" not in words


@pytest.mark.django_db
def test_what_was_typed_is_kept_when_the_disk_takes_no_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = sent(monkeypatch, write_protected(tmp_path))
    words = unescape(page.content.decode()).replace("\xa0", " ")
    assert page.status_code == 503
    assert "<h1>Auf die Platte lässt sich nicht schreiben</h1>" in words
    assert "Was Sie eben abgeschickt haben, ist nicht gespeichert." in words
    assert 'name="text" value="Die Suppe ist „fertig“ & <heiß>"' in words


@pytest.mark.django_db
def test_password_is_never_written_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sent(monkeypatch, full(), text="Die Suppe", password1="only-for-tests").content.decode()
    assert "only-for-tests" not in words
    assert "Mit „Zurück“ in Ihrem Browser" in words


@pytest.mark.django_db
def test_nothing_is_promised_when_the_connection_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sent(monkeypatch, of_django(psycopg.OperationalError("server closed"))).content.decode()
    assert "nicht sicher" in words
    assert "Suppe" not in words, "sending it once more might do it twice"


def sent(monkeypatch: pytest.MonkeyPatch, error: Exception, **body: str) -> HttpResponse:
    """Posts a form while the database fails."""

    def fail(*args: object, **more: object) -> None:
        raise error

    event = make_event(players=0)
    client = Client(raise_request_exception=False)
    client.force_login(make_official(event))
    monkeypatch.setattr(messages, "announce", fail)
    address = reverse("organiser:hall_announce", args=[event.slug])
    return cast("HttpResponse", client.post(address, body or {"text": "Die Suppe ist „fertig“ & <heiß>"}))
