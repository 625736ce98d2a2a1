"""A database of each release opens in this version: standings and season tables are the same, every chain holds.

The migrations that it lacks give it the same tables as the squashed ones; 0.2.0 has only the first of each app.

`python -m tools.release_database` packs the database of a release.
"""

import gzip
import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from romme_turnier import __version__
from romme_turnier.backup.sqlite_copy import demand_same_schema
from romme_turnier.sqlite import sqlite3
from tests.safety.server import environ
from tools.project import ROOT
from tools.release_database import EVENT, FOLDER

RELEASES = sorted(path.name.removesuffix(".sqlite3.gz") for path in FOLDER.glob("*.sqlite3.gz"))


@pytest.fixture(scope="module")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the tables that the squashed migrations make."""
    folder = tmp_path_factory.mktemp("new")
    settings = environ(f"sqlite:///{folder}/new.sqlite3", folder)
    line = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(line, cwd=ROOT, env=settings, check=True)
    return folder / "new.sqlite3"


@pytest.mark.skipif(sys.platform == "win32", reason="takes fork")
@pytest.mark.parametrize("release", RELEASES)
def test_database_of_a_release_opens_with_equal_standings(release: str, new_database: Path, tmp_path: Path) -> None:
    file = tmp_path / "romme.sqlite3"
    file.write_bytes(gzip.decompress((FOLDER / f"{release}.sqlite3.gz").read_bytes()))
    line = [sys.executable, "-m", "tests.safety.faults.killed_upgrade", "--", EVENT]
    settings = environ(f"sqlite:///{file}", tmp_path, DATA_DIR=str(tmp_path))
    done = subprocess.run(line, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

    _killed, exit_code, standings, verified, changed_rankings = json.loads(done.stdout.splitlines()[-1])
    assert exit_code == 0
    assert standings == json.loads((FOLDER / f"{release}.standings.json").read_text(encoding="utf-8"))
    assert "Alles stimmt" in verified
    assert changed_rankings == []
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
        # `verify` has compared them with the released standings.
        assert opened.execute("SELECT COUNT(*) FROM tournament_result").fetchone() > (0,)
        with closing(sqlite3.connect(new_database)) as new:
            demand_same_schema(opened, new)


def test_every_released_version_has_its_database() -> None:
    assert __version__ in RELEASES
