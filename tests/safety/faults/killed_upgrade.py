"""Starts on an older database that are killed at named places, one after the other, and a last one that completes.

`python -m tests.safety.faults.killed_upgrade "inside 0010" … -- SLUG` works on the database of DATABASE_URL. A place is
`before`, `inside` (all is changed, nothing is committed) or `after` a migration of the tournament, or `ending`, when
all of them are done. It prints the results as JSON, independent of the speed of the machine: the exit code of each
killed start and of the last one, the standings of the event, the output of `verify`, and the rankings of seasons whose
table is no longer that of its newest edition.
"""

import io
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django


def main(places: list[str], slug: str) -> None:
    django.setup()
    ends = [_start(lambda place=place: _die_at(place)) for place in places]  # type: ignore[misc]
    last = _start(lambda: None)
    from django.core.management import call_command

    standings, verified = io.StringIO(), io.StringIO()
    call_command("standings", slug, format="json", stdout=standings)
    call_command("verify", stdout=verified)
    print(json.dumps([ends, last, json.loads(standings.getvalue()), verified.getvalue(), _changed_rankings()]))


def _changed_rankings() -> list[str]:
    from romme_turnier.tournament.models import Ranking
    from romme_turnier.tournament.seasons.editions import current_edition, issue_edition

    return [
        f"{ranking.season}: {ranking}"
        for ranking in Ranking.objects.filter(rests=False)
        if current_edition(ranking) != issue_edition(ranking)
    ]


def _start(prepared: Callable[[], None]) -> int:
    """Prepares the database in a separate process; returns its exit code, negative for the signal that killed it."""
    child = os.fork()
    if not child:
        from romme_turnier.serving.prepare import prepare_database

        sys.stdout = sys.stderr
        prepared()
        prepare_database()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _die(*_args: Any, **_more: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_at(place: str) -> None:
    from django.core.management.commands import migrate
    from django.db.migrations.recorder import MigrationRecorder

    from romme_turnier.serving.upgrade import _WholeMigrations as Executor

    when, _, number = place.partition(" ")
    if when == "ending":
        setattr(migrate, "emit_post_migrate_signal", _die)  # noqa: B010 - a name that the module only imports
        return
    record, apply = MigrationRecorder.record_applied, Executor.apply_migration

    def recorded(self: MigrationRecorder, app: str, name: str) -> None:
        if when == "inside" and app == "tournament" and name.startswith(number):
            _die()
        record(self, app, name)

    def applied(self: Executor, state: Any, migration: Any, **more: Any) -> Any:
        here = migration.app_label == "tournament" and migration.name.startswith(number)
        if when == "before" and here:
            _die()
        result = apply(self, state, migration, **more)
        if when == "after" and here:
            _die()
        return result

    setattr(MigrationRecorder, "record_applied", recorded)  # noqa: B010 - as above
    setattr(Executor, "apply_migration", applied)  # noqa: B010


if __name__ == "__main__":
    main(sys.argv[1 : sys.argv.index("--")], sys.argv[-1])
