"""The state of the hall: which tables still play, whose list has come in."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from romme_turnier.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.models.list_state import list_state

Facts = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    state: models.ListState


def _facts() -> "QuerySet[models.Table, Facts]":
    names = ("status", "games_in", "whole", "problems", "hand_in__paper")
    facts = ("series__number", "number", *(f"spielliste__{name}" for name in names))
    return models.Table.objects.order_by("number").values_list(*facts)


_OF_SERIES = Prepared(_facts, "series")
_OF_EVENT = Prepared(_facts, "series__event")


def hall_tables(series: models.Series) -> list[HallTable]:
    """Returns the tables of a series by number, from what is stored beside their lists: one query."""
    return [table for _series, table in _states(_OF_SERIES.fetch(series.pk))]


def hall_tables_by_series(event: models.Event) -> Mapping[int, Sequence[HallTable]]:
    """Returns the tables of all series by their numbers: one query. A series without tables is empty."""
    found: dict[int, list[HallTable]] = defaultdict(list)
    for series, table in _states(_OF_EVENT.fetch(event.pk)):
        found[series].append(table)
    return found


def _states(tables: Iterable[Facts]) -> Iterator[tuple[int, HallTable]]:
    for series, number, status, games_in, whole, problems, paper in tables:
        state = list_state(
            status=status, games_in=games_in or 0, whole=bool(whole), problems=problems or 0, paper=paper
        )
        yield series, HallTable(number, state)
