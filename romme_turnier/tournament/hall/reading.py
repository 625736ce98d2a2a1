"""The state of the hall: tables that still play, and lists that have come in."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.spielliste import list_state

Facts = tuple[Any, ...]
Paper = models.HandIn.Custody


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table in the hall. `shown` is the state for the public; `plays` says whether its open list is at the table."""

    number: int
    state: models.ListState
    shown: models.ListState
    plays: bool


def _facts() -> "QuerySet[models.Table, Facts]":
    names = ("status", "games_in", "whole", "problems", "hand_in__paper")
    facts = ("series__number", "number", *(f"spielliste__{name}" for name in names))
    tables = models.Table.objects.order_by("number")
    by_phone = Exists(models.LogEntry.objects.filter(spielliste=OuterRef("spielliste"), phone__isnull=False))
    on_screen = Exists(models.PlayTable.objects.filter(spielliste=OuterRef("spielliste"), ended_at=None))
    return tables.values_list(*facts, by_phone, on_screen)


_OF_SERIES = Prepared(_facts, "series")
_OF_EVENT = Prepared(_facts, "series__event")


def hall_tables(series: models.Series) -> list[HallTable]:
    """Returns the tables of a series, ordered by number, with one query that does not load the lists."""
    return [table for _series, table in _states(_OF_SERIES.fetch(series.pk))]


def hall_tables_by_series(event: models.Event) -> Mapping[int, Sequence[HallTable]]:
    """Returns the tables of all series, keyed by series number, with one query; other numbers give an empty list."""
    tables: dict[int, list[HallTable]] = defaultdict(list)
    for series, table in _states(_OF_EVENT.fetch(event.pk)):
        tables[series].append(table)
    return tables


def _states(tables: Iterable[Facts]) -> Iterator[tuple[int, HallTable]]:
    for series, number, status, games_in, whole, problems, paper, by_phone, on_screen in tables:
        state = list_state(
            status=status, games_in=games_in or 0, whole=bool(whole), problems=problems or 0, paper=paper
        )
        is_open = status == models.Spielliste.Status.OPEN
        # The table writes the list itself, in the browser or, in addition to the paper, on a phone.
        stays = is_open if on_screen else by_phone and paper != Paper.IN
        shown = state.for_everybody(stays_at_table=stays)
        yield series, HallTable(number, state, shown, plays=is_open and shown is models.ListState.AT_TABLE)
