"""Unchanged tables for other programs and websites: ``python -m benchmarks.day.syndication``.

Whole requests through the program's WSGI application and all its middleware, in one process without a network: the 304
of a kept page of an event and of a season, of their JSON and of their embedded tables, in turns. Processor time;
requests per second, and the ratio to the kept page of the event.
"""

from __future__ import annotations

import sys
from datetime import date
from statistics import median
from time import process_time

from django.core.wsgi import get_wsgi_application
from django.utils import timezone

from benchmarks.day.event import big_event
from benchmarks.day.serving import ask
from benchmarks.timing import fixed_loop
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.tournament import models

ROUNDS = 2_000
DATES, PLAYERS = 50, 60


def main() -> None:
    sys.stdout.write(f"fixed loop: {fixed_loop():.1f} ms\n")
    event = big_event(series=1)
    make_season(event)
    application = get_wsgi_application()
    paths = {
        "kept page of an event": "/t/gross/rangliste/",
        "JSON of it": "/t/gross/rangliste.json",
        "embedded table of it": "/einbetten/t/gross/rangliste/",
        "kept page of a season": "/saison/verein/jahr/",
        "JSON of it ": "/saison/verein/jahr.json",
        "embedded table of it ": "/einbetten/saison/verein/jahr/",
        "embedded table of the current season": "/einbetten/o/verein/saison/",
    }
    tags = {path: ask(application, path)[1]["ETag"] for path in paths.values()}
    times: dict[str, list[float]] = {name: [] for name in paths}
    for _ in range(ROUNDS):
        for name, path in paths.items():
            start = process_time()
            status = ask(application, path, tags[path])[0]
            times[name].append((process_time() - start) * 1000)
            if status != "304 Not Modified":
                raise SystemExit(f"{path} answers {status}")
    page = median(times["kept page of an event"])
    for name, taken in times.items():
        typical = median(taken)
        sys.stdout.write(f"{name.strip():38} {1000 / typical:6.0f} a second, {page / typical:.2f} of the page\n")


def make_season(event: models.Event) -> None:
    """A season of a club: dates of a year, one ranking with an edition, and the event."""
    now, year = timezone.now(), timezone.localdate().year
    days = {"first_day": date(year, 1, 1), "last_day": date(year, 12, 31)}
    season = models.Season.objects.create(
        organiser=event.held_by, slug="jahr", name="Clubjahr", published_at=now, **days
    )
    models.Event.objects.filter(pk=event.pk).update(season=season)
    models.SeasonDate.objects.bulk_create(
        models.SeasonDate(season=season, day=date.fromordinal(days["first_day"].toordinal() + 7 * week))
        for week in range(DATES)
    )
    ranking = models.Ranking.objects.create(season=season, name="Mittel", slug="mittel")
    acted = {"at": now, "by": None}
    version = models.RankingVersion.objects.create(ranking=ranking, number=1, formula=Formula(), **acted)
    edition = models.Edition.objects.create(
        ranking=ranking, version=version, number=1, offered=1, needs=0, digest="", **acted
    )
    players = models.SeasonPlayer.objects.bulk_create(
        models.SeasonPlayer(season=season, player=registration.player, number=number)
        for number, registration in enumerate(event.registrations.select_related("player")[:PLAYERS], 1)
    )
    models.EditionRow.objects.bulk_create(
        models.EditionRow(
            edition=edition,
            position=place,
            rank=place,
            entrant=player,
            value=f"{place}.00",
            units=1,
            detail={"joined": f"{place}.00"},
        )
        for place, player in enumerate(players, 1)
    )


if __name__ == "__main__":
    main()
