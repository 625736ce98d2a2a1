"""A damaged database is found by itself, told from a damaged copy, and no copy of it is kept."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from romme_turnier.backup import clock, damage, memory, of_sqlite
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import backups_in
from romme_turnier.backup.making import make_backup
from romme_turnier.serving import managing

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's file")

Harm = Callable[[Path], None]


def over(start: int, content: bytes) -> Harm:
    """Overwrites bytes of the file at an offset (negative: from the end)."""

    def harm(file: Path) -> None:
        with file.open("r+b") as writing:
            writing.seek(start, 2 if start < 0 else 0)
            writing.write(content)

    return harm


def cut(share: int) -> Harm:
    def harm(file: Path) -> None:
        with file.open("r+b") as writing:
            writing.truncate(file.stat().st_size // 2 if share else 0)

    return harm


def without_an_entry(file: Path) -> None:
    """A row that its index does not know; all pages are well formed."""
    with closing(sqlite3.connect(file, isolation_level=None)) as changing:
        changing.execute("PRAGMA writable_schema=1")
        index = changing.execute("SELECT * FROM sqlite_master WHERE name = 'by_name'").fetchone()
        changing.execute("DELETE FROM sqlite_master WHERE name = 'by_name'")
    with closing(sqlite3.connect(file, isolation_level=None)) as changing:
        changing.execute("INSERT INTO player VALUES ('Petra')")
        changing.execute("PRAGMA writable_schema=1")
        changing.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)


def without_tables(file: Path) -> None:
    """As SQLite leaves an emptied file that was opened with a log."""
    cut(0)(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")


HARMS = {
    "a page": over(-4096, b"\xff" * 4096),
    "pages in the middle": over(4096 * 3, bytes(4096 * 2)),
    "the header": over(0, b"rubbish!" * 13),
    "cut in half": cut(1),
    "emptied": cut(0),
    "emptied and opened": without_tables,
}


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small database in the place of the program's, with one copy."""
    file = tmp_path / "live.sqlite3"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE player (name text)")
        made.executemany("INSERT INTO player VALUES (?)", [("Hartwig" * 50,)] * 200)
        made.execute("CREATE INDEX by_name ON player (name)")
        made.commit()
    monkeypatch.setattr(of_sqlite, "live_file", lambda: file)
    make_backup()
    yield file
    monkeypatch.undo()
    damage.look()


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
def test_damage_is_found_and_told_with_the_copy_that_helps(harm: Harm, live: Path, place: Path) -> None:
    assert not damage.look()
    harm(live)
    assert damage.look()
    assert damage.is_damaged()
    (copy,) = backups_in(place)
    assert damage.words().startswith(f"Die Datenbank {live} ist beschädigt.")
    assert damage.moment_of(copy) in damage.words()
    assert damage.words().endswith(f"./run restore {copy.path}")


@pytest.mark.parametrize("harm", [*HARMS.values(), without_an_entry], ids=[*HARMS, "an entry of an index"])
def test_copy_of_a_damaged_database_is_not_kept_and_blames_the_database(harm: Harm, live: Path, place: Path) -> None:
    harm(live)
    with pytest.raises(BackupError, match=r"Die Datenbank .* ist beschädigt"):
        make_backup()
    assert damage.is_damaged()
    assert len(backups_in(place)) == 1
    assert memory.recall().error == damage.words()
    assert "Sicherung ist beschädigt" not in memory.recall().error


def test_damage_is_over_once_a_whole_file_has_its_place(live: Path, place: Path) -> None:
    HARMS["the header"](live)
    assert damage.look()
    live.write_bytes(backups_in(place)[0].path.read_bytes())
    assert not damage.is_damaged()


def test_damage_is_over_if_a_whole_file_gets_its_place_during_the_check(
    live: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, check = live.read_bytes(), damage._fails

    def replaced_meanwhile(pragma: str) -> bool:
        fails = check(pragma)
        live.with_suffix(".new").write_bytes(whole)
        live.with_suffix(".new").replace(live)
        return fails

    HARMS["a page"](live)
    with monkeypatch.context() as patched:
        patched.setattr(damage, "_fails", replaced_meanwhile)
        assert damage.look()
    assert not damage.is_damaged()


@pytest.mark.parametrize("content", [None, b""])
def test_first_start_finds_no_damage(content: bytes | None, live: Path, place: Path) -> None:
    backups_in(place)[0].path.unlink()
    live.unlink()
    if content is not None:
        live.write_bytes(content)
    assert not damage.look()


@pytest.mark.parametrize("harm", [Path.unlink, cut(0), without_tables], ids=["gone", "emptied", "without tables"])
def test_database_that_is_lost_while_it_is_used_is_damaged_even_without_a_copy(
    harm: Harm, live: Path, place: Path
) -> None:
    assert not damage.look()
    backups_in(place)[0].path.unlink()
    harm(live)
    assert damage.look()
    assert "keine Sicherung" in damage.words()


def test_medium_that_spoils_a_copy_is_not_taken_for_the_database(
    live: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(_file: Path) -> dict[str, int]:
        raise BackupError("Diese Sicherung ist beschädigt. Nehmen Sie eine andere.")

    monkeypatch.setattr(of_sqlite, "verify", spoilt)
    with pytest.raises(BackupError, match=r"Die Kopie auf .* ist nicht lesbar"):
        make_backup()
    assert not damage.is_damaged()


def test_clock_says_what_is_the_matter(live: Path) -> None:
    HARMS["the header"](live)
    clock.Rounds().go(asked=False)
    assert memory.recall().error == damage.words()


def test_clock_notices_writing_into_a_file_that_came_in_meanwhile(live: Path, place: Path) -> None:
    watch = of_sqlite.watch()
    before = watch.mark()
    fresh = live.with_name("fresh")
    fresh.write_bytes(backups_in(place)[0].path.read_bytes())
    fresh.replace(live)
    came_in = watch.mark()
    with closing(sqlite3.connect(live)) as writing, writing:
        writing.execute("INSERT INTO player VALUES ('Petra')")
    assert len({str(mark) for mark in (before, came_in, watch.mark())}) == 3


def test_command_on_a_damaged_database_says_one_sentence(live: Path, capsys: pytest.CaptureFixture[str]) -> None:
    HARMS["a page"](live)
    assert managing.manage(["verify"]) == 1
    assert capsys.readouterr().err == f"{damage.words()}\n"
