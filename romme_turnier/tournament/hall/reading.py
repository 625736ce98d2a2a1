"""The state of the hall: which tables still play, whose list has come in."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from romme_turnier.tournament import models
from romme_turnier.tournament.models.list_state import list_state


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    state: models.ListState


def hall_tables(series: models.Series) -> list[HallTable]:
    """Returns the tables of a series by number, from what is stored beside their lists: one query."""
    return [table for _series, table in _states(series.tables.all())]


def hall_tables_by_series(event: models.Event) -> Mapping[int, Sequence[HallTable]]:
    """Returns the tables of all series by their numbers: one query. A series without tables is empty."""
    found: dict[int, list[HallTable]] = defaultdict(list)
    for series, table in _states(models.Table.objects.filter(series__event=event)):
        found[series].append(table)
    return found


def _states(tables: QuerySet[models.Table]) -> Iterator[tuple[int, HallTable]]:
    names = ("status", "games_in", "whole", "problems", "hand_in__paper")
    facts = ("series__number", "number", *(f"spielliste__{name}" for name in names))
    for series, number, status, games_in, whole, problems, paper in tables.order_by("number").values_list(*facts):
        state = list_state(
            status=status, games_in=games_in or 0, whole=bool(whole), problems=problems or 0, paper=paper
        )
        yield series, HallTable(number, state)
