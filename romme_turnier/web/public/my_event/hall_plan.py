"""Where in the hall the own table stands: a small plan, if the announcement says how the tables do."""

from dataclasses import dataclass

from romme_turnier.core.seating.hall_tables import rows
from romme_turnier.tournament.models import Event


@dataclass(frozen=True, slots=True)
class HallPlan:
    """The numbers of the tables row by row, from the front; the own `table` is the `place`-th of its `row`."""

    rows: tuple[tuple[int, ...], ...]
    table: int
    row: int
    place: int


def hall_plan(event: Event, table: int) -> HallPlan | None:
    """Returns None where rows are not known, or the table stands in none of them."""
    hall = rows(event.hall_tables)
    if len(hall) < 2:
        return None
    for number, row in enumerate(hall, start=1):
        if table in row:
            return HallPlan(hall, table, number, row.index(table) + 1)
    return None
