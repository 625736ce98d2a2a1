"""Fines: due by player and list by the announcement's scale, what came in with the lists, what is short (§ 2.3.3)."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.tournament.lists.checking.hand_in_reading import (
    ZERO,
    TableHandIn,
    fine_totals,
    hand_ins_by_series,
)
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.money.common import page


@dataclass(frozen=True, slots=True)
class PlayerFines:
    number: int | None
    name: str
    by_series: list[Decimal | None]

    @property
    def total(self) -> Decimal:
        return sum((one for one in self.by_series if one is not None), ZERO)


@require_safe
@for_officials(Right.CASH)
def cash_fines(request: OfficialRequest, event: Event) -> HttpResponse:
    tables = hand_ins_by_series(event)
    numbers = sorted(tables)
    context = {
        "series": list(tables.items()),
        "numbers": numbers,
        "players": _players(numbers, tables),
        "totals": fine_totals(table for of_series in tables.values() for table in of_series),
        "scale": list(event.fine_steps.all()),
    }
    return page(request, event, "fines.html", context)


def _players(numbers: list[int], tables: dict[int, list[TableHandIn]]) -> list[PlayerFines]:
    dues: dict[tuple[int | None, str], dict[int, Decimal]] = defaultdict(dict)
    for number, found in tables.items():
        for table in found:
            for index, seat in enumerate(table.seats):
                if table.dues is not None:
                    dues[seat.registration.number, seat.registration.name][number] = table.dues[index]
    return [
        PlayerFines(number, name, [by_series.get(one) for one in numbers])
        for (number, name), by_series in sorted(dues.items(), key=lambda item: (item[0][0] or 0, item[0][1]))
    ]
