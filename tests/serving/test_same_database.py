"""A database that is moved away while the program runs does not get any more writes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.server import environ
from tools.project import ROOT

SCRIPT = """
import os, sys
import django
django.setup()
from django.core.signals import request_started
from django.db import connection
from romme_turnier.serving import same_database

if "unwatched" not in sys.argv:
    same_database.watch()
name = connection.settings_dict["NAME"]
connection.cursor().execute("CREATE TABLE x (y)")
request_started.send(sender=None)
print(connection.introspection.table_names())
os.rename(name, name + ".moved")
request_started.send(sender=None)
print(connection.introspection.table_names())
"""


@pytest.mark.parametrize(("arguments", "after"), [([], "[]"), (["unwatched"], "['x']")], ids=["", "without the guard"])
def test_nobody_writes_into_a_database_that_was_moved_away(tmp_path: Path, arguments: list[str], after: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=ROOT,
        env=environ(f"sqlite:///{tmp_path / 'db.sqlite3'}", tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["['x']", after]
