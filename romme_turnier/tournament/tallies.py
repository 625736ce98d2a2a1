"""What everybody's lists come to, added up by the database from the totals stored beside the lists.

One statement for an event, one row for a player. It is written out: the same through the ORM takes twice as long, and
every page that shows standings asks for it.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from romme_turnier.core.spielliste import SeatTotals
from romme_turnier.core.standings import Entrant, Tally
from romme_turnier.tournament import models

_STATEMENT = """
    SELECT registration.id, registration.number, registration.status, registration.from_series,
           registration.out_of_competition, COALESCE(tally.lists, 0), {columns}
      FROM tournament_registration registration
      LEFT JOIN (
           SELECT seat.registration_id AS registration_id, COUNT(*) AS lists, {sums}, {results}
             FROM tournament_seat seat
             JOIN tournament_listtotal total ON total.seat_id = seat.id
            WHERE seat.series_id IN ({series}) AND total.counts
            GROUP BY seat.registration_id
           ) tally ON tally.registration_id = registration.id
     WHERE registration.event_id = %s
"""
_SUMS = ("minus", "bonus", "handromme_bonus", "penalties", "finished", "handrommes")


def tallied_entrants(event: models.Event, after_series: int) -> dict[int, Entrant]:
    """Everybody registered, by primary key, with the sums of their counting lists up to that series."""
    played = dict(event.series.filter(number__lte=after_series).values_list("number", "pk"))
    # A series that was never drawn has no lists: no primary key is -1.
    series = [played.get(number, -1) for number in range(1, after_series + 1)]
    with connection.cursor() as cursor:
        cursor.execute(_statement(series), [*series, *series, event.pk])
        rows = cursor.fetchall()
    return {row[0]: _entrant(row) for row in rows}


def _statement(series: Sequence[int]) -> str:
    names = [f"series_{number}" for number, _pk in enumerate(series, start=1)]
    results = [f"SUM(CASE WHEN seat.series_id = %s THEN total.result END) AS {name}" for name in names]
    return _STATEMENT.format(
        columns=", ".join(f"tally.{name}" for name in (*_SUMS, *names)),
        sums=", ".join(f"SUM(total.{name}) AS {name}" for name in _SUMS),
        results=", ".join(results),
        series=", ".join(["%s"] * len(series)),
    )


def _entrant(row: Sequence[Any]) -> Entrant:
    pk, number, state, from_series, filling_up, lists, *figures = row
    sums, by_series = figures[: len(_SUMS)], figures[len(_SUMS) :]
    status = models.Registration.Status
    return Entrant(
        number=number,
        results=(),
        withdrawn_from=from_series if state == status.WITHDRAWN else None,
        excluded=state == status.EXCLUDED,
        out_of_competition=bool(filling_up),
        key=pk,
        tally=Tally(lists, SeatTotals(*sums) if lists else SeatTotals(), tuple(by_series)),
    )
