"""What is still missing at the tables of a series: for the walk through the hall."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks
from romme_turnier.tournament.models import Series


@dataclass(frozen=True, slots=True)
class MissingTable:
    table: int
    lacks: list[str]
    people: list[str]


def missing_lists(series: Series) -> dict[str, Any] | None:
    """Every table that has not handed in everything; None when all have."""
    tables = [
        MissingTable(
            table=table.table,
            lacks=say_lacks(table, series.event.currency),
            people=[f"{seat.registration.number or '–'} {seat.registration.name}" for seat in table.seats],
        )
        for table in hand_ins(series.event, series.number)
        if table.lacks
    ]
    if not tables:
        return None
    return {"event": series.event, "series": series, "tables": tables, "now": timezone.now()}
