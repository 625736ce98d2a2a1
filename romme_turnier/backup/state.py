"""The state of a database: its applied migrations, compared with those of this program.

A migration is a pair of app and name, as in the table `django_migrations`.
"""

from collections.abc import Collection, Set as AbstractSet

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from romme_turnier import own_process
from romme_turnier.backup import damage
from romme_turnier.backup.engine import engine
from romme_turnier.backup.tables import FORMER_SQUASHES

# The first migration of the versions before 0.2, which were never released. Version 0.2 began with new migrations.
_FORMER = ("tournament", "0001_initial")


def applied_migrations() -> Collection[tuple[str, str]]:
    """Returns the migrations applied to this database. Raises django.db.Error if the database does not answer."""
    return MigrationRecorder(connection).applied_migrations().keys()


def is_former(applied: Collection[tuple[str, str]]) -> bool:
    """Returns whether the tables are from before version 0.2."""
    return _FORMER in applied


def is_newer(applied: Collection[tuple[str, str]]) -> bool:
    """Returns whether a migration was applied that this program does not have, even as part of a squashed one."""
    of_program = _of_program()
    replaced = {key for migration in of_program.values() for key in migration.replaces}
    return not set(applied) <= of_program.keys() | replaced | FORMER_SQUASHES


def pending(applied: Collection[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
    """Returns the migrations that have not been applied yet."""
    of_program, done = _of_program(), set(applied)
    for key, migration in of_program.items():
        if migration.replaces and done.issuperset(migration.replaces):
            done.add(key)
        if key in done:
            done.update(migration.replaces)
    return of_program.keys() - done


def name_of(applied: Collection[tuple[str, str]]) -> str:
    """Returns a name for this state: the newest migration of the tournament's tables, "0000" without one."""
    return max((name for app, name in applied if app == "tournament"), default="0000")


def _of_program() -> dict[tuple[str, str], Migration]:
    return MigrationLoader(None, ignore_no_migrations=True).disk_migrations


def why_refused(applied: Collection[tuple[str, str]]) -> str:
    """Returns the reason why this program must not use a database in this state; "" if it may."""
    if is_former(applied):
        return _(
            "Die Datenbank %(place)s stammt von einer Fassung vor 0.2, deren Tabellen das Programm nicht mehr kennt. "
            "Verschieben Sie sie, oder nennen Sie mit DATABASE_URL eine andere."
        ) % {"place": engine().place()}
    if is_newer(applied):
        return _(
            "Die Datenbank %(place)s hat schon eine neuere Fassung des Programms benutzt. "
            "Starten Sie die neuere: Diese hier kennt nicht alles, was darin steht, und könnte es verderben."
        ) % {"place": engine().place()}
    return ""


def why_not_ready() -> str:
    """Returns the reason why commands cannot use the database; "" if it is intact and has this program's tables.

    Raises django.db.Error or, on PostgreSQL, BackupError if the database does not answer.
    """
    start = {"command": own_process.typed()}
    if damage.look():
        return damage.words()
    with connection.wrap_database_errors:
        is_empty = engine().is_empty()
    if is_empty:
        return _("Die Datenbank ist noch leer. Starten Sie das Programm einmal: %(command)s") % start
    applied = applied_migrations()
    if why := why_refused(applied):
        return why
    if not pending(applied):
        return ""
    return (
        _(
            "Die Datenbank ist noch auf dem Stand einer älteren Fassung. Starten Sie das Programm einmal, dann ist sie "
            "auf dem neuen und davor gesichert: %(command)s"
        )
        % start
    )
