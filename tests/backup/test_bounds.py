"""Restoring a copy takes bounded memory in a separate process, and a second restore is refused."""

import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from romme_turnier import own_process
from romme_turnier.accounts.models import User
from romme_turnier.accounts.setup_word import setup_link
from romme_turnier.backup import restoring, sqlite_copy, taking
from romme_turnier.backup.errors import BackupError, BusyError
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.restoring import restore
from romme_turnier.sqlite import sqlite3
from romme_turnier.tournament.models import Event
from tests.backup.tables import in_earnest
from tests.factories import make_event, make_official

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs", "tables_at_hand")]
only_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's file")

ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, i, '2026' FROM n"
LARGE = {
    "statement": f"CREATE TABLE t (a {'x ' * 200_000})",
    "schema": "".join(f"CREATE TABLE t{number} ({', '.join(f'c{n}' for n in range(200))});" for number in range(500)),
    "migrations": f"INSERT INTO django_migrations (app, name, applied) {ROWS}",
    "name of a migration": "UPDATE django_migrations SET name = hex(zeroblob(2000000)) || char(128512)",
    "text": "UPDATE tournament_event SET announcement = hex(zeroblob(2000000)) || char(128512)",
}


@pytest.fixture
def copy() -> Path:
    make_official(username="petra")
    make_event()
    return make_backup().path


@pytest.fixture
def changed(copy: Path, request: pytest.FixtureRequest) -> Path:
    with closing(sqlite3.connect(copy)) as opened:
        opened.executescript(LARGE[request.param])
    return copy


def most_memory(file: Path) -> int:
    """Returns how many bytes Python held at most while it took a copy in or refused it."""
    tracemalloc.start()
    try:
        with suppress(BackupError):
            taking.take(file)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@only_sqlite
@pytest.mark.parametrize("changed", LARGE, indirect=True)
def test_large_parts_of_a_copy_are_not_held_in_memory(changed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_copy, "_LONGEST_VALUE", 1_000_000)
    assert most_memory(changed) < 5_000_000


@only_sqlite
def test_value_beyond_the_memory_of_the_process_is_refused(
    copy: Path, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute("UPDATE django_migrations SET name = zeroblob(65000000) WHERE app = 'sessions'")
        opened.commit()
    in_earnest(monkeypatch, place)
    with translation.override("en"), pytest.raises(BackupError, match="is not a backup of this program"):
        restore(copy)
    assert Event.objects.exists()


@pytest.mark.parametrize(
    "taken",
    [
        pytest.param("bytes(300_000_000)", marks=pytest.mark.skipif("sys.platform == 'win32'", reason="no such limit")),
        "sqlite3.connect(':memory:').execute('SELECT hex(zeroblob(40000000))').fetchall()",
    ],
)
def test_process_that_takes_a_copy_has_limits(taken: str, tmp_path: Path) -> None:
    limits = "from romme_turnier.backup.taking import limit_process, sqlite3; from pathlib import Path; import sys"
    script = f"{limits}; limit_process(Path(sys.argv[1])); {taken}"
    line = [sys.executable, "-c", script, __file__]
    done = own_process.run(line, capture_output=True)
    assert done.stderr.strip().endswith("MemoryError")


def test_copy_is_refused_when_the_process_fails(copy: Path, monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    in_earnest(monkeypatch, place)
    monkeypatch.setattr(own_process, "command", lambda *_arguments: [sys.executable, "-c", "raise MemoryError"])
    with pytest.raises(BackupError, match="Das Zurückspielen ist abgebrochen"):
        restore(copy)


@pytest.fixture
def other(copy: Path) -> Iterator[None]:
    """Another restore is running."""
    with restoring.exclusive():
        yield


@pytest.mark.usefixtures("other")
def test_second_restore_is_refused(copy: Path) -> None:
    with pytest.raises(BusyError):
        restore(copy)
    with pytest.raises(CommandError, match="Gerade wird schon eine Sicherung zurückgespielt"):
        call_command("restore", str(copy), "--yes")


@pytest.mark.usefixtures("other")
def test_second_upload_is_refused_by_the_page(copy: Path) -> None:
    content = copy.read_bytes()
    User.objects.all().delete()
    client = Client()
    client.get(setup_link(""))
    answer = client.post(reverse("set_up_from_backup"), {"file": SimpleUploadedFile("romme.sqlite3", content)})
    assert answer.status_code == 409
    assert "Gerade wird schon eine Sicherung zurückgespielt" in answer.content.decode()
    assert not User.objects.exists()
