"""Everything goes into an empty database of either kind, row for row (tests/safety/faults does it on PostgreSQL)."""

from contextlib import closing
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations import RunPython
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils.connection import ConnectionDoesNotExist

from romme_turnier.backup import moving
from romme_turnier.backup.errors import BackupError
from romme_turnier.sqlite import sqlite3
from romme_turnier.tournament import models
from tests.cast import make_cast
from tests.factories import make_event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="compares files"),
]


@pytest.fixture(autouse=True)
def _without_migrations(settings: Any) -> None:
    """Tables are made from the models, a tenth of the time."""
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}


@pytest.fixture
def there(tmp_path: Path) -> Path:
    make_cast(make_event())
    return tmp_path / "other.sqlite3"


def rows_of(file: str | Path, model: type[Model]) -> list[tuple[Any, ...]]:
    """Migrations leave columns in another order than the models."""
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    with closing(sqlite3.connect(file)) as other:
        rows = other.execute(f'SELECT {columns} FROM "{model._meta.db_table}"')  # noqa: S608 - our own tables
        return sorted(rows, key=repr)


def test_every_row_of_every_table_is_there(there: Path) -> None:
    call_command("copy_to", f"sqlite:///{there}")
    all_models = apps.get_models(include_auto_created=True)
    here = connection.settings_dict["NAME"]
    assert {one: rows_of(there, one) for one in all_models} == {one: rows_of(here, one) for one in all_models}
    assert rows_of(there, models.Registration)


def test_migrations_of_the_empty_database_write_nothing_into_this_one(settings: Any) -> None:
    """They run while this one is in use; a step that ignores its connection writes into this one."""
    settings.MIGRATION_MODULES = {}
    disk = MigrationLoader(None).disk_migrations.values()
    steps = [step for migration in disk for step in migration.operations if isinstance(step, RunPython)]
    own = [step for step in steps if step.code.__module__.startswith("romme_turnier.")]
    assert own
    elsewhere: Any = SimpleNamespace(connection=SimpleNamespace(alias="nirgends"))
    known: Any = apps
    for step in own:
        with pytest.raises(ConnectionDoesNotExist):
            step.code(known, elsewhere)


def test_database_with_something_in_it_is_left_alone(there: Path) -> None:
    call_command("copy_to", f"sqlite:///{there}")
    models.Event.objects.update(name="anders")
    with pytest.raises(CommandError, match="Dort ist schon etwas"):
        call_command("copy_to", f"sqlite:///{there}")
    assert not any("anders" in row for row in rows_of(there, models.Event))


@pytest.mark.parametrize("copied", [slice(1, None), slice(-1)])
def test_copy_that_lacks_a_row_is_undone(there: Path, monkeypatch: pytest.MonkeyPatch, copied: slice) -> None:
    monkeypatch.setattr(moving, "islice", lambda rows, size: list(islice(rows, size))[copied])
    with pytest.raises(CommandError, match="anders als diese"):
        call_command("copy_to", f"sqlite:///{there}")
    assert rows_of(there, models.Registration) == []


@pytest.mark.parametrize("url", ["", "x", "mysql://host/name", "postgres://host:port/name", "postgres://host/"])
def test_address_of_no_database_is_refused(url: str) -> None:
    with pytest.raises(CommandError, match="keine Adresse einer Datenbank"):
        call_command("copy_to", url)
    with pytest.raises(ConnectionDoesNotExist):
        connections["copy-from"]


def test_place_that_cannot_be_reached_is_said(there: Path) -> None:
    with pytest.raises(CommandError, match="lässt sich nicht übertragen"):
        call_command("copy_to", f"sqlite:///{there.parent}/nowhere/other.sqlite3")


def test_options_of_the_address_count(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: dict[str, Any] = {}

    def fails(alias: str, config: dict[str, Any]) -> None:
        opened[alias] = config["OPTIONS"]
        if alias == "copy-to":
            raise BackupError("not there")

    monkeypatch.setattr(moving, "_open", fails)
    with pytest.raises(CommandError):
        call_command("copy_to", "postgres://host/name?sslmode=verify-full")
    assert opened["copy-to"] == {"sslmode": "verify-full"}
