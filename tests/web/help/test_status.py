"""Contents of the status page."""

import sqlite3

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from romme_turnier import __version__
from romme_turnier.sqlite import is_own
from romme_turnier.web.help import status
from tests.factories import make_official

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> str:
    client.force_login(make_official())
    return client.get(reverse("help:status")).content.decode()


def test_status_is_for_those_who_are_signed_in(client: Client) -> None:
    make_official()
    assert client.get(reverse("help:status"))["Location"].startswith(reverse("account_login"))


def test_status_says_version_mode_time_zone_and_space(page: str) -> None:
    for words in (__version__, "MODE=local", "Europe/Berlin", "Freier Platz"):
        assert words in page


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
def test_status_says_how_sqlite_really_stores(page: str) -> None:
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0].upper()
    assert f"{'Write-Ahead-Log' if journal == 'WAL' else 'Rollback-Journal'} (journal_mode={journal}" in page
    assert f"SQLite {sqlite3.sqlite_version}" in page
    assert ("vom Programm mitgebracht" in page) == is_own()
    assert ("liegt daneben, mit -wal am Ende" in page) == (journal == "WAL")
    assert "synchronous=OFF" in page  # as in the tests' database, which need not survive a power cut
    assert "kann ein Stromausfall bestätigte Eingaben kosten" in page


@pytest.mark.parametrize(
    ("journal", "level", "safe"),
    [("delete", 3, True), ("delete", 2, False), ("wal", 2, True), ("wal", 1, False), ("memory", 3, False)],
)
def test_status_calls_a_setting_safe_when_it_survives_a_power_cut(
    monkeypatch: pytest.MonkeyPatch, journal: str, level: int, safe: bool
) -> None:
    monkeypatch.setattr(status, "wal_is_safe", lambda: True)
    monkeypatch.setattr(status, "_pragma", lambda name: journal if name == "journal_mode" else str(level))
    assert status._sqlite()[1].problem is not safe


def test_status_warns_of_a_write_ahead_log_with_the_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "wal_is_safe", lambda: False)
    monkeypatch.setattr(status, "_pragma", lambda name: "wal" if name == "journal_mode" else "2")
    assert status._sqlite()[1].problem


@pytest.mark.parametrize("mode", ["local", "hall", "public"])
def test_status_explains_every_mode(mode: str) -> None:
    with override_settings(MODE=mode):
        assert f"MODE={mode}" in status._mode().value


def test_status_says_how_papers_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert status._printing().value == "PDF ist möglich"
    monkeypatch.setattr(status, "pdf_is_possible", lambda: False)
    assert status._printing().value == "mit dem Browser"
    assert "als Seite" in status._printing().why
