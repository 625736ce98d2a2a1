"""The only code that writes the log (Protokoll) of events and of the register: one row for each act and its changes.

The log keeps the figures, dates, references and choices of changed rows, and the few texts listed in KEPT_TEXTS. If any
other text changes, the log keeps only that fact, because names may have to be erased. Reasons and noted texts are kept
without e-mail addresses and bank accounts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from django.db import connection, models as db
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared, insert
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.verb_words import SAID

Fields = dict[str, Any]
Rows = dict[tuple[type[Model], int], Fields]  # (model, pk) → field → value as stored

_REASONS = ("reason", "note", "grounds")
_LENGTH = 300
_LOCK = 7_141_017  # the program's advisory lock in PostgreSQL
# Models whose rows are never the subject of an act, with the field that leads to their subject.
_PART_OF: dict[type[Model], str] = {
    models.Absence: "registration",
    models.Adjustment: "ranking",
    models.ApiToken: "organiser",
    models.Ban: "player",
    models.CallIn: "substitute",
    models.Draw: "series",
    models.DrawnCard: "draw",
    models.EndingReading: "spielliste",
    models.HandIn: "spielliste",
    models.Hook: "organiser",
    models.Membership: "player",
    models.MergeProposal: "keep",
    models.Notice: "revision",
    models.Office: "organiser",
    models.Penalty: "spielliste",
    models.Qualifier: "player",
    models.Revision: "spielliste",
    models.RowRuling: "spielliste",
    models.ScorerError: "spielliste",
    models.SeasonDate: "season",
    models.Seat: "table",
    models.SeatingRepair: "series",
    models.SecondReading: "spielliste",
    models.Statement: "spielliste",
    models.Table: "spielliste",
    models.TableCall: "table",
    models.TablePhone: "spielliste",
    models.Vacancy: "spielliste",
}
# Lists have their own log and revisions (lists/change.py); this log only names them.
_ELSEWHERE = (models.Spielliste, models.Revision)
_KEPT = (db.BooleanField, db.IntegerField, db.DecimalField, db.DateField, db.DurationField, db.ForeignKey)
KEPT_TEXTS = frozenset(
    {
        "category.name",
        "club.name",
        "event.currency",
        "event.hall_tables",
        "event.name",
        "event.organiser",
        "event.ruleset",
        "event.slug",
        "event.venue",
        "organiser.name",
        "organiser.number",
        "organiser.slug",
        "prizeaward.thing",
        "ranking.name",
        "season.name",
        "season.slug",
        "team.name",
    }
)
# The package verbs: the only ones that may change an event that is kept elsewhere.
OF_PACKAGES = frozenset(
    {
        *("accepting.accept_package", "making.hand_over", "making.take_back"),
        *("sending.ask_again", "sending.note_outcome", "sending.note_sent"),
    }
)
_SAID_ANYWAY = frozenset({"id", "event", "by", "at", "version"})
_ADDRESS = re.compile(r"\S+@\S+")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b", re.IGNORECASE)


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
    undone: bool = False  # the running verb only returned an earlier result
    done: bool = False  # one of its verbs has changed something, so the act is logged
    steps: dict[tuple[bool, Callable[[set[Any]], object]], set[Any]] = field(default_factory=dict)  # before its log row

    def begin(self, verb: str, arguments: Mapping[str, Any]) -> None:
        self.verb, self.arguments = verb, arguments
        self.before = _read((type(row), row.pk) for row in arguments.values() if _is_row(row) and row.pk is not None)

    def forget(self) -> None:
        """Clears the facts of a verb that has failed, because its caller may continue with another verb."""
        self.verb, self.arguments, self.answer = "", {}, None
        self.before, self.old, self.new, self.undone, self.done = {}, {}, {}, False, False


def write(act: Act) -> None:
    """Adds the log row of a finished act, as the last step of its transaction, because the row takes the next number.

    Raises TournamentError, which rolls the act back, if the event is kept elsewhere and the verb is not in OF_PACKAGES.
    """
    values = [value for name, value in act.arguments.items() if name != "by"]
    event, subject = _about(values, act.answer)
    old, new = _changes(act, values)
    reason = next((act.arguments[name] for name in _REASONS if act.arguments.get(name)), "")
    mine, parameters = ("event_id = %s", [event, event]) if event else ("event_id IS NULL", [0])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Keeps gaps out of the numbers; SQLite has one writer anyway. No deadlock: services lock no row after this,
            # and because they lock rows without keys (`no_key`), the checks of foreign keys at the end wait for none.
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, event or 0])
        kept = "SELECT elsewhere FROM tournament_event WHERE id = %s"  # in the query that every act makes anyway
        last_row = f"SELECT COALESCE(MAX(number), 0), ({kept}) FROM tournament_eventlog WHERE {mine}"  # noqa: S608
        cursor.execute(last_row, parameters)
        last, elsewhere = cursor.fetchone()
    if elsewhere and act.verb not in OF_PACKAGES:
        raise TournamentError(_why_kept_elsewhere(elsewhere))
    row = models.EventLog(
        event_id=event,
        number=last + 1,
        verb=act.verb,
        by=act.user or act.arguments.get("by"),
        at=timezone.now(),
        reason=_without_secrets(" ".join(str(reason).split()))[:_LENGTH],
        subject_kind=subject.kind,
        subject_pk=subject.pk,
        subject_number=subject.number,
        old=old,
        new=new,
    )
    insert([row])


def _why_kept_elsewhere(elsewhere: str) -> str:
    if elsewhere == models.Event.Elsewhere.LAPTOP:
        return _(
            "Das ist die veröffentlichte Kopie eines Turniers, das am Laptop geführt wird: Hier lässt sich nichts "
            "ändern. Ändern Sie es am Laptop; das nächste Paket bringt die Änderung hierher."
        )
    return _("Dieses Turnier ist übergeben und wird im Internet weitergeführt. Ändern Sie es dort.")


def _changes(act: Act, values: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    made = {(type(row), row.pk) for row in _made_rows(values, act.answer)}
    old, new = _difference(act.before, _read(made.union(act.before)))
    said = {name for rows in new.values() for name in rows}
    given = {name: value for name, value in _given(act.arguments).items() if name not in said}
    return {**old, **_plain(act.old)}, {**given, **new, **_plain(act.new)}


def _is_row(value: object) -> bool:
    """Returns whether the value is a tournament row whose fields the log compares."""
    return isinstance(value, Model) and value._meta.app_label == "tournament" and not isinstance(value, _ELSEWHERE)


def _read(keys: Iterable[tuple[type[Model], int]]) -> Rows:
    """Returns the rows as stored now, with one query for each model; deleted rows are missing."""
    wanted: dict[type[Model], set[int]] = {}
    for model, pk in keys:
        wanted.setdefault(model, set()).add(pk)
    stored: Rows = {}
    for model, pks in wanted.items():
        names = [field.name for field in _fields(model)]
        for pk, *values in _stored(model).fetch(*pks) if len(pks) == 1 else _values(model).filter(pk__in=pks):
            stored[model, pk] = dict(zip(names, values, strict=True))
    return stored


def _values(model: type[Model]) -> db.QuerySet[Model, tuple[Any, ...]]:
    return model._base_manager.values_list("pk", *(field.name for field in _fields(model)))


@cache
def _stored(model: type[Model]) -> Prepared[tuple[Any, ...]]:
    return Prepared(lambda: _values(model), "pk")


def _difference(before: Rows, after: Rows) -> tuple[dict[str, Fields], dict[str, Fields]]:
    """Returns the old and new values of the changed fields, by reference.

    A created or deleted row is on one side only, with its non-default values. A changed field whose value is not kept
    is None on both sides.
    """
    old, new = {}, {}
    for model, pk in before | after:
        was, now, key = before.get((model, pk)), after.get((model, pk)), f"{model._meta.model_name}:{pk}"
        if was is not None and now is not None:
            fields = [field for field in _fields(model) if was[field.name] != now[field.name]]
            if fields:
                old[key] = {field.name: _kept(model, field, was[field.name]) for field in fields}
                new[key] = {field.name: _kept(model, field, now[field.name]) for field in fields}
        elif now is not None:
            new[key] = _unusual(model, now)
        elif was is not None:
            old[key] = _unusual(model, was)
    return old, new


def _fields(model: type[Model]) -> list[Any]:
    columns = (field for field in model._meta.concrete_fields if field.editable and field.name not in _SAID_ANYWAY)
    return [field for field in columns if not isinstance(field, db.JSONField)]


def _is_kept(model: type[Model], field: Any) -> bool:
    return isinstance(field, _KEPT) or bool(field.choices) or f"{model._meta.model_name}.{field.name}" in KEPT_TEXTS


def _kept(model: type[Model], field: Any, value: Any) -> Any:
    if not _is_kept(model, field):
        return None
    return _without_secrets(value) if isinstance(value, str) else value


def _unusual(model: type[Model], values: Fields) -> Fields:
    """Returns a new or deleted row's values that the log keeps, without empty values and defaults."""
    return {
        field.name: _kept(model, field, values[field.name])
        for field in _fields(model)
        if _is_kept(model, field) and values[field.name] not in (None, "", field.get_default())
    }


