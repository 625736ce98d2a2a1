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
           registration.out_of_competition, COUNT(total.id), {sums}, {results}
      FROM tournament_registration registration
      LEFT JOIN tournament_seat seat ON seat.registration_id = registration.id AND seat.series_id IN ({series})
      LEFT JOIN tournament_listtotal total ON total.seat_id = seat.id AND total.counts
     WHERE registration.event_id = %s
     GROUP BY registration.id
"""
_WITHDRAWN, _EXCLUDED = models.Registration.Status.WITHDRAWN.value, models.Registration.Status.EXCLUDED.value
_NOTHING = SeatTotals()
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
    return _STATEMENT.format(
        sums=", ".join(f"SUM(total.{name})" for name in _SUMS),
        results=", ".join("SUM(CASE WHEN seat.series_id = %s THEN total.result END)" for _pk in series),
        series=", ".join("%s" for _pk in series),
    )


def _entrant(row: Sequence[Any]) -> Entrant:
    pk, number, state, from_series, filling_up, lists, *figures = row
    gone = from_series if state == _WITHDRAWN else None
    tally = Tally(lists, SeatTotals(*figures[:6]) if lists else _NOTHING, tuple(figures[6:]))
    return Entrant(number, (), gone, state == _EXCLUDED, bool(filling_up), pk, tally)
