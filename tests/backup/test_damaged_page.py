"""Every address reports a damaged database, names the copy to restore, and restores it at the machine itself."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.backup import damage, of_sqlite, restoring
from romme_turnier.backup.folder import Backup
from romme_turnier.backup.making import make_backup
from tests.factories import make_event, make_official

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's file"),
]
WITH_WORD = setup_link("/")


@pytest.fixture
def copy(tmp_path: Path, settings: Settings) -> Backup:
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = tmp_path / "copies", ""
    make_official(make_event(), username="petra")
    return make_backup()


@pytest.fixture
def live(copy: Backup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A damaged file in the place of the program's database."""
    file = tmp_path / "live.sqlite3"
    file.write_bytes(b"rubbish" * 1000)
    monkeypatch.setattr(of_sqlite, "live_file", lambda: file)
    assert damage.look()
    yield file
    monkeypatch.undo()
    damage.look()


def ask(path: str, method: str = "get", **more: Any) -> str:
    answer = getattr(Client(raise_request_exception=False), method)(path, **more)
    assert (answer.status_code, answer["Cache-Control"]) == (503, "no-store")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    return str(answer.content.decode()).replace("\xa0", " ")


def test_every_address_says_so_without_asking_the_database(
    live: Path, copy: Backup, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for path in ("/", "/leitung/", "/t/testpokal/", "/hilfe/status/", "/konto/anmelden/", "/nowhere/"):
            page = ask(path)
            assert "<h1>Die Datenbank ist beschädigt</h1>" in page
            assert damage.moment_of(copy) in page
            assert "abgeschickt" not in page
        assert "Was Sie eben abgeschickt haben, ist nicht gespeichert." in ask("/leitung/neu/", "post")


def test_page_promises_nothing_that_does_not_help(live: Path) -> None:
    page = ask("/")
    for untrue in ("neu laden", "Laden Sie", "noch da", "gerade nicht", "Diese Sicherung ist", "Sekunden"):
        assert untrue not in page


def test_copy_is_restored_from_the_page_at_the_machine(
    live: Path, copy: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(WITH_WORD, follow=True).content.decode()
    assert f'<option value="{copy.name}">' in page
    assert client.post(reverse("restore_copy"), {"copy": copy.name}).status_code == 403
    sent = {"copy": copy.name, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    answer = client.post(reverse("restore_copy"), sent, follow=True)
    assert answer.status_code == 200
    assert "Die Sicherung ist zurückgespielt" in answer.content.decode()
    (kept,) = copy.path.parent.glob("ersetzt-*")
    assert str(kept) in answer.content.decode()
    assert kept.read_bytes() == b"rubbish" * 1000
    assert of_sqlite.verify(live) == of_sqlite.verify(copy.path)
    assert not damage.is_damaged()
    assert client.post(reverse("restore_copy"), sent).status_code == 404
    # A check that began before the end of the restore says damaged.
    monkeypatch.setattr(damage, "_finding", damage._Finding(damage._THOROUGH, damage._files()))
    assert "Die Sicherung ist zurückgespielt" in client.get(answer.redirect_chain[-1][0]).content.decode()
    assert not damage.is_damaged()


def test_copy_that_cannot_come_in_leaves_the_choice_of_another(live: Path, copy: Backup) -> None:
    shutil.copyfile(copy.path, copy.path.with_name("romme-20200101-000000.sqlite3"))
    copy.path.write_bytes(copy.path.read_bytes()[:5000])
    client = Client()
    client.get(WITH_WORD)
    answer = client.post(reverse("restore_copy"), {"copy": copy.name}, follow=True)
    assert answer.status_code == 503
    words = answer.content.decode()
    assert 'role="alert"' in words
    assert "romme-20200101-000000.sqlite3" in words
    assert live.read_bytes() == b"rubbish" * 1000


def test_copy_that_comes_while_another_one_does_stays_chosen(live: Path, copy: Backup) -> None:
    older = copy.path.with_name("romme-20200101-000000.sqlite3")
    shutil.copyfile(copy.path, older)
    client = Client()
    client.get(WITH_WORD)
    with restoring.exclusive():
        answer = client.post(reverse("restore_copy"), {"copy": older.name})
    assert answer.status_code == 503
    assert "Gerade wird schon eine Sicherung zurückgespielt" in answer.content.decode()
    assert f'<option value="{older.name}" selected>' in answer.content.decode()
    assert live.read_bytes() == b"rubbish" * 1000


@pytest.mark.parametrize("who", ["without the word", "elsewhere", "public"])
def test_nobody_else_brings_a_copy_in(who: str, live: Path, copy: Backup, settings: Settings) -> None:
    settings.MODE = "public" if who == "public" else "hall"
    where: Any = {"REMOTE_ADDR": "192.168.1.20"} if who == "elsewhere" else {}
    client = Client()
    if who != "without the word":
        client.get(WITH_WORD, **where)
    page = client.get(reverse("restore_copy"), **where).content.decode()
    assert "<form" not in page
    assert f"./run restore {copy.path}" in page
    assert client.post(reverse("restore_copy"), {"copy": copy.name}, **where).status_code == 302
    assert live.read_bytes() == b"rubbish" * 1000


def test_without_any_copy_the_page_asks_for_the_stick(live: Path, copy: Backup) -> None:
    copy.path.unlink()
    page = ask("/")
    assert "Auf diesem Rechner liegt keine Sicherung." in page
    assert "./run restore DATEI" in page


def test_whole_database_has_no_such_page(client: Client, copy: Backup) -> None:
    assert client.post(reverse("restore_copy"), {"copy": copy.name}).status_code == 404