def _given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments for which SAID has words, without None, empty texts, events and rankings.

    Rankings are left out because they are the subject of their acts, and because the word for the argument "ranking"
    means the order that a play-off decided.
    """
    return {
        name: _value(value)
        for name, value in arguments.items()
        if name in SAID and value is not None and value != "" and not isinstance(value, models.Event | models.Ranking)
    }


def _plain(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(value) for name, value in said.items()}


def _value(value: Any) -> Any:
    """Returns a value as the log stores it: a row as a reference, a collection as a list, an unknown type as None."""
    match value:
        case Model():
            return reference(value)
        case str():
            return _without_secrets(value)
        case list() | tuple() | set() | frozenset():
            ordered = value if isinstance(value, list | tuple) else sorted(value, key=str)
            return [_value(item) for item in ordered]
        case dict():
            return _plain(value)
        case int() | Decimal() | date() | timedelta():
            return value
    return None


def reference(row: Model) -> str:
    """Returns a row's reference in the log: "registration:12"."""
    return f"{row._meta.model_name}:{row.pk}"


def _without_secrets(text: str) -> str:
    """Returns the text without e-mail addresses and account numbers (IBAN)."""
    return _ACCOUNT.sub("…", _ADDRESS.sub("…", text))


class Subject(NamedTuple):
    """A row, identified by model name, primary key and number on paper, without names."""

    kind: str = ""
    pk: int | None = None
    number: str = ""


