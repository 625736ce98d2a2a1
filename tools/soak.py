"""`./run soak`: many random events, each fully checked, before a release."""

import os
import subprocess
from collections.abc import Sequence

from tools import catalogues, environment
from tools.project import PYTHON, ROOT


def soak(arguments: Sequence[str]) -> int:
    """Plays and checks the events; returns 1 if one has findings. The checkout's own database stays untouched."""
    environment.ensure()
    catalogues.compile_all()
    return subprocess.call([PYTHON, "manage.py", "soak", *arguments], cwd=ROOT, env=own_databases(os.environ))


def own_databases(environ: dict[str, str] | os._Environ[str]) -> dict[str, str]:
    """Returns the environment for it: each process has a database in its memory, whatever .env says."""
    return {**environ, "DATABASE_URL": "sqlite://:memory:", "MODE": "local"}
