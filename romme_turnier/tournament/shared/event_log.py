"""The only code that writes the log of an event (Protokoll): one row for each act, with its subject."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import insert
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.snapshots import (
    Rows,
    difference,
    is_row,
    model_of,
    read_rows,
    reference,
    reread,
    without_secrets,
)
from romme_turnier.tournament.shared.verb_words import SAID

_REASONS = ("reason", "note", "grounds")
_LENGTH = 300
_LOCK = 7_141_017  # the program's advisory lock in PostgreSQL
# Models whose rows are never a subject, with the field of their owner.
_PART_OF: dict[type[Model], str] = {
    models.Absence: "registration",
    models.Ban: "player",
    models.CallIn: "substitute",
    models.Draw: "series",
    models.DrawnCard: "draw",
    models.EndingReading: "spielliste",
    models.HandIn: "spielliste",
    models.Notice: "revision",
    models.Penalty: "spielliste",
    models.Revision: "spielliste",
    models.RowRuling: "spielliste",
    models.ScorerError: "spielliste",
    models.Seat: "table",
    models.SeatingRepair: "series",
    models.SecondReading: "spielliste",
    models.Statement: "spielliste",
    models.Table: "spielliste",
    models.TableCall: "table",
    models.TablePhone: "spielliste",
    models.Vacancy: "spielliste",
}
_WAYS_TO_EVENT = ("series", "table", "prize")


@dataclass(slots=True)
class Act:
    """The known facts of an act. `verb` is "" in a frame until its first verb is called."""

    verb: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    answer: Any = None
    before: Rows = field(default_factory=dict)  # the rows among the arguments, as stored at the start
    old: dict[str, Any] = field(default_factory=dict)
    new: dict[str, Any] = field(default_factory=dict)
    user: User | None = None  # recorded by the verb itself
    undone: bool = False  # the verb only returned an earlier result, so the act is not logged

    def begin(self, verb: str, arguments: Mapping[str, Any]) -> None:
        self.verb, self.arguments = verb, arguments
        self.before = read_rows(row for row in arguments.values() if is_row(row) and row.pk is not None)

    def forget(self) -> None:
        """Clears a verb that has failed; its caller may continue with another."""
        self.verb, self.arguments, self.answer = "", {}, None
        self.before, self.old, self.new, self.undone = {}, {}, {}, False


def write(act: Act) -> None:
    """Adds the log row of a finished act. Called last in its transaction, because the row takes the next number."""
    values = [value for name, value in act.arguments.items() if name != "by"]
    event, subject = about(values, act.answer)
    old, new = _changes(act, values)
    reason = next((act.arguments[name] for name in _REASONS if act.arguments.get(name)), "")
    _lock(event)
    mine, parameters = ("event_id = %s", [event]) if event else ("event_id IS NULL", [])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COALESCE(MAX(number), 0) FROM tournament_eventlog WHERE {mine}", parameters)  # noqa: S608
        (last,) = cursor.fetchone()
    row = models.EventLog(
        event_id=event,
        number=last + 1,
        verb=act.verb,
        by=act.user or act.arguments.get("by"),
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
    """Locks the numbering until the end of the transaction, so that numbers have no gaps. SQLite has only one writer
    anyway. This separate lock is the last one that a transaction takes, so it cannot cause a deadlock."""
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
    """Returns the arguments for which SAID has words: figures, codes and rows."""
    return {
        name: _value(value)
        for name, value in arguments.items()
        if name in SAID and value is not None and value != "" and not isinstance(value, models.Event)
    }


def _plain(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in said.items()}


def _value(value: Any) -> Any:
    """Returns a value as JSON: rows as references, sequences as lists, None for anything else."""
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


class Subject(NamedTuple):
    """A row, identified by model name, primary key and number on paper, without names."""

    kind: str = ""
    pk: int | None = None
    number: str = ""


def event_of(row: Model) -> int | None:
    """Returns the primary key of the event that a row belongs to; None for the register."""
    if isinstance(row, models.Event):
        return row.pk
    if hasattr(row, "event_id"):
        event_id: int | None = row.event_id
        return event_id
    way = _PART_OF.get(type(row)) if not isinstance(row, models.Table | models.Ban) else None
    for name in filter(None, (way, *_WAYS_TO_EVENT)):
        if hasattr(row, name):
            return event_of(getattr(row, name))
    return None


def subject_of(row: Model) -> Subject:
    while (part_of := _PART_OF.get(type(row))) is not None:
        row = getattr(row, part_of)
    return Subject(row._meta.model_name or "", row.pk, _number(row))


def _number(row: Model) -> str:
    match row:
        case models.Spielliste():
            return f"{row.table.series.number}/{row.table.number}"
        case models.StandingsRelease():
            return f"{row.series.number}/{row.number}"
        case models.Registration() | models.Series() | models.Dispute() | models.LedgerEntry():
            return "" if row.number is None else str(row.number)
        case _:
            return ""


def about(arguments: Iterable[Any], answer: Any) -> tuple[int | None, Subject]:
    """Returns the event and the subject of an act: from the verb's arguments, otherwise from its result."""
    given = [value for value in arguments if _is_named(value)]
    made = list(_answered(answer))
    named = [*(row for row in made if isinstance(row, models.Event)), *given, *made]
    event = next((of_row for row in named if (of_row := event_of(row)) is not None), None)
    chosen = next((row for row in named if not isinstance(row, models.Event)), None)
    if chosen is None:
        chosen = next(iter(named), None)
    return event, Subject() if chosen is None else subject_of(chosen)


def made_rows(arguments: Iterable[Any], answer: Any) -> list[Model]:
    """Returns the rows in a verb's result; parts of a dataclass count only if no argument is a row."""
    if isinstance(answer, Model | list | tuple):
        return [row for row in _rows(answer) if is_row(row)]
    given = [value for value in arguments if is_row(value) and not isinstance(value, models.Event)]
    return [] if given else [row for row in _answered(answer) if is_row(row)]


def _is_named(value: object) -> bool:
    return isinstance(value, Model) and (isinstance(value, User) or value._meta.app_label == "tournament")


def _rows(answer: Any) -> Iterator[Model]:
    for value in answer if isinstance(answer, list | tuple) else [answer]:
        if _is_named(value) and value.pk is not None:
            yield value


def _answered(answer: Any) -> Iterator[Model]:
    """Yields the rows in a result. A list yields none, because it has no single subject."""
    if isinstance(answer, list):
        return
    values = [getattr(answer, field.name) for field in fields(answer)] if is_dataclass(answer) else answer
    yield from _rows(tuple(values) if isinstance(values, list) else values)
