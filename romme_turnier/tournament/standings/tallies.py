"""The sums of everybody's lists, added up by the database from the totals stored beside the lists.

One statement for an event, one row for a player. It is written out: the same through the ORM takes twice as long, and
every page that shows standings asks for it. It includes whom `Registrations.in_standings` includes.
"""

from typing import Any

from django.db import connection

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Entrant, Tally
from romme_turnier.tournament import models

_STATEMENT = """
    SELECT registration.id, registration.number, registration.status, registration.left_before_series,
           registration.out_of_competition, COUNT(total.id), {sums}, {results}
      FROM tournament_registration registration
      LEFT JOIN tournament_seat seat ON seat.registration_id = registration.id
       AND seat.series_id IN (SELECT id FROM tournament_series WHERE event_id = %(event)s AND number <= %(after)s)
      LEFT JOIN tournament_listtotal total ON total.seat_id = seat.id AND total.counts
     WHERE registration.event_id = %(event)s
       AND registration.status <> 'waiting'
       AND NOT (registration.status = 'withdrawn' AND registration.left_before_series = 1
                AND registration.number IS NULL AND registration.token IS NOT NULL)
     GROUP BY registration.id
    HAVING COUNT(seat.id) > 0 OR NOT EXISTS (
        SELECT 1 FROM tournament_teammember member WHERE member.registration_id = registration.id AND member.substitute
    )
"""
_RESULT = """
    SUM(total.result) FILTER (
        WHERE seat.series_id = (SELECT id FROM tournament_series WHERE event_id = %(event)s AND number = {number:d})
    )
"""
_SUMS = 6  # where the sums begin in a row of the answer, and behind them the results by series
_RESULTS = _SUMS + len(SeatTotals._fields)
_WITHDRAWN, _EXCLUDED = models.Registration.Status.WITHDRAWN.value, models.Registration.Status.EXCLUDED.value
_NOTHING = SeatTotals()


def tallied_entrants(event: models.Event, after_series: int) -> dict[int, Entrant]:
    """Returns everybody in the standings, by primary key, with the sums of their counting lists up to that series."""
    statement = _STATEMENT.format(
        sums=", ".join(f"SUM(total.{name})" for name in SeatTotals._fields),
        results=", ".join(_RESULT.format(number=number) for number in range(1, after_series + 1)),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"event": event.pk, "after": after_series})
        return {row[0]: _entrant(row) for row in cursor.fetchall()}


def _entrant(row: tuple[Any, ...]) -> Entrant:
    pk, number, state, left_before_series, filling_up, lists = row[:_SUMS]
    gone = left_before_series if state == _WITHDRAWN else None
    tally = Tally(lists, SeatTotals(*row[_SUMS:_RESULTS]) if lists else _NOTHING, row[_RESULTS:])
    return Entrant(number, (), gone, state == _EXCLUDED, bool(filling_up), pk, tally)
