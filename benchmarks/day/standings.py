"""Standings of 1,000 players after five series: ``python -m benchmarks.day.standings``.

From the stored totals, compared with one raw SQL aggregate over the rows of the lists that gives the same standings.
Then the whole page of 1,000 rows with links, German numbers and reasons, rendered cold, compared with the same rows in
an unmodified table of django-tables2, without pages. Processor time, the median of several runs.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import django_tables2 as tables
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import RequestFactory
from django.utils.html import format_html

from benchmarks.day.event import big_event
from benchmarks.timing import fixed_loop
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.standings.lines import player_lines
from romme_turnier.tournament.standings.reading import standings
from romme_turnier.web.public.standings.releases import page_of

RUNS = 15

# The figures of the lists, added up according to § 3.2 and § 1.5: each list's result with its bonus, the Handrommés and
# the penalty points, then all lists of a player together and each series separately.
_AGGREGATE = """
    WITH result AS (
        SELECT seat.registration_id AS registration, series.number AS series,
               SUM(entry.points) AS minus,
               SUM(row_.finisher = entry.seat) AS finished,
               SUM(row_.finisher = entry.seat AND row_.handromme) AS handrommes,
               CASE (SELECT COUNT(*) FROM tournament_seat mate WHERE mate.table_id = table_.id)
                   WHEN 4 THEN event.bonus_four WHEN 3 THEN event.bonus_three ELSE 0 END AS bonus,
               event.bonus_handromme * SUM(row_.finisher = entry.seat AND row_.handromme) AS handromme_bonus,
               COALESCE((SELECT SUM(penalty.points) FROM tournament_penalty penalty
                          WHERE penalty.spielliste_id = list_.id AND penalty.seat = seat.number), 0) AS penalties
          FROM tournament_gameentry entry
          JOIN tournament_gamerow row_ ON row_.id = entry.row_id
          JOIN tournament_spielliste list_ ON list_.id = row_.spielliste_id
          JOIN tournament_table table_ ON table_.id = list_.table_id
          JOIN tournament_series series ON series.id = table_.series_id
          JOIN tournament_event event ON event.id = series.event_id
          JOIN tournament_seat seat ON seat.table_id = table_.id AND seat.number = entry.seat
         WHERE event.id = %s AND list_.status IN ('complete', 'signed', 'checked')
         GROUP BY seat.id
    )
    SELECT registration.number, COUNT(*) AS lists,
           SUM(minus - bonus - handromme_bonus + penalties) AS total, SUM(finished), SUM(handrommes),
           SUM(minus), SUM(bonus), SUM(handromme_bonus), SUM(penalties),
           SUM(CASE WHEN series = 1 THEN minus - bonus - handromme_bonus + penalties END),
           SUM(CASE WHEN series = 2 THEN minus - bonus - handromme_bonus + penalties END),
           SUM(CASE WHEN series = 3 THEN minus - bonus - handromme_bonus + penalties END),
           SUM(CASE WHEN series = 4 THEN minus - bonus - handromme_bonus + penalties END),
           SUM(CASE WHEN series = 5 THEN minus - bonus - handromme_bonus + penalties END)
      FROM result JOIN tournament_registration registration ON registration.id = result.registration
     GROUP BY registration.id
     ORDER BY lists DESC, total, 4 DESC, 5 DESC, registration.number
"""


def medians(*calls: Callable[[], Any]) -> list[float]:
    """Milliseconds of processor time of each; in turns, so that a slow spell of the machine meets all of them."""
    times: list[list[float]] = [[] for _ in calls]
    for run in range(RUNS + 1):  # the first one warms up
        for call, taken in zip(calls, times, strict=True):
            start = process_time()
            call()
            if run:
                taken.append((process_time() - start) * 1000)
    return [statistics.median(taken) for taken in times]


def main() -> None:
    loop = fixed_loop()
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n")
    event = big_event()
    _standings(event)
    _page(event)


def _standings(event: models.Event) -> None:
    def raw() -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(_AGGREGATE, [event.pk])
            return list(cursor.fetchall())

    ours = [
        (row.entrant.number, row.lists, row.sums.total, *row.series) for row in standings(event, event.series_count)
    ]
    if ours != [(number, lists, total, *more[6:]) for number, lists, total, *more in raw()]:
        raise SystemExit("the two ways give different standings")
    stored, aggregate = medians(lambda: standings(event, event.series_count), raw)
    sys.stdout.write(
        f"standings from stored totals {stored:.1f} ms, raw SQL over the rows {aggregate:.1f} ms"
        f": ratio {stored / aggregate:.2f}\n"
    )


def _page(event: models.Event) -> None:
    release = event.releases.select_related("event", "series")[0]
    request = RequestFactory().get(f"/t/{event.slug}/rangliste/?alle=1")
    request.user = AnonymousUser()
    columns = _columns(event)

    def peer() -> str:
        lines = player_lines(release.rows, public_names(event), event.rules, final=True)
        table = tables.Table(lines, extra_columns=columns)
        return str(format_html("<html><body>{}</body></html>", table.as_html(request)))

    ours, theirs = medians(lambda: page_of(request, event, release), peer)
    sys.stdout.write(
        f"page of {len(release.rows)} rows {ours:.0f} ms, django-tables2 {theirs:.0f} ms: ratio {ours / theirs:.2f}\n"
    )


def _columns(event: models.Event) -> list[tuple[str, Any]]:
    """The same columns as the page, drawn by the library."""
    column = tables.Column
    series = [
        (f"s{place}", column(accessor=f"series__{place - 1}", localize=True))
        for place in range(1, event.series_count + 1)
    ]
    return [
        ("rank", column()),
        ("name", column(linkify=lambda record: f"/t/gross/spieler/{record.number}/")),
        ("number", column()),
        ("club", column()),
        *series,
        ("lists", column()),
        ("total", column(localize=True)),
        ("reason", column()),
    ]


if __name__ == "__main__":
    main()
