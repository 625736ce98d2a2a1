"""A database of version 0.2.0 is upgraded by starts that are killed half-way: its contents do not change.

The event was played, and its standings were written, by that version (`tests/data/releases/0.2.0…`).
"""

import gzip
import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from romme_turnier.backup.folder import backups_in
from romme_turnier.sqlite import sqlite3
from tests.safety.server import environ
from tests.safety.sizes import IS_FULL
from tools.project import ROOT
from tools.release_database import EVENT, FOLDER

RELEASE = "0.2.0"
NUMBERS = sorted(
    path.name[:4]
    for path in (ROOT / "romme_turnier/tournament/migrations").glob("*.py")
    if re.match(r"\d{4}_(?!squashed)", path.name)
)[1:]
FEW = ["inside 0002", "inside 0005", "after 0010", "ending"]  # 0005 makes indexes
ALL = [f"{when} {number}" for number in NUMBERS for when in ("before", "inside", "after")]
PLACES = [*ALL, "ending"] if IS_FULL else FEW


def _everything(database: sqlite3.Connection) -> dict[str, list[Any]]:
    """All rows of all tables, and how those were made."""
    tables = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    rows = {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name, _sql in tables}  # noqa: S608
    return {"sqlite_master": sorted(tables), **rows}


@pytest.mark.skipif(sys.platform == "win32", reason="takes fork")
def test_upgrade_that_is_killed_loses_nothing_and_keeps_the_copy_of_before(tmp_path: Path) -> None:
    file = tmp_path / "romme.sqlite3"
    file.write_bytes(gzip.decompress((FOLDER / f"{RELEASE}.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as made:
        before = _everything(made)
    settings = environ(f"sqlite:///{file}", tmp_path, DATA_DIR=str(tmp_path))
    line = [sys.executable, "-m", "tests.safety.faults.killed_upgrade", *PLACES, "--", EVENT]
    done = subprocess.run(line, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

    killed, last, standings, verified, changed_rankings = json.loads(done.stdout.splitlines()[-1])
    assert (killed, last, changed_rankings) == ([-9] * len(PLACES), 0, [])
    assert standings == json.loads((FOLDER / f"{RELEASE}.standings.json").read_text(encoding="utf-8"))
    assert "Alles stimmt" in verified
    with closing(sqlite3.connect(file)) as upgraded:
        assert upgraded.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert upgraded.execute("PRAGMA foreign_key_check").fetchall() == []

    folders = [path.name for path in (tmp_path / "copies").glob("stand-*")]
    assert folders == ["stand-0001_tables"]
    # A start that was killed before it had changed anything leaves what it copied unchanged: the next one copies again.
    untouched = next(place for place, name in enumerate(PLACES) if name.partition(" ")[0] == "after")
    copies = backups_in(tmp_path / "copies" / "stand-0001_tables")
    assert 1 <= len(copies) <= untouched + 1
    for copy in copies:
        with closing(sqlite3.connect(copy.path)) as copied:
            assert _everything(copied) == before