def _about(arguments: Iterable[Any], answer: Any) -> tuple[int | None, Subject]:
    """Returns the event's primary key and the subject of an act: from the verb's arguments, otherwise from its result.

    An event in the result takes precedence over the event of the arguments.
    """
    made = list(_answered(answer))
    named = [
        *(row for row in made if isinstance(row, models.Event)),
        *(value for value in arguments if _is_named(value)),
        *made,
    ]
    event = next((pk for row in named if (pk := _event_of(row)) is not None), None)
    subjects = [row for row in named if not isinstance(row, models.Event)] or named
    return event, _subject_of(subjects[0]) if subjects else Subject()


def _event_of(row: Model) -> int | None:
    """Returns the primary key of the event that a row belongs to; None for the register."""
    if isinstance(row, models.Event):
        return row.pk
    if hasattr(row, "event_id"):
        event_id: int | None = row.event_id
        return event_id
    for name in ("series", _PART_OF.get(type(row), ""), "table", "prize"):
        if hasattr(row, name):
            return _event_of(getattr(row, name))
    return None


def _subject_of(row: Model) -> Subject:
    while (part_of := _PART_OF.get(type(row))) is not None:
        row = getattr(row, part_of)
    match row:
        case models.Spielliste():
            number = f"{row.table.series.number}/{row.table.number}"
        case models.StandingsRelease():
            number = f"{row.series.number}/{row.number}"
        case models.Registration() | models.Series() | models.Dispute() | models.LedgerEntry():
            number = "" if row.number is None else str(row.number)
        case _:
            number = ""
    return Subject(row._meta.model_name or "", row.pk, number)


def _made_rows(arguments: Iterable[Any], answer: Any) -> list[Model]:
    """Returns the rows in a verb's result; those in a dataclass count only if no argument except the event is a row."""
    if isinstance(answer, Model | list | tuple):
        return [row for row in _rows(answer) if _is_row(row)]
    given = any(_is_row(value) and not isinstance(value, models.Event) for value in arguments)
    return [] if given else [row for row in _answered(answer) if _is_row(row)]


def _is_named(value: object) -> bool:
    return isinstance(value, Model) and (isinstance(value, User) or value._meta.app_label == "tournament")


def _rows(answer: Any) -> Iterator[Model]:
    for value in answer if isinstance(answer, list | tuple) else [answer]:
        if _is_named(value) and value.pk is not None:
            yield value


def _answered(answer: Any) -> Iterator[Model]:
    """Yields the rows in a result. A list yields none, because it has no single subject."""
    if not isinstance(answer, list):
        yield from _rows([getattr(answer, field.name) for field in fields(answer)] if is_dataclass(answer) else answer)
