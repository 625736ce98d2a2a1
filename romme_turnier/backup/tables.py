"""The tables that the program's own migrations make. Rows of a copy go into these, never into tables of the file."""

from collections.abc import Collection

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import SlugField
from django.utils.translation import gettext as _

from romme_turnier.backup.errors import BackupError, broken_words

# Who failed to sign in, and used codes: they belong to this machine, and no copy brings any.
COUNTED = "accounts_counted"


def make_tables(applied: Collection[tuple[str, str]]) -> None:
    """Runs these migrations on the empty database. Raises BackupError where one lacks another that it needs."""
    executor = MigrationExecutor(connection)
    nodes, keys = executor.loader.graph.node_map, set(applied)
    known = keys & nodes.keys()
    last = sorted(
        key for key in known if not any(child.key[0] == key[0] and child.key in keys for child in nodes[key].children)
    )
    plan = executor.migration_plan(last)
    if {(migration.app_label, migration.name) for migration, _backwards in plan} != keys:
        raise BackupError(broken_words())
    executor.migrate(last, plan)


def bring_up_to_date() -> None:
    """Runs the migrations that the copy lacks. Raises BackupError."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:  # a step may stumble over anything in rows that no program has written
        raise BackupError(
            _("Die Sicherung lässt sich nicht auf den Stand dieses Programms bringen: %(why)s") % {"why": error}
        ) from error


def demand_addresses() -> None:
    """Raises BackupError for a part of an address that no address can have: pages that link to it would fail."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            of_address = {f"{field.name}__regex": r"\A[-a-zA-Z0-9_]+\Z"}
            if isinstance(field, SlugField) and model._default_manager.exclude(**of_address).exists():
                raise BackupError(broken_words())
