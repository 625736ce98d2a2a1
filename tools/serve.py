"""`./run`: from a fresh checkout to a program that answers."""

import os
import subprocess

from tools import catalogues, debian, environment
from tools.project import PYTHON


def serve() -> int:
    """Set up, prepare the database, then become the server (so that Ctrl+C reaches it directly)."""
    environment.ensure()
    debian.ensure(*debian.SERVING)
    catalogues.compile_all()
    if code := subprocess.call([PYTHON, "-m", "tools.prepare"]):
        return code
    os.execv(PYTHON, [str(PYTHON), "-m", "gunicorn", "--config", "tools/gunicorn_conf.py", "romme_turnier.wsgi"])
