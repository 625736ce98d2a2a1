"""Settings of the tests: those of the program, with a separate database, independent of .env.

The database is a file in a folder that is deleted with the process, so that test runs are separate and threads of
a live server see the rows of the test. DATABASE_URL in the environment chooses another one.
"""

import os
import tempfile
from pathlib import Path

TEST_FOLDER = tempfile.mkdtemp(prefix="romme-test-")

os.environ.update(MODE="local", DEBUG="0", SECRET_KEY="only-for-tests" * 5, TIME_ZONE="Europe/Berlin")
os.environ.update(BACKUP_DIR=f"{TEST_FOLDER}/backups", BACKUP_SECOND_DIR="", BACKUP_MINUTES="10")
os.environ.setdefault("DATABASE_URL", f"sqlite:///{TEST_FOLDER}/unused.sqlite3")

from romme_turnier.settings import *
from romme_turnier.settings import DATABASES, MIDDLEWARE, STORAGES

DATA_DIR = STATIC_ROOT = Path(TEST_FOLDER)
KEPT_PAPERS = ""  # a test that prints is to print
PAPERS_AHEAD = False  # and only what it asks for

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": f"{TEST_FOLDER}/test.sqlite3"}
    # A test database need not survive a power cut; everything else stays as in the program.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # Several runs at a time on one cluster: each has its own.
    DATABASES["default"]["TEST"] = {"NAME": f"test_romme_{os.getpid()}"}
# The manifest exists only after collectstatic; a live server finds the files in their source folders.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if "LATE" in os.environ:
    MIDDLEWARE = ["tests.late.arrives_late", *MIDDLEWARE]
