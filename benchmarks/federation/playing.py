"""The players of a federation's evenings and their results, for all past years.

An evening has 14 members of its club, two guests of the next club and two series at tables of four. The sums of lists
are normal, 330 with a deviation of 90. Each evening has its own generator, so that registrations and results,
which are stored one after the other, agree.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from django.db import connection
from django.utils import timezone

from benchmarks.federation.bulk import store_many, unchecked
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow

MEMBERS, GUESTS, SERIES, SEATS, GAMES = 14, 2, 2, 4, 12


@dataclass(frozen=True, slots=True)
class _Evening:
    pk: int
    organiser: int
    season: int | None
    day: str


_Person = tuple[int, int]  # player and club
_People = dict[int, tuple[list[_Person], list[_Person]]]  # members and neighbours of each club


def store_play(*, results: bool) -> None:
    """Stores the registrations of all evenings that are over; if asked, also their results, released."""
    people, evenings = _people(), _past_evenings()
    registration = models.Registration(registered_at=timezone.now(), checked_in_at=timezone.now())
    with unchecked(models.Registration, models.Result, models.Series, models.StandingsRelease):
        columns = ("id", "event_id", "number", "player_id", "club_id", "guest")
        store_many(registration, columns, _registrations(evenings, people))
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO tournament_organiserplayer (organiser_id, player_id)"
                " SELECT DISTINCT event.held_by_id, registration.player_id FROM tournament_registration registration"
                " JOIN tournament_event event ON event.id = registration.event_id"
            )
        if results:
            _store_results(evenings, people)


def _store_results(evenings: list[_Evening], people: _People) -> None:
    columns = (
        *("id", "event_id", "season_id", "organiser_id", "day", "series", "player_id", "club_id", "guest"),
        *("registration_id", "result", "finished", "handrommes", "half_points"),
    )
    result = models.Result(kind=models.Event.Kind.EVENING, counts=True, scoring_points=0)
    store_many(result, columns, _results(evenings, people))
    now = timezone.now()
    series = models.Series(seats_released_at=now, closed_at=now)
    store_many(series, ("id", "event_id", "number"), _series(evenings))
    release = models.StandingsRelease(number=1, released_at=now)
    clubs = dict(models.Club.objects.values_list("pk", "name"))  # no query is possible within a COPY
    store_many(release, ("id", "event_id", "series_id", "rows", "days"), _releases(evenings, people, clubs))


def _people() -> _People:
    clubs: dict[int, list[_Person]] = {}
    members = models.Membership.objects.order_by("pk").values_list("organiser", "player", "organiser__club")
    for organiser, player, club in members:
        clubs.setdefault(organiser, []).append((player, club or 0))
    neighbours = [*list(clubs.values())[1:], *list(clubs.values())[:1]]
    return {organiser: (own, near) for (organiser, own), near in zip(clubs.items(), neighbours, strict=True)}


def _past_evenings() -> list[_Evening]:
    rows = models.Event.objects.filter(starts_at__lt=timezone.now()).order_by("held_by", "starts_at")
    values = rows.values_list("pk", "held_by", "season", "starts_at")
    return [_Evening(pk, club, season, f"{timezone.localdate(moment):%Y-%m-%d}") for pk, club, season, moment in values]


def _registrations(evenings: list[_Evening], people: _People) -> Iterator[tuple[Any, ...]]:
    keys = count(1)
    for evening in evenings:
        for number, (player, club, guest) in enumerate(_present(evening, people, _chance(evening)), start=1):
            yield next(keys), evening.pk, number, player, club, guest


def _results(evenings: list[_Evening], people: _People) -> Iterator[tuple[Any, ...]]:
    keys, registered = count(1), 0
    for evening in evenings:
        present, played = _played(evening, people)
        for series, totals in enumerate(played, start=1):
            row = (evening.pk, evening.season, evening.organiser, evening.day, series)
            for entry, ((player, club, guest), sums) in enumerate(zip(present, totals, strict=True), registered + 1):
                figures = (sums.minus, sums.finished, sums.handrommes, sums.half_points)
                yield next(keys), *row, player, club, guest, entry, *figures
        registered += len(present)


def _series(evenings: list[_Evening]) -> Iterator[tuple[Any, ...]]:
    keys = count(1)
    for evening in evenings:
        for number in range(1, SERIES + 1):
            yield next(keys), evening.pk, number


def _releases(evenings: list[_Evening], people: _People, clubs: dict[int, str]) -> Iterator[tuple[Any, ...]]:
    for key, evening in enumerate(evenings, start=1):
        present, played = _played(evening, people)
        rows = [
            StandingRow(None, number, clubs.get(club), Tally.of(sums), sums)
            for number, ((_player, club, _guest), sums) in enumerate(
                zip(present, zip(*played, strict=True), strict=True), start=1
            )
        ]
        rows.sort(key=lambda row: row.total)
        ranked = [{**row.to_json(), "rank": rank} for rank, row in enumerate(rows, start=1)]
        days = json.dumps([evening.day] * SERIES)
        yield key, evening.pk, key * SERIES, json.dumps(ranked, separators=(",", ":")), days


def _played(evening: _Evening, people: _People) -> tuple[list[tuple[int, int, bool]], list[list[SeatTotals]]]:
    """Returns player, club and whether a guest by start number, and for each series the totals in the same order."""
    chance = _chance(evening)
    present = _present(evening, people, chance)
    played = []
    for _series in range(SERIES):
        order = chance.sample(range(len(present)), len(present))
        totals: dict[int, SeatTotals] = {}
        for start in range(0, len(order), SEATS):
            table = order[start : start + SEATS]
            totals |= zip(table, _list(len(table), chance), strict=True)
        played.append([totals[place] for place in range(len(present))])
    return present, played


def _present(evening: _Evening, people: _People, chance: Random) -> list[tuple[int, int, bool]]:
    members, neighbours = people[evening.organiser]
    own = chance.sample(members, min(MEMBERS, len(members)))
    guests = chance.sample(neighbours, GUESTS)
    return [*((*member, False) for member in own), *((*guest, True) for guest in guests)]


def _list(seats: int, chance: Random) -> list[SeatTotals]:
    sums = [round(chance.gauss(330, 90)) for _seat in range(seats)]
    finishers = chance.choices(range(seats), k=GAMES)
    return [
        SeatTotals(
            minus=own,
            finished=finishers.count(seat),
            handrommes=int(chance.random() < 0.04),
            half_points=2 * sum(own < other for other in sums) + sums.count(own) - 1,
        )
        for seat, own in enumerate(sums)
    ]


def _chance(evening: _Evening) -> Random:
    return Random(f"{evening.organiser} {evening.day}")  # noqa: S311 - the same evening in each run
