"""A small database of the release that is being made, for the tests: `python -m tools.release_database`.

It plays the event "altpokal" and a season of two organisers by chance on a new database and packs that database, with
the standings that this version gives, as tests/data/releases/<version>. Every later version must open it
(tests/serving/test_releases.py).
"""

import gzip
import os
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from romme_turnier import __version__
from romme_turnier.sqlite import sqlite3
from tools.project import ROOT, say

FOLDER = ROOT / "tests" / "data" / "releases"
EVENT = "altpokal"
_SEASON = """
from romme_turnier.simulation.season import SeasonScenario, simulate_season
simulate_season(SeasonScenario(seed=30, has_club_below=True, has_cups=True))
"""


def main() -> int:
    """Writes the files of this version. Refuses to replace existing ones: a release is never changed."""
    target = FOLDER / f"{__version__}.sqlite3.gz"
    if target.exists():
        say(f"{target.relative_to(ROOT)} exists. Raise the version in romme_turnier/__init__.py first.")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "romme.sqlite3"
        _manage(database, "migrate", "--verbosity=0")
        _manage(database, "simulate", "--slug", EVENT, "--players=14", "--series=2", "--games=6", "--seed=30")
        _manage(database, "shell", "--no-imports", "--command", _SEASON)
        standings = _manage(database, "standings", EVENT, "--format=json")
        packed = Path(folder) / "packed.sqlite3"
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("VACUUM INTO ?", [str(packed)])
        target.write_bytes(gzip.compress(packed.read_bytes(), mtime=0))
    target.with_name(f"{__version__}.standings.json").write_text(standings, encoding="utf-8")
    say(f"{target.relative_to(ROOT)}: {target.stat().st_size:,} bytes. Commit it with its standings.")
    return 0


def _manage(database: Path, *command: str) -> str:
    """Returns the output of a command of the program on `database`."""
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "romme_turnier.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "DATA_DIR": str(database.parent),
        "SECRET_KEY": "of the database of a release " * 2,
        "DEMO": "0",
    }
    line = [sys.executable, "manage.py", *command]
    return subprocess.run(line, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
