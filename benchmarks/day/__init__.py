"""Benchmarks of a tournament's day: they need the program itself; a peer is in .venv-bench, if it is installed.

Importing this package sets the program up on an empty database in a temporary folder, or on the one that a benchmark
hands to a child process.
"""

import gc
import os
import tempfile
from importlib import import_module

import django
from django.conf import settings
from django.core.management import call_command

GIVEN = os.environ.get("ROMME_BENCH_DATABASE", "")  # a file of SQLite, or an address like those of DATABASE_URL
_FILE = GIVEN or f"{tempfile.mkdtemp(prefix='romme-bench-')}/bench.sqlite3"

os.environ.update(
    DJANGO_SETTINGS_MODULE="romme_turnier.settings",
    DATABASE_URL=GIVEN if "://" in GIVEN else f"sqlite:///{_FILE}",
    MODE="local",
    SECRET_KEY="only-for-benchmarks" * 4,
)
settings.INSTALLED_APPS += ["django_tables2"]  # for the library's own template, which the program does not use
settings.ROOT_URLCONF = "benchmarks.day.urls"
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
if not GIVEN:
    call_command("migrate", verbosity=0)
import_module(settings.ROOT_URLCONF)
gc.freeze()  # like the server, which excludes the loaded objects from later garbage collections
