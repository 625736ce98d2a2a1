"""From the rows of a list to the core's values and back to what is stored beside them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import Evaluation, evaluate, rows_shown
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.statements import Prepared
from romme_turnier.tournament import models

LISTS_AT_ONCE = 100  # so many whole lists are in memory at once while an event is read
_SELDOM = ("penalties", "readings", "ending_readings", "rulings", "vacancies", "claims", "scorer_errors")


def _seats() -> QuerySet[models.Seat]:
    return models.Seat.objects.select_related("registration__player", "registration__club")


PREFETCH = (
    "rows",
    Prefetch("rows__entries", to_attr="cells"),
    *_SELDOM,
    Prefetch("table__seats", queryset=_seats()),
)

# The same for one list.
_ROWS = Prepared(models.GameRow.objects.all, "spielliste")
_ENTRIES = Prepared(models.GameEntry.objects.all, "row__spielliste")
_SEATS = Prepared(_seats, "table")
_LIST = Prepared(lambda: models.Spielliste.objects.select_related("table__series__event"), "pk")


def held(row: models.Spielliste | models.Table, name: str) -> Sequence[Any]:
    """Returns what is in a relation of a list or its table; where that has been read, without a manager made for it."""
    known = _known(row).get(name)
    return getattr(row, name).all() if known is None else known._result_cache or ()


def seats_of(spielliste: models.Spielliste) -> list[models.Seat]:
    return sorted(held(spielliste.table, "seats"), key=lambda seat: seat.number)


def game_of(row: models.GameRow, seats: int) -> Game:
    points = {entry.seat: entry.points for entry in row.cells}
    return Game(
        number=row.number,
        finisher=row.finisher,
        handromme=row.handromme,
        points=tuple(points.get(seat) for seat in range(1, seats + 1)),
    )


def ending_reading_of(row: models.EndingReading) -> EndingReading:
    return EndingReading(row.game, tuple(Ending(seat, mark) for seat, mark in row.endings))


def _claims(rows: Iterable[models.Claim], seats: int) -> Claims:
    by_seat = {claim.seat: claim for claim in rows}

    def column(name: str) -> tuple[int | None, ...] | None:
        values = tuple(getattr(by_seat.get(seat), name, None) for seat in range(1, seats + 1))
        return values if any(value is not None for value in values) else None

    return Claims(totals=column("total"), results=column("result"), finished=column("finished"))


def sheet_of(spielliste: models.Spielliste) -> ListSheet:
    """Returns the list as the core reads it; fetch with `PREFETCH` where many are read."""
    read_whole(spielliste)
    seats = len(seats_of(spielliste))
    return ListSheet(
        seats=seats,
        games=tuple(game_of(row, seats) for row in held(spielliste, "rows")),
        penalties=tuple(Penalty(p.seat, p.game, p.points) for p in held(spielliste, "penalties")),
        readings=tuple(Reading(r.seat, r.game, tuple(r.values)) for r in held(spielliste, "readings")),
        vacancies=tuple(Vacancy(v.seat, v.from_game, v.counts) for v in held(spielliste, "vacancies")),
        ruled=frozenset(ruling.game for ruling in held(spielliste, "rulings")),
        claims=_claims(held(spielliste, "claims"), seats),
        endings=tuple(ending_reading_of(row) for row in held(spielliste, "ending_readings")),
    )


def players_of(spielliste: models.Spielliste) -> list[int | None]:
    """Returns the start numbers by seat."""
    return [seat.registration.number for seat in seats_of(spielliste)]


def rows_of(spielliste: models.Spielliste) -> int:
    """Returns how many rows the list has: a row for each of its games, and some more while a score is played for."""
    return rows_shown(sheet_of(spielliste), spielliste.table.series.event.terms)


def evaluation_of(spielliste: models.Spielliste, terms: Terms) -> Evaluation:
    return evaluate(sheet_of(spielliste), terms)


def read_whole(spielliste: models.Spielliste) -> None:
    """Reads everything on the list that has not been read yet.

    Most lists hold nothing but games, so one query asks first what else there is, instead of one each.
    """
    known = _known(spielliste)
    if "rows" not in known or any("cells" not in row.__dict__ for row in held(spielliste, "rows")):
        _read_rows(spielliste)
    if "seats" not in _known(spielliste.table):
        _know(spielliste.table, "seats", _SEATS.fetch(spielliste.table_id))
    if wanted := [name for name in _SELDOM if name not in known]:
        filled = _filled(spielliste.pk, wanted)
        for name in wanted:
            if name not in filled:
                _know(spielliste, name, [])
        prefetch_related_objects([spielliste], *filled)


def _known(row: models.Spielliste | models.Table) -> dict[str, QuerySet[Any]]:
    """Returns what has been read of the row's relations, where Django itself looks for it."""
    known: dict[str, QuerySet[Any]] = row.__dict__.setdefault("_prefetched_objects_cache", {})
    return known


def _know(row: models.Spielliste | models.Table, name: str, found: list[Any]) -> None:
    """As Django knows what was prefetched: by a query for just these rows, which is made when somebody asks further."""
    model, field = _relation(type(row), name)
    queryset = model._default_manager.get_queryset()
    queryset._deferred_filter = False, (), {field: row}
    queryset._result_cache, queryset._prefetch_done = found, True
    _known(row)[name] = queryset


def _read_rows(spielliste: models.Spielliste) -> None:
    rows = {row.pk: row for row in _ROWS.fetch(spielliste.pk)}
    for row in rows.values():
        row.spielliste, row.cells = spielliste, []
    for entry in _ENTRIES.fetch(spielliste.pk) if rows else ():
        if (its := rows.get(entry.row_id)) is not None:  # None: stored since the rows were read
            entry.row = its
            its.cells.append(entry)
    _know(spielliste, "rows", list(rows.values()))


def read_again(spielliste: models.Spielliste, *names: str) -> None:
    """What has been read of these relations is not so any more: the next `read_whole` reads them again."""
    for name in names:
        _known(spielliste).pop(name, None)


def put_rows(spielliste: models.Spielliste, written: Iterable[models.GameRow]) -> None:
    """Puts rows that are about to be stored among those read, each at its place."""
    by_number = {row.number: row for row in (*held(spielliste, "rows"), *written)}
    _know(spielliste, "rows", [by_number[number] for number in sorted(by_number)])


@cache
def _relation(model: type[models.Spielliste | models.Table], name: str) -> tuple[Any, str]:
    """Returns the model of the rows in a relation, and their field that leads back."""
    relation = getattr(model, name).rel
    return relation.related_model, relation.field.name


def _filled(pk: int, names: Sequence[str]) -> set[str]:
    """Returns those of these relations of a list that hold anything."""
    tables = [_relation(models.Spielliste, name)[0]._meta.db_table for name in names]
    asked = ", ".join(f"EXISTS (SELECT 1 FROM {table} WHERE spielliste_id = %s)" for table in tables)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}", [pk] * len(names))
        return {name for name, holds in zip(names, cursor.fetchone(), strict=True) if holds}


def load(pk: int) -> models.Spielliste:
    """Returns the list with everything on it, freshly read."""
    (spielliste,) = _LIST.fetch(pk)
    read_whole(spielliste)
    return spielliste


def refresh(spielliste: models.Spielliste) -> None:
    """Reads the list, its table, series and event again; nothing on it counts as read any more."""
    (fresh,) = _LIST.fetch(spielliste.pk)
    _known(spielliste).clear()
    spielliste.__dict__.update(fresh.__dict__)
