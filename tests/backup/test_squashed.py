"""Squashed migrations: new databases have the same tables as databases that ran the older migrations.

On SQLite, `tests/serving/test_releases.py` runs the older ones, on the databases of releases.
"""

from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from romme_turnier.backup import of_postgres, of_sqlite, sqlite_copy, state
from romme_turnier.backup.tables import FORMER_SQUASHES, make_tables
from romme_turnier.sqlite import sqlite3

pytestmark = pytest.mark.django_db


@pytest.fixture
def loader(settings) -> MigrationLoader:
    settings.MIGRATION_MODULES = {}
    return MigrationLoader(None)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")
def test_squashed_migrations_make_the_tables_of_this_database(loader: MigrationLoader, tmp_path: Path) -> None:
    file = tmp_path / "made.sqlite3"
    with of_sqlite._in_place_of_the_live_database(file):
        make_tables(loader.disk_migrations.keys() | FORMER_SQUASHES)
    with closing(sqlite3.connect(file)) as made, closing(sqlite3.connect(connection.settings_dict["NAME"])) as ours:
        sqlite_copy.demand_same_schema(made, ours)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="tables within a transaction")
@pytest.mark.parametrize("squashed", [True, False])
def test_every_way_makes_the_tables_of_this_postgresql(loader: MigrationLoader, squashed: bool) -> None:
    def definitions() -> set[tuple[str, str]]:
        cursor.execute("SELECT current_schema()::regnamespace::oid")
        cursor.execute(of_postgres._DEFINITIONS, cursor.fetchone())
        return set(cursor.fetchall())

    with connection.cursor() as cursor:
        ours = definitions()
        of_postgres._clear(cursor)
        make_tables(loader.disk_migrations.keys() | FORMER_SQUASHES, squashed=squashed)
        assert definitions() ^ ours == set()


def test_database_of_a_former_squash_is_known_and_behind(loader: MigrationLoader) -> None:
    first = {key for key in loader.disk_migrations if "squashed" not in key[1] and key <= ("tournament", "0033_z")}
    applied = first | FORMER_SQUASHES  # as version 0.3.0 made it
    assert not state.is_newer(applied)
    assert ("tournament", "0034_operator") in state.pending(applied)


def test_database_of_either_way_is_neither_newer_nor_behind(loader: MigrationLoader) -> None:
    every = set(loader.disk_migrations)
    squashes = loader.replacements
    assert {app for app, _name in squashes} == {"accounts", "tournament"}
    replaced = {key for migration in squashes.values() for key in migration.replaces}
    assert replaced <= every, "copies of older programs need the replaced files"
    for applied in (every, every - squashes.keys(), every - replaced, every | FORMER_SQUASHES):
        assert not state.is_newer(applied)
        assert not state.pending(applied)
    assert state.pending(every - squashes.keys() - {max(loader.replacements[max(squashes)].replaces)})
