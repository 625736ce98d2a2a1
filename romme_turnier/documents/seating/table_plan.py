"""Who sits where, for the wall of the hall: by name, and by table."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament.models import Draw, Seat, Series


@dataclass(frozen=True, slots=True)
class PlanEntry:
    name: str
    number: int | None
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class PlanTable:
    number: int
    seats: tuple[PlanEntry, ...]


_ORDER = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "è": "e", "á": "a", "ç": "c"})


def _by_name(entry: PlanEntry) -> tuple[str, int]:
    """As a German dictionary sorts: Ä with A."""
    return entry.name.casefold().translate(_ORDER), entry.number or 0


def table_plan_document(series: Series) -> dict[str, Any]:
    """The wall is public: names as the public may see them, sorted as written."""
    seats = Seat.objects.filter(series=series).select_related("table", "registration__player")
    entries = [
        PlanEntry(seat.registration.public_name, seat.registration.number, seat.table.number, seat.number)
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
        "by_name": sorted(entries, key=_by_name),
        "pairs": [plan[place : place + 2] for place in range(0, len(plan), 2)],
    }
