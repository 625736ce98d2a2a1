"""How copies are named, and which of them are kept."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import time_machine

from romme_turnier.backup.folder import Backup, backups_in, new_name, prune, superfluous

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 14, 32, 5, tzinfo=BERLIN)


def every(minutes: int, count: int) -> list[Backup]:
    times = [NOW - timedelta(minutes=minutes * step) for step in range(count)]
    return [Backup(Path(f"{at:%d-%H-%M}"), at, 1) for at in times]


def test_copy_is_named_by_the_clock_of_the_hall(tmp_path: Path) -> None:
    assert new_name(".sqlite3", NOW, tmp_path) == "romme-20261121-143205.sqlite3"


def test_second_copy_in_one_second_gets_a_number(tmp_path: Path) -> None:
    (tmp_path / "romme-20261121-143205.sqlite3").touch()
    assert new_name(".sqlite3", NOW, tmp_path) == "romme-20261121-143205-2.sqlite3"


def test_folder_lists_finished_copies_newest_first_and_nothing_else(tmp_path: Path) -> None:
    for name in (
        "romme-20261121-143205.sqlite3",
        "romme-20261121-150000.dump",
        ".romme-20261121-160000.sqlite3.part",
        "ersetzt-20261121-160000.sqlite3",
        "romme-20269999-143205.sqlite3",
        "brief.txt",
    ):
        (tmp_path / name).write_text("xx")
    found = backups_in(tmp_path)
    assert [(b.name, b.made_at.hour, b.size) for b in found] == [
        ("romme-20261121-150000.dump", 15, 2),
        ("romme-20261121-143205.sqlite3", 14, 2),
    ]


def test_copy_made_after_the_clock_was_set_back_is_the_newest_and_stays(tmp_path: Path) -> None:
    for at in every(10, 30):
        (tmp_path / new_name(".sqlite3", at.made_at, tmp_path)).touch()
    two_hours_back = NOW - timedelta(hours=2, minutes=1)
    with time_machine.travel(two_hours_back, tick=False):
        made = new_name(".sqlite3", two_hours_back, tmp_path)
        (tmp_path / made).touch()
        prune(tmp_path, two_hours_back)
        assert backups_in(tmp_path)[0].name == made
        assert len(backups_in(tmp_path)) == 30 + 1


def test_folder_that_is_missing_holds_nothing(tmp_path: Path) -> None:
    assert backups_in(tmp_path / "fort") == []


def test_last_twenty_are_kept_however_old_they_are() -> None:
    assert superfluous(every(60 * 24 * 30, 20), NOW) == []


def test_of_older_copies_the_first_of_each_hour_is_kept() -> None:
    gone = superfluous(every(10, 50), NOW)
    kept = [backup for backup in every(10, 50) if backup not in gone]
    assert len(kept) == 20 + 6  # the 20 reach back to 11:22; before that one for each hour begun
    assert sorted({backup.made_at.hour for backup in kept[20:]}, reverse=True) == [11, 10, 9, 8, 7, 6]


def test_hourly_copies_are_kept_for_two_weeks() -> None:
    hours = every(60, 24 * 20)
    gone = superfluous(hours, NOW)
    assert len(hours) - len(gone) == 24 * 14 + 1


def test_pruning_leaves_foreign_files_alone(tmp_path: Path) -> None:
    for backup in every(60 * 24 * 30, 25):
        (tmp_path / f"romme-{backup.made_at:%Y%m%d-%H%M%S}.sqlite3").touch()
    (tmp_path / "urlaub.jpg").touch()
    (tmp_path / "ersetzt-20200101-000000.sqlite3").touch()
    prune(tmp_path, NOW)
    assert len(backups_in(tmp_path)) == 20
    assert (tmp_path / "urlaub.jpg").exists()
    assert (tmp_path / "ersetzt-20200101-000000.sqlite3").exists()
