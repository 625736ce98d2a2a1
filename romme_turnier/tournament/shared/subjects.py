"""The subject of an act: its event, and the row that people would name."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from django.db.models import Model

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.snapshots import is_row

# Rows that are never a subject by themselves, with the field of their owner.
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


class Subject(NamedTuple):
    """A row by its model name, its primary key, and its number on paper; no names."""

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
    """Returns the rows in a verb's result; with arguments, parts of a larger result do not count."""
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
    """Rows in a result. A list does not have a single subject."""
    if isinstance(answer, list):
        return
    values = [getattr(answer, field.name) for field in fields(answer)] if is_dataclass(answer) else answer
    yield from _rows(tuple(values) if isinstance(values, list) else values)
