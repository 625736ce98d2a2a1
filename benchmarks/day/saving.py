"""The cost of saving one row: ``python -m benchmarks.day.saving``.

The service of the entry page, including all its writes (key, versions, log, sums, obligations), compared with the bare
SQL statements of a row: the row, its four entries, the log line, the key and the four totals, in one transaction on the
same database. Wall-clock time, because the disk is part of it. The points differ from list to list, as lists with equal
games would favour a cache.
"""

from __future__ import annotations

import statistics
import sys
import uuid
from collections.abc import Callable
from datetime import datetime
from time import perf_counter
from typing import Any

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.day.event import big_event
from benchmarks.timing import fixed_loop
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import store_totals
from romme_turnier.tournament.lists.entries import save_row

ROWS = 300


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    event = big_event()
    series = models.Series.objects.create(event=event, number=event.series_count + 1)
    registrations = list(event.registrations.order_by("number"))
    lists = []
    for number in range(1, 2 * ROWS // event.games_per_list + 3):
        table = models.Table.objects.create(series=series, number=number)
        four = registrations[4 * number - 4 : 4 * number]
        models.Seat.objects.bulk_create(
            models.Seat(table=table, series=series, number=seat, registration=registration)
            for seat, registration in enumerate(four, start=1)
        )
        lists.append(models.Spielliste.objects.create(table=table))
        with transaction.atomic():
            store_totals(lists[-1])
    games = range(1, event.games_per_list + 1)
    places, others = (iter([(spielliste, game) for spielliste in lists[at::2] for game in games]) for at in (0, 1))
    now = timezone.now()

    def ours() -> None:
        spielliste, game = next(places)
        cells = ("0", str(20 + spielliste.pk % 17), str(30 + spielliste.pk % 23), str(50 + spielliste.pk % 29))
        save_row(spielliste, parse_row(game, cells), expected=0, by=None, key=uuid.uuid4().hex)

    def bare() -> None:
        spielliste, game = next(others)
        _bare(spielliste, game, now)

    with CaptureQueriesContext(connection) as queries:
        ours()
    own, other = _medians(ours, bare)
    sys.stdout.write(
        f"a row through the service {own:.2f} ms ({len(queries)} statements), as bare SQL {other:.2f} ms"
        f": ratio {own / other:.1f}\n"
    )


def _medians(*calls: Callable[[], Any]) -> list[float]:
    """Milliseconds of each; in turns, so that a slow spell of the disk meets all of them."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROWS):
        for call, taken in zip(calls, times, strict=True):
            start = perf_counter()
            call()
            taken.append((perf_counter() - start) * 1000)
    return [statistics.median(taken) for taken in times]


def _bare(spielliste: models.Spielliste, game: int, now: datetime) -> None:
    at = now.strftime("%Y-%m-%d %H:%M:%S")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_spielliste SET version = version + 1 WHERE id = %s", [spielliste.pk])
        cursor.execute(
            "INSERT INTO tournament_gamerow (spielliste_id, number, finisher, handromme, version, stands,"
            " finisher_required) VALUES (%s, %s, 1, 0, 1, 1, 1) RETURNING id",
            [spielliste.pk, game],
        )
        row = cursor.fetchone()[0]
        cursor.execute(
            "INSERT INTO tournament_gameentry (row_id, seat, points) VALUES (%s,1,0), (%s,2,23), (%s,3,37), (%s,4,58)",
            [row] * 4,
        )
        cursor.execute(
            "INSERT INTO tournament_logentry (spielliste_id, version, what, game, row_version, at)"
            " VALUES (%s, %s, 'row', %s, 1, %s)",
            [spielliste.pk, 100 + game, game, at],
        )
        cursor.execute(
            "INSERT INTO tournament_savedkey (key, body_hash, answer, at) VALUES (%s, '', '{}', %s)",
            [uuid.uuid4().hex, at],
        )
        cursor.execute(
            "UPDATE tournament_listtotal SET minus = minus + 1, result = result + 1"
            " WHERE seat_id IN (SELECT id FROM tournament_seat WHERE table_id = %s)",
            [spielliste.table_id],
        )


if __name__ == "__main__":
    main()
