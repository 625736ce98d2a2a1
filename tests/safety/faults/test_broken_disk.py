"""The disk refuses writes or spoils the database: no false acknowledgement, and a copy restores it."""

from contextlib import closing
from pathlib import Path
from time import sleep

import pytest
from pytest_django import Settings

from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.sqlite import sqlite3
from tests.safety import checks
from tests.safety.conftest import Hall, server_of
from tests.safety.databases import SqliteFile, stored_rows
from tests.safety.faults.preloaded import preloaded
from tests.safety.faults.test_full_disk import demand_pages_that_can_be_read
from tests.safety.server import EVENT, KEY, Form, Server, Writer


def _only_sqlite(hall: Hall) -> SqliteFile:
    if not isinstance(hall.database, SqliteFile):
        pytest.skip("where PostgreSQL keeps its data is not the program's choice")
    return hall.database


def test_disk_without_writes_is_said_and_costs_nothing(hall: Hall, tmp_path: Path) -> None:
    database = _only_sqlite(hall)
    settings = preloaded(hall.folder, "read_only")
    if not settings:
        pytest.skip("takes a C compiler")
    switch = tmp_path / "read-only"
    server = server_of(hall, **settings, SAFETY_READ_ONLY=str(switch)).start()
    try:
        writer = Writer(server, hall.sessions[0])
        assert writer.save(1, 1, checks.cells(31), 0).status == 200
        switch.touch()
        refused = writer.save(1, 2, checks.cells(32), 0)
        assert refused.status == 503
        assert "Auf die Platte lässt sich nicht schreiben" in refused.body["text"]
        demand_pages_that_can_be_read(writer)
        assert set(stored_rows(database)) == {(1, 1)}
        switch.unlink()
        assert writer.save(1, 2, checks.cells(32), 0).status == 200
    finally:
        server.kill()
    assert set(stored_rows(database)) == {(1, 1), (1, 2)}
    assert database.is_whole()


def _spoil(file: Path) -> None:
    """Two pages of the rows of lists."""
    with closing(sqlite3.connect(file)) as looking:
        looking.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = looking.execute("PRAGMA page_size").fetchone()
        (page,) = looking.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tournament_gamerow'").fetchone()
    with file.open("r+b") as writing:
        writing.seek((page - 1) * size)
        writing.write(b"\xff" * 2 * size)


def _restore(server: Server, copy: str) -> str:
    """Restores at the machine, with the address printed at the start. Returns the text of the page at the end."""
    browser = Writer(server, "")
    link = setup_link("/")
    cookie = browser.call("GET", link).headers["Set-Cookie"].partition(";")[0]
    browser._headers["Cookie"] += f"; {cookie}"
    assert f'value="{copy}"' in browser.call("GET", "/konto/zurueckspielen/").body["text"]
    begun = browser.call("POST", "/konto/zurueckspielen/", Form(copy=copy))
    assert begun.status == 302
    for _look in range(600):
        answer = browser.call("GET", begun.headers["Location"])
        assert answer.status == 200, (answer.status, answer.headers.get("Location"))
        shown: str = answer.body["text"]
        if 'http-equiv="refresh"' not in shown:
            return shown
        sleep(0.1)
    raise AssertionError(shown)


def test_spoilt_database_takes_no_writes_until_a_copy_has_its_place(
    hall: Hall, tmp_path: Path, settings: Settings
) -> None:
    database = _only_sqlite(hall)
    settings.SECRET_KEY = KEY
    copies = tmp_path / "copies"
    copies.mkdir()
    server = server_of(hall, BACKUP_DIR=str(copies)).start()
    try:
        writer = Writer(server, hall.sessions[0])
        assert writer.save(1, 1, checks.cells(31), 0).status == 200
        database.copied("romme-20260101-120000").file.replace(copies / "romme-20260101-120000.sqlite3")
        _spoil(database.file)
        assert writer.save(2, 1, checks.cells(32), 0).status == 503
        for address in (EVENT.format(1), "/", "/hilfe/status/", "/konto/anmelden/"):
            answer = writer.call("GET", address)
            assert answer.status == 503
            assert "Die Datenbank ist beschädigt" in answer.body["text"]
            assert "01.01.2026 12:00" in answer.body["text"]
        assert "Die Sicherung ist zurückgespielt" in _restore(server, "romme-20260101-120000.sqlite3")
        assert set(stored_rows(database)) == {(1, 1)}
        assert writer.save(2, 1, checks.cells(32), 0).status == 200
    finally:
        server.kill()
    assert set(stored_rows(database)) == {(1, 1), (2, 1)}
    assert database.is_whole()
