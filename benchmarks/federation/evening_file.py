"""An event file with checked lists for an evening of a club, and its import."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

from django.utils import timezone

from benchmarks.federation.making import Federation
from benchmarks.federation.playing import GAMES, SEATS, SERIES
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.seasons import put_into_season
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.service import frame
from romme_turnier.tournament.standings.releases import release_standings

Content = dict[str, Any]


class Files:
    """Event files of a club's season, each of another day, with the players of its last evening."""

    def __init__(self, made: Federation) -> None:
        self._made = made
        self._numbers = count(1)
        self._chance = Random("lists")  # noqa: S311 - the same lists in each run
        people = made.evening.registrations.select_related("player").order_by("number")
        self._links = {row.number: row.player_id for row in people if row.number is not None}
        self._people = [
            {
                "number": row.number,
                "first_name": row.player.first_name,
                "last_name": row.player.last_name,
                "paid": True,
                "status": "active",
            }
            for row in people
        ]

    def next(self) -> Content:
        number = next(self._numbers)
        return {
            "format": "romme-turnier/event",
            "version": 1,
            "event": {
                "slug": f"datei-{number}",
                "name": f"Abend aus Datei {number}",
                "starts_at": (timezone.localtime() - timedelta(days=1 + number % 300)).isoformat(),
                "access": "open",
                "ruleset": "rommeordnung",
                "series_count": SERIES,
                "games_per_list": GAMES,
                "bonus": {"mode": "per_list", "four": 40, "three": 30, "handromme": 0},
                "entry_fee": "0.00",
                "currency": "EUR",
            },
            "participants": self._people,
            "series": [{"number": series, "tables": list(self._tables())} for series in range(1, SERIES + 1)],
        }

    def _tables(self) -> Iterator[Content]:
        numbers = [person["number"] for person in self._people]
        self._chance.shuffle(numbers)
        for table, start in enumerate(range(0, len(numbers), SEATS), start=1):
            seats = numbers[start : start + SEATS]
            games = [self._game(number, len(seats)) for number in range(1, GAMES + 1)]
            yield {"number": table, "seats": seats, "list": {"status": "checked", "games": games}}

    def _game(self, number: int, seats: int) -> Content:
        finisher = self._chance.randint(1, seats)
        points = [0 if seat == finisher else self._chance.randint(2, 100) for seat in range(1, seats + 1)]
        return {"number": number, "finisher": finisher, "handromme": False, "points": points}

    @frame
    def store(self, *contents: Content) -> None:
        """Imports files into the season of the club, closes and releases all series, and issues new tables."""
        for event in [self.store_open(content) for content in contents]:
            self._release(event)
        reissue_outdated(self._made.season, by=self._made.operator)

    def store_open(self, content: Content) -> models.Event:
        """Imports a file into the season; its lists are checked, but no series is closed."""
        season, by = self._made.season, self._made.operator
        event = import_event(content, links=self._links, by=by, organiser=season.organiser).event
        return put_into_season(event, season, models.Event.Kind.EVENING, by=by)

    def _release(self, event: models.Event) -> None:
        by = self._made.operator
        for series in event.series.order_by("number"):
            close_series(series, by=by)
        release_standings(event, event.series_count, by=by)
