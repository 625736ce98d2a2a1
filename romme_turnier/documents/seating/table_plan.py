"""Who sits where, for the wall of the hall: by name, and by table."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.core.people.names import PersonName
from romme_turnier.tournament.models import Draw, Seat, Series


@dataclass(frozen=True, slots=True)
class PlanEntry:
    name: PersonName
    number: int | None
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class PlanTable:
    number: int
    seats: tuple[PlanEntry, ...]


def table_plan_document(series: Series) -> dict[str, Any]:
    """The wall is public: names as the public may see them, by family name."""
    seats = Seat.objects.filter(series=series).select_related("table", "registration__player")
    entries = [
        PlanEntry(seat.registration.shown_name, seat.registration.number, seat.table.number, seat.number)
        for seat in seats.order_by("table__number", "number")
    ]
    tables: dict[int, list[PlanEntry]] = {}
    for entry in entries:
        tables.setdefault(entry.table, []).append(entry)
    plan = [PlanTable(number, tuple(seated)) for number, seated in tables.items()]
    return {
        "event": series.event,
        "series": series,
        "draw": series.draws.filter(status=Draw.Status.APPLIED).first(),
        "by_name": sorted(entries, key=lambda entry: (entry.name.order, entry.number or 0)),
        "pairs": [plan[place : place + 2] for place in range(0, len(plan), 2)],
    }
