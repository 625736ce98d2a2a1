"""`./run soak`: many random events, each fully checked, and files with anything changed in them, before a release."""

import os
import subprocess
from collections.abc import Sequence

from tools import catalogues, environment
from tools.project import PYTHON, ROOT


def soak(arguments: Sequence[str]) -> int:
    """Plays and checks the events; returns 1 if one has findings. The checkout's own database stays untouched.

    Without arguments each kind of file that comes from outside is tried for a minute as well.
    """
    environment.ensure()
    catalogues.compile_all()
    environ = own_databases(os.environ)
    if not arguments:
        fuzzed = ("tests/safety/attacks/test_fuzzed_files.py", "tests/backup/test_fuzzed_copies.py")
        files = [str(PYTHON), "-m", "pytest", "-q", *fuzzed]
        if subprocess.call(files, cwd=ROOT, env={**environ, "FUZZ_SECONDS": "60"}):
            return 1
    return subprocess.call([PYTHON, "manage.py", "soak", *arguments], cwd=ROOT, env=environ)


def own_databases(environ: dict[str, str] | os._Environ[str]) -> dict[str, str]:
    """Returns its environment: each process has a database in its memory, even if .env names another."""
    return {**environ, "DATABASE_URL": "sqlite://:memory:", "MODE": "local"}
