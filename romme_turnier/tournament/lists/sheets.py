"""From the rows of a list to the core's values and back to what is stored beside them."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import QuerySet, prefetch_related_objects

from romme_turnier.core.lists.evaluation import Evaluation, evaluate, rows_shown
from romme_turnier.core.lists.sheet import ListSheet, Terms
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.loaded_list import LoadedList

_SELDOM = ("penalties", "readings", "ending_readings", "rulings", "vacancies", "claims", "scorer_errors")


def _seats() -> QuerySet[models.Seat]:
    return models.Seat.objects.select_related("registration__player", "registration__club")


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


def sheet_of(spielliste: models.Spielliste) -> ListSheet:
    return loaded(spielliste).sheet


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


def loaded(spielliste: models.Spielliste) -> LoadedList:
    """Returns the list; reads the missing parts."""
    read_whole(spielliste)
    rows = {row.number: row for row in held(spielliste, "rows")}
    additions = {name: tuple(held(spielliste, name)) for name in _SELDOM}
    return LoadedList(spielliste, tuple(seats_of(spielliste)), rows, **additions)


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
