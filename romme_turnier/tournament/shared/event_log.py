"""The only code that writes the log of an event (Protokoll)."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from romme_turnier.fast.statements import insert
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.acts import Act
from romme_turnier.tournament.shared.snapshots import (
    difference,
    model_of,
    read_rows,
    reference,
    reread,
    without_secrets,
)
from romme_turnier.tournament.shared.subjects import about, made_rows
from romme_turnier.tournament.shared.verb_words import SAID

_REASONS = ("reason", "note", "grounds")
_LENGTH = 300
_LOCK = 7_141_017  # our advisory lock in a PostgreSQL database


def write(act: Act) -> None:
    """Adds the row of a finished act. Called last in its transaction, because it takes the next number."""
    values = [value for name, value in act.arguments.items() if name != "by"]
    event, subject = about(values, act.answer)
    old, new = _changes(act, values)
    by, reason = act.by, next((act.arguments[name] for name in _REASONS if act.arguments.get(name)), "")
    _lock(event)
    mine, parameters = ("event_id = %s", [event]) if event else ("event_id IS NULL", [])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COALESCE(MAX(number), 0) FROM tournament_eventlog WHERE {mine}", parameters)  # noqa: S608
        (last,) = cursor.fetchone()
    row = models.EventLog(
        event_id=event,
        number=last + 1,
        verb=act.verb,
        by=by,
        at=timezone.now(),
        reason=without_secrets(" ".join(str(reason).split()))[:_LENGTH],
        subject_kind=subject.kind,
        subject_pk=subject.pk,
        subject_number=subject.number,
        old=old,
        new=new,
    )
    insert([row])


def _lock(event: int | None) -> None:
    """Numbers have no gaps, so the lock is held until the end of the transaction. SQLite has only one writer anyway. It
    is a separate lock and the last one that a transaction takes, so it cannot cause a deadlock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, event or 0])


def _changes(act: Act, values: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    wanted: dict[type[Model], set[int]] = {}
    for key in act.before:
        wanted.setdefault(model_of(key), set()).add(int(key.partition(":")[2]))
    after = reread(wanted) if wanted else {}
    made = [row for row in made_rows(values, act.answer) if reference(row) not in act.before]
    old, new = difference(act.before, after | read_rows(made))
    said = {name for rows in new.values() for name in rows}
    given = {name: value for name, value in _given(act.arguments).items() if name not in said}
    return {**old, **_plain(act.old)}, {**given, **new, **_plain(act.new)}


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with words in SAID: figures, codes and rows."""
    return {
        name: _value(value)
        for name, value in arguments.items()
        if name in SAID and value is not None and value != "" and not isinstance(value, models.Event)
    }


def _plain(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in said.items()}


def _value(value: Any) -> Any:
    """JSON values: rows by their reference, sequences as lists; None for anything else."""
    match value:
        case Model():
            return reference(value)
        case str():
            return without_secrets(value)
        case list() | tuple() | set() | frozenset():
            ordered = value if isinstance(value, list | tuple) else sorted(value, key=str)
            return [_value(item) for item in ordered]
        case dict():
            return _plain(value)
        case int() | Decimal() | date() | timedelta():
            return value
    return None
