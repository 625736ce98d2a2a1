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
    SELECT registration.id, registration.number,
           CASE registration.status WHEN 'withdrawn' THEN registration.left_before_series END,
           registration.status = 'excluded', registration.out_of_competition, COUNT(total.id), {sums}, {results}
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
_RESULTS = 6 + len(SeatTotals._fields)  # where the results by series begin in a row of the answer


def tallied_entrants(event: models.Event, after_series: int) -> list[Entrant]:
    """Returns everybody in the standings, with the sums of their counting lists up to that series (from 1)."""
    statement = _STATEMENT.format(
        sums=", ".join(f"COALESCE(SUM(total.{name}), 0)" for name in SeatTotals._fields),
        results=", ".join(_RESULT.format(number=number) for number in range(1, after_series + 1)),
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {"event": event.pk, "after": after_series})
        return [_entrant(row) for row in cursor.fetchall()]


def _entrant(row: tuple[Any, ...]) -> Entrant:
    pk, number, gone, excluded, filling_up, lists = row[:6]
    tally = Tally(lists, SeatTotals._make(row[6:_RESULTS]), row[_RESULTS:])
    return Entrant(number, (), gone, bool(excluded), bool(filling_up), pk, tally)
