"""The table plan for the wall of the hall, by name and by table."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from romme_turnier.core.people.names import PersonName
from romme_turnier.documents.public_address import public_address
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seats import SeatsByNameTable
from romme_turnier.tournament.models import Draw, Seat, Series

T = TypeVar("T")

# Sizes in millimetres, and numbers of letters that fit in a line: rows are spread over pages before layout. ROOM is the
# height below a head with the code for phones.
ROOM = 228.0
NAME_COLUMNS, NAME_CHARS, NAME_LINE, NAME_ROW, NAME_PAD = 2, 20, 5.9, 11.4, 2.4
STEP = 1.0  # `balanced` lowers the height step by step
TABLES_IN_ROW, SEAT_CHARS, SEAT_LINE, SEAT_PAD, TABLE_HEAD = 3, 16, 5.3, 1.4, 13.5


@dataclass(frozen=True, slots=True)
class PlanEntry:
    name: PersonName
    number: int | None
    table: int
    seat: int


def table_plan_document(series: Series, *, base: str = "") -> dict[str, Any]:
    """Returns the context of the plan: seats by family name and by table, with names as shown in the hall.

    `base` is the program's address for phones.
    """
    seats = Seat.objects.filter(series=series).select_related("table", "registration__player")
    seats = seats.prefetch_related("registration__event")  # a single event object, which knows whose names are shown
    entries = [
        PlanEntry(seat.registration.hall_name, seat.registration.number, seat.table.number, seat.number)
        for seat in seats.order_by("table__number", "number")
    ]
    plan = [(table, list(seated)) for table, seated in groupby(entries, key=lambda entry: entry.table)]
    by_name = sorted(entries, key=lambda entry: (entry.name.order, entry.number or 0))
    table_heights = [
        TABLE_HEAD + sum(SEAT_PAD + SEAT_LINE * _lines(str(entry.name), SEAT_CHARS) for entry in seated)
        for _table, seated in plan
    ]
    starts = range(0, len(plan), TABLES_IN_ROW)
    rows = [plan[at : at + TABLES_IN_ROW] for at in starts]
    row_heights = [max(table_heights[at : at + TABLES_IN_ROW]) for at in starts]
    heights = [max(NAME_ROW, NAME_PAD + NAME_LINE * _lines(entry.name.listed, NAME_CHARS)) for entry in by_name]
    columns = [
        SeatsByNameTable.table_for(Medium.PAPER, entries) for entries in _columns(by_name, heights, NAME_COLUMNS)
    ]
    return {
        "event": series.event,
        "series": series,
        "where": public_address(series.event, "seats", base),
        "draw": series.draws.filter(status=Draw.Status.APPLIED).first(),
        "names": [columns[at : at + NAME_COLUMNS] for at in range(0, len(columns), NAME_COLUMNS)],
        "tables": _columns(rows, row_heights),
    }


def _columns(rows: Sequence[T], heights: Sequence[float], columns: int = 1) -> list[Sequence[T]]:
    """Returns the rows in evenly filled columns, with `columns` of them on a page."""
    parts, start = [], 0
    for count in balanced(heights, ROOM, columns):
        parts.append(rows[start : start + count])
        start += count
    return parts


def balanced(heights: Sequence[float], room: float, columns: int = 1) -> list[int]:
    """Returns the number of rows in each column, for as few pages as `room` allows, evenly filled.

    Each page has `columns` columns. A row higher than the room has its own column.
    """
    best = _filled(heights, room)
    most = len(best) + -len(best) % columns
    limit = room - STEP
    while best and limit > max(heights):
        tried = _filled(heights, limit)
        if len(tried) > most:
            break
        best, limit = tried, limit - STEP
    return best


def _filled(heights: Sequence[float], room: float) -> list[int]:
    """Returns the number of rows in each column if the columns are filled in turn."""
    columns: list[int] = []
    used = room + 1
    for height in heights:
        if used + height > room:
            columns.append(0)
            used = 0.0
        columns[-1] += 1
        used += height
    return columns


def _lines(text: str, chars: int) -> int:
    return max(1, len(textwrap.wrap(text, chars)))
