"""Copies all data into an empty database of either kind: from SQLite to PostgreSQL, and back.

A backup file can only be restored to the same kind of database. This module reads and writes rows through the models,
in one transaction on each side, and compares them.
"""

from itertools import islice, zip_longest
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.tables import OF_THIS_MACHINE
from romme_turnier.settings_values import database_config
from romme_turnier.sqlite import journal_options

_FROM, _TO = "copy-from", "copy-to"
_AT_ONCE = 500  # rows


def copy_to(url: str) -> int:
    """Copies all rows into the empty database at `url`, a DATABASE_URL; returns their number.

    The tables of this machine (`OF_THIS_MACHINE`) stay empty. The copy is consistent even during writes. Raises
    BackupError if `url` is not the address of a database, if that database has accounts, or if the copy fails. The
    target may then have the tables, but none of the copied rows.
    """
    _connect(url)
    try:
        call_command("migrate", database=_TO, run_syncdb=True, verbosity=0)
        if get_user_model()._base_manager.using(_TO).exists():
            raise BackupError(_("Dort ist schon etwas. Nehmen Sie eine leere Datenbank."))
        with transaction.atomic(using=_FROM), transaction.atomic(using=_TO):
            models = [
                model
                for model in apps.get_models(include_auto_created=True)
                if model._meta.managed and model._meta.db_table not in OF_THIS_MACHINE
            ]
            with connections[_TO].cursor() as cursor:
                for model in models:  # rows that `migrate` made
                    cursor.execute(f"DELETE FROM {connections[_TO].ops.quote_name(model._meta.db_table)}")  # noqa: S608
            rows = sum(_copied(model) for model in models)
            with connections[_TO].cursor() as cursor:  # new rows get numbers after the copied ones
                for statement in connections[_TO].ops.sequence_reset_sql(no_style(), models):
                    cursor.execute(statement)
            for model in models:
                here, there = (model._base_manager.using(at).order_by("pk").values_list() for at in (_FROM, _TO))
                if any(row != copy for row, copy in zip_longest(here.iterator(), there.iterator())):
                    raise BackupError(_("Die Datenbank dort ist anders als diese."))
    except (Error, OSError) as error:
        raise BackupError(_("Die Datenbank lässt sich nicht übertragen: %(why)s") % {"why": error}) from error
    finally:
        for alias in (_FROM, _TO):
            connections[alias].close()
            del connections[alias]
    return rows


def _connect(url: str) -> None:
    """Opens a second connection to this database, which reads a snapshot, and one to the database at `url`."""
    here = connections[DEFAULT_DB_ALIAS].settings_dict
    reading = {"isolation_level": 4} if _is_postgres(here) else {"transaction_mode": "DEFERRED"}  # REPEATABLE READ
    there = _config_of(url)
    nothing = dict.fromkeys(("USER", "PASSWORD", "HOST", "PORT"), "")
    writing = there.get("OPTIONS", {}) if _is_postgres(there) else journal_options()
    _open(_FROM, {**here, "OPTIONS": {**here["OPTIONS"], **reading}})
    _open(_TO, {**here, **nothing, **there, "OPTIONS": writing})


def _config_of(url: str) -> dict[str, Any]:
    """Returns Django's settings for the database at `url`; raises BackupError if the URL is not that of a database."""
    try:
        return database_config(url)
    except ImproperlyConfigured as error:
        raise BackupError(
            _(
                "Das ist keine Adresse einer Datenbank. Schreiben Sie sie wie postgres://user:password@host/name oder "
                "sqlite:////ordner/datei.sqlite3."
            )
        ) from error


def _open(alias: str, config: dict[str, Any]) -> None:
    """Opens a connection, for this thread only, to a database that is not in the settings."""
    connections[alias] = load_backend(config["ENGINE"]).DatabaseWrapper(config, alias)


def _is_postgres(config: dict[str, Any]) -> bool:
    return "postgres" in str(config["ENGINE"])


def _copied(model: type[Model]) -> int:
    """Copies a table without applying defaults or new creation times. Returns the number of rows."""
    count = 0
    every = model._base_manager.using(_FROM).order_by("pk").iterator(_AT_ONCE)
    fields = model._meta.local_concrete_fields
    while rows := list(islice(every, _AT_ONCE)):
        room = connections[_TO].ops.bulk_batch_size(fields, rows)
        for start in range(0, len(rows), room):
            query = InsertQuery(model)
            query.insert_values(fields, rows[start : start + room], raw=True)
            query.get_compiler(_TO).execute_sql()
        count += len(rows)
    return count
