"""Makes the tables of a restored database with the program's own migrations, and checks the rows written into them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from decimal import Decimal

from django.apps import apps
from django.core.management import call_command
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField, Model, QuerySet, SlugField
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.backup.errors import BackupError, broken_words
from romme_turnier.core.organisers.addresses import is_address
from romme_turnier.core.organisers.numbers import is_number

# Counts of attempts, used codes, and jobs belong to this machine, so restores and `copy_to` leave them out.
OF_THIS_MACHINE = ("accounts_counted", "documents_job")
# Squashed migrations of earlier versions. Databases still record them, along with the migrations that they replaced,
# whose files the program still has.
FORMER_SQUASHES = {("tournament", "0001_squashed_0033_earlier_names")}
MOST_MIGRATIONS = 5_000  # a backup with more is not one of ours
_A_DAY = timedelta(days=1)
_BATCH = 50  # rows in memory; a foreign row may have megabytes


def make_tables(applied: Collection[tuple[str, str]], *, squashed: bool = True) -> None:
    """Runs these migrations on the empty database. Raises BackupError if one is unknown or lacks a dependency.

    With `squashed`, runs squashed migrations instead of the replaced ones, if `applied` contains all replaced ones.
    """
    executor, keys = MigrationExecutor(connection), set(applied) - FORMER_SQUASHES
    replacements = executor.loader.replacements
    replaced = {key for migration in replacements.values() for key in migration.replaces}
    if squashed and replaced <= keys:
        keys = (keys - replaced) | replacements.keys()
    else:
        executor.loader = MigrationLoader(connection, replace_migrations=False)
        keys -= replacements.keys()
    nodes = executor.loader.graph.node_map
    known = keys & nodes.keys()
    last = sorted(
        key for key in known if not any(child.key[0] == key[0] and child.key in keys for child in nodes[key].children)
    )
    plan = executor.migration_plan(last)
    if {(migration.app_label, migration.name) for migration, _backwards in plan} != keys:
        raise BackupError(broken_words())
    executor.migrate(last, plan)


def bring_up_to_date() -> None:
    """Runs the migrations that the backup lacks. Raises BackupError if one fails."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:  # rows of a foreign file may break any step
        raise BackupError(
            _("Die Sicherung lässt sich nicht auf den Stand dieses Programms bringen: %(why)s") % {"why": error}
        ) from error


def demand_usable() -> None:
    """Raises BackupError if a row would break pages.

    Such rows contain unreadable values, values that do not fit into addresses, or events with rules that this program
    does not have.
    """
    for model in apps.get_models(include_auto_created=True):
        rows = model._base_manager.all()
        try:
            values = (value for row in rows.values_list().iterator(_BATCH) for value in row)
            usable = all(map(_is_usable, values)) and not _lacks_address(rows)
            if model._meta.label_lower == "tournament.event":
                for event in rows.iterator(_BATCH):
                    getattr(event, "terms")  # noqa: B009 - raises an error if there are no such rules
                    usable = usable and is_address(getattr(event, "slug"))  # noqa: B009
            elif model._meta.label_lower == "tournament.organiser":
                usable = usable and all(map(is_number, rows.values_list("number", flat=True)))
        except (Error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError):
            usable = False
        if not usable:
            raise BackupError(broken_words())


def _is_usable(value: object) -> bool:
    """Returns whether pages can calculate with a value; they cannot with "NaN" or infinity.

    Raises OverflowError for a time too close to the limits of the calendar.
    """
    if isinstance(value, datetime):
        timezone.localtime(value - _A_DAY), timezone.localtime(value + _A_DAY)  # raise OverflowError
    return not isinstance(value, Decimal) or value.is_finite()


def _lacks_address(rows: QuerySet[Model]) -> bool:
    """Returns whether any row has a key or a slug that cannot be part of a URL."""
    fields = rows.model._meta.concrete_fields
    slugs = [field.name for field in fields if isinstance(field, SlugField)]
    if any(rows.exclude(**{f"{name}__regex": r"\A[-a-zA-Z0-9_]+\Z"}).exists() for name in slugs):
        return True
    return isinstance(rows.model._meta.pk, AutoField) and rows.filter(pk__lt=1).exists()
