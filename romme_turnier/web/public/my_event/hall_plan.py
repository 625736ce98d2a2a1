"""A small plan of the hall with the player's table, if the announcement has the rows of tables."""

from dataclasses import dataclass

from romme_turnier.core.seating.hall_tables import rows
from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class HallPlan:
    """The numbers of the tables row by row, from the front; `table` is at `place` of its `row`."""

    rows: tuple[tuple[int, ...], ...]
    table: int
    row: int
    place: int


def hall_plan(event: Event, table: int) -> HallPlan | None:
    """Returns None if the rows are unknown or lack the table."""
    hall = rows(event.hall_tables)
    if len(hall) < 2:
        return None
    for number, row in enumerate(hall, start=1):
        if table in row:
            return HallPlan(hall, table, number, row.index(table) + 1)
    return None
