"""`./run`: from a fresh checkout to a program that answers."""

import os

from tools import catalogues, debian, environment
from tools.project import PYTHON


def serve() -> int:
    """Sets up, then becomes the program, which prepares its database and serves, so that Ctrl+C reaches it directly."""
    environment.ensure()
    debian.ensure(*debian.SERVING)
    catalogues.compile_all()
    os.execv(PYTHON, [str(PYTHON), "-m", "romme_turnier", "serve"])
