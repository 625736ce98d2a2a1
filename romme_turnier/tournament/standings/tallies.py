"""The sums of all players' lists, added up by the database from the totals stored for each list.

One statement for an event, one row for a player. It is written by hand: through the ORM it takes twice as long, and
every page with standings runs it. It includes the players of `Registrations.in_standings`.
"""

from functools import cache
from typing import Any

from django.db import connection

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Entrant, Tally
from romme_turnier.tournament import models

_STATEMENT = """
    SELECT registration.id, registration.number,
           CASE registration.status WHEN 'withdrawn' THEN registration.left_before_series END,
           registration.status = 'excluded', registration.out_of_competition, {columns}
      FROM tournament_registration registration {joins}
     WHERE registration.event_id = %(event)s
       AND registration.status <> 'waiting'
       AND NOT (registration.status = 'withdrawn' AND registration.left_before_series = 1
                AND registration.number IS NULL AND registration.token IS NOT NULL)
       AND ({sat} OR NOT EXISTS (
        SELECT 1 FROM tournament_teammember member WHERE member.registration_id = registration.id AND member.substitute
       ))
     {end}
"""
_LISTS = """
    LEFT JOIN tournament_seat seat{at} ON seat{at}.registration_id = registration.id AND seat{at}.series_id {which}
    LEFT JOIN tournament_listtotal total{at} ON total{at}.seat_id = seat{at}.id AND total{at}.counts
"""
_UP_TO = "IN (SELECT id FROM tournament_series WHERE event_id = %(event)s AND number <= {:d})"
_IS = "= (SELECT id FROM tournament_series WHERE event_id = %(event)s AND number = {:d})"
_JOINED_AT_MOST = 30  # number of series; each takes two joins, and SQLite allows 64
_SUMS = 6  # their first position in a row of the answer
_RESULTS = _SUMS + len(SeatTotals._fields)  # first position of the results by series


def tallied_entrants(event: models.Event, after_series: int) -> list[Entrant]:
    """Returns the players of the standings, with the sums of their counting lists up to that series (from 1)."""
    joined = connection.vendor == "sqlite" and after_series <= _JOINED_AT_MOST
    with connection.cursor() as cursor:
        cursor.execute((_joined if joined else _grouped)(after_series), {"event": event.pk})
        return [_entrant(row) for row in cursor.fetchall()]


@cache
def _grouped(after_series: int) -> str:
    """Returns the statement that joins all lists of a player and adds them up as a group."""
    sums = (f"COALESCE(SUM(total.{name}), 0)" for name in SeatTotals._fields)
    results = (
        f"SUM(total.result) FILTER (WHERE seat.series_id {_IS.format(number)})" for number in range(1, after_series + 1)
    )
    return _STATEMENT.format(
        columns=", ".join(["COUNT(total.id)", *sums, *results]),
        joins=_LISTS.format(at="", which=_UP_TO.format(after_series)),
        sat="seat.id IS NOT NULL",
        end="GROUP BY registration.id",
    )


@cache
def _joined(after_series: int) -> str:
    """Returns the statement that joins the list of each series separately; a player has at most one in each.

    For SQLite, which is slow at grouping: it takes three quarters of the time. PostgreSQL would lose more time by
    planning the joins.
    """
    numbers = range(1, after_series + 1)
    sums = (" + ".join(f"COALESCE(total{number}.{name}, 0)" for number in numbers) for name in SeatTotals._fields)
    return _STATEMENT.format(
        columns=", ".join(
            [
                " + ".join(f"(total{number}.id IS NOT NULL)" for number in numbers),
                *sums,
                *(f"total{number}.result" for number in numbers),
            ]
        ),
        joins="".join(_LISTS.format(at=number, which=_IS.format(number)) for number in numbers),
        sat=" OR ".join(f"seat{number}.id IS NOT NULL" for number in numbers),
        end="",
    )


def _entrant(row: tuple[Any, ...]) -> Entrant:
    pk, number, gone, excluded, filling_up, lists = row[:_SUMS]
    tally = Tally(lists, SeatTotals._make(row[_SUMS:_RESULTS]), row[_RESULTS:])
    return Entrant(number, (), gone, bool(excluded), bool(filling_up), pk, tally)
