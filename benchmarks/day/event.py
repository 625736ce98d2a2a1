"""A big event: 1,000 players, five series, all lists checked, standings released."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.sheet import Game, ListSheet
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import totals_of
from romme_turnier.tournament.standings.releases import release_standings

PLAYERS, SERIES, GAMES, SEATS = 1_000, 5, 12, 4
CLUBS = 40


def big_event(series: int = SERIES) -> models.Event:
    """Made directly in the database: an import of this size takes half a minute."""
    User.objects.create_superuser("leitung", password="nur-fuer-diese-messung")  # noqa: S106 - gone in a minute
    now = timezone.now()
    event = models.Event.objects.create(
        slug="gross",
        held_by=models.Organiser.objects.create(number="1", slug="verein"),
        name="Großes Turnier",
        starts_at=now,
        published_at=now,
        series_count=series,
        bonus_mode="per_list",
    )
    clubs = models.Club.objects.bulk_create(models.Club(name=f"Rommé-Club {number}") for number in range(CLUBS))
    players = models.Player.objects.bulk_create(
        models.Player(first_name=f"Vera{number}", last_name=f"Spieler{number}", club=clubs[number % CLUBS])
        for number in range(1, PLAYERS + 1)
    )
    registrations = models.Registration.objects.bulk_create(
        models.Registration(event=event, player=player, club=player.club, number=number, publish_name=number % 3 > 0)
        for number, player in enumerate(players, start=1)
    )
    random = Random("1,000 players")  # noqa: S311 - an event to measure with
    for number in range(1, series + 1):
        _play(event, number, random.sample(registrations, PLAYERS), random)
    for after in range(1, series + 1):
        release_standings(event, after, by=None)
    return event


def _play(event: models.Event, number: int, order: Sequence[models.Registration], random: Random) -> None:
    """One series: tables, seats, lists, rows, entries and their totals."""
    now = timezone.now()
    series = models.Series.objects.create(event=event, number=number, seats_released_at=now, closed_at=now)
    tables = models.Table.objects.bulk_create(
        models.Table(series=series, number=table) for table in range(1, PLAYERS // SEATS + 1)
    )
    seats = models.Seat.objects.bulk_create(
        models.Seat(table=tables[place // SEATS], series=series, number=place % SEATS + 1, registration=registration)
        for place, registration in enumerate(order)
    )
    lists = models.Spielliste.objects.bulk_create(
        models.Spielliste(table=table, status=models.Spielliste.Status.CHECKED, games_in=GAMES) for table in tables
    )
    sheets = [_games(random) for _ in lists]
    rows = models.GameRow.objects.bulk_create(
        models.GameRow(spielliste=spielliste, number=game.number, finisher=game.finisher, stands=True)
        for spielliste, games in zip(lists, sheets, strict=True)
        for game in games
    )
    models.GameEntry.objects.bulk_create(
        models.GameEntry(row=row, seat=seat, points=points)
        for row, game in zip(rows, (game for games in sheets for game in games), strict=True)
        for seat, points in enumerate(game.points, start=1)
    )
    evaluations = [evaluate(ListSheet(SEATS, games), event.terms) for games in sheets]
    models.ListTotal.objects.bulk_create(
        totals_of(seat, evaluations[place // SEATS], models.Spielliste.Status.CHECKED)
        for place, seat in enumerate(seats)
    )


def _games(random: Random) -> tuple[Game, ...]:
    games = []
    for number in range(1, GAMES + 1):
        finisher = random.randrange(SEATS)
        points = [0 if seat == finisher else random.randint(2, 95) for seat in range(SEATS)]
        games.append(Game(number, finisher + 1, False, tuple(points)))
    return tuple(games)
