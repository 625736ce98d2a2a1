"""Benchmarks of a tournament's day: they need the program itself; a peer is in .venv-bench, if it is installed.

Importing this package sets the program up on an empty database in a temporary folder, or on the one that a benchmark
hands to a child process.
"""

import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

GIVEN = os.environ.get("ROMME_BENCH_DATABASE")

os.environ.update(
    DJANGO_SETTINGS_MODULE="romme_turnier.settings",
    DATABASE_URL=f"sqlite:///{GIVEN or tempfile.mkdtemp(prefix='romme-bench-') + '/bench.sqlite3'}",
    MODE="local",
    SECRET_KEY="only-for-benchmarks" * 4,
)
# After the program's packages, so that it runs with its versions of shared packages.
sys.path.extend(map(str, (Path(__file__).parents[2] / ".venv-bench").glob("lib/python*/site-packages")))
if find_spec("django_tables2"):
    settings.INSTALLED_APPS += ["django_tables2"]
settings.ROOT_URLCONF = "benchmarks.day.urls"
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
if not GIVEN:
    call_command("migrate", verbosity=0)
