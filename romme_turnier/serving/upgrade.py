"""Migrates the database to the state of this program, after making a backup.

If a start is killed half-way, the database is between two states. The next start continues from there without making
another backup, because a second backup would be newer and hide the useful one.
"""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from romme_turnier.backup import making, memory, state
from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.serving.speaking import StopError, say, warn

_Migrations = Collection[tuple[str, str]]


class _WholeMigrations(MigrationExecutor):
    """Records a migration in the transaction that applies it.

    Django records migrations with indexes in a separate transaction. If the process were killed in between, every later
    start would try to make existing tables.
    """

    def apply_migration(self, state: Any, migration: Any, fake: bool = False, fake_initial: bool = False) -> Any:
        if fake or fake_initial:
            return super().apply_migration(state, migration, fake=fake, fake_initial=fake_initial)
        tell = self.progress_callback or (lambda *_args: None)
        tell("apply_start", migration, fake)
        with self.connection.schema_editor(atomic=migration.atomic) as editor:
            state = migration.apply(state, editor)
            for statement in editor.deferred_sql:
                editor.execute(statement, None)  # as Django does at the end
            editor.deferred_sql.clear()
            self.record_migration(migration)  # type: ignore[call-arg]  # the stubs are of an older Django
        tell("apply_success", migration, fake)
        return state


def upgrade() -> None:
    """Backs up an outdated database and migrates it, or makes the tables of a new one.

    Raises StopError if this program must not use the database, or if the backup or a migration fails. A machine without
    programs for backups only prints a warning before the migration.
    """
    try:
        new = not connection.introspection.table_names()
        applied = () if new else state.applied_migrations()
    except DatabaseError as error:
        raise StopError(f"The database does not answer: {error}") from error
    if why := state.why_refused(applied):
        raise StopError(why)
    if new:
        say("Making the database …")
    elif state.pending(applied):
        _copy_once(applied)
        say("Bringing the database up to date …")
    setattr(migrate, "MigrationExecutor", _WholeMigrations)  # noqa: B010 - a name that the command only imports
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise StopError(f"The database cannot be brought up to date: {error}") from error
    _mark().unlink(missing_ok=True)


def _copy_once(applied: _Migrations) -> None:
    """Backs up the database to a permanent folder named after its state, unless a migration has already begun.

    If this machine cannot make backups, only prints a warning. Raises StopError if the backup fails.
    """
    if _is_half_done(applied):
        return
    if why := engine().why_not():
        warn(f"The database is not copied before it is changed. {why}")
        return
    say("Copying the database before it is brought up to date …")
    try:
        copy = making.make_in(memory.folder() / f"stand-{state.name_of(applied)}")
        _mark().write_text(json.dumps({"copy": str(copy.path), "applied": sorted(applied)}), encoding="utf-8")
    except BackupError as error:
        raise StopError(error.message) from error


def _is_half_done(applied: _Migrations) -> bool:
    """Returns whether an unfinished start made a backup and then applied migrations."""
    try:
        mark = json.loads(_mark().read_text(encoding="utf-8"))
        before = {(app, name) for app, name in mark["applied"]}
        return Path(mark["copy"]).exists() and before < set(applied)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _mark() -> Path:
    """Returns the file that holds the old state and the path of the backup during a migration."""
    return Path(settings.DATA_DIR) / "upgrade.json"
