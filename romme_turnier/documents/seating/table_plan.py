"""Who sits where, for the wall of the hall: by name, and by table."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from romme_turnier.core.people.names import PersonName
from romme_turnier.documents.balance import balanced
from romme_turnier.documents.public_address import public_address
from romme_turnier.tournament.models import Draw, Seat, Series

T = TypeVar("T")

# Millimetres, and letters that find room in a line: pages are shared out before they are laid out.
NAMES_ROOM, TABLES_ROOM = 236.0, 241.0
NAME_CHARS, NAME_LINE, NAME_ROW, NAME_PAD = 29, 7.9, 12.3, 3.0
SEAT_CHARS, SEAT_LINE, SEAT_PAD, TABLE_HEAD = 18, 7.4, 1.6, 16.5


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


def table_plan_document(series: Series, *, base: str = "") -> dict[str, Any]:
    """Names as the event shows them in the hall, by family name. `base` is where phones reach the program."""
    seats = Seat.objects.filter(series=series).select_related("table", "registration__player", "registration__event")
    entries = [
        PlanEntry(seat.registration.hall_name, seat.registration.number, seat.table.number, seat.number)
        for seat in seats.order_by("table__number", "number")
    ]
    tables: dict[int, list[PlanEntry]] = {}
    for entry in entries:
        tables.setdefault(entry.table, []).append(entry)
    plan = [PlanTable(number, tuple(seated)) for number, seated in tables.items()]
    by_name = sorted(entries, key=lambda entry: (entry.name.order, entry.number or 0))
    pairs = [plan[place : place + 2] for place in range(0, len(plan), 2)]
    return {
        "event": series.event,
        "series": series,
        "where": public_address(series.event, "seats", base),
        "draw": series.draws.filter(status=Draw.Status.APPLIED).first(),
        "names": _pages(by_name, _height_of_name, NAMES_ROOM),
        "tables": _pages(pairs, _height_of_pair, TABLES_ROOM),
    }


def _pages(rows: Sequence[T], height: Callable[[T], float], room: float) -> list[Sequence[T]]:
    """Evenly filled, so that nobody hangs a page with one table alone."""
    found, start = [], 0
    for count in balanced([height(row) for row in rows], room):
        found.append(rows[start : start + count])
        start += count
    return found


def _height_of_name(entry: PlanEntry) -> float:
    return max(NAME_ROW, NAME_PAD + NAME_LINE * _lines(entry.name.listed, NAME_CHARS))


def _height_of_pair(pair: Sequence[PlanTable]) -> float:
    return TABLE_HEAD + max(
        sum(SEAT_PAD + SEAT_LINE * _lines(str(entry.name), SEAT_CHARS) for entry in table.seats) for table in pair
    )


def _lines(text: str, chars: int) -> int:
    return max(1, len(textwrap.wrap(text, chars)))
