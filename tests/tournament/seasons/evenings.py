"""A club with members who play evenings, for the tests of seasons."""

from collections.abc import Iterable
from datetime import date

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.evenings.evening import open_evening
from tests.factories import list_of, make_complete

FIRST, SECOND, THIRD = date(2026, 1, 6), date(2026, 1, 13), date(2026, 1, 20)  # the dates of the season in conftest.py


def make_people(count: int) -> list[models.Player]:
    """People of the register, in the order of their names: "Vera01 Spieler01", …"""
    return models.Player.objects.bulk_create(
        models.Player(first_name=f"Vera{number:02}", last_name=f"Spieler{number:02}") for number in range(1, count + 1)
    )


def hold(season: models.Season, day: date, present: Iterable[models.Player], *, by: User, **more) -> models.Event:
    """An evening of that day with its first series drawn."""
    return open_evening(season, day, list(present), **{"bonus_mode": "per_list", **more}, by=by)


def play(event: models.Event, series: int = 1) -> None:
    """Enters every list of the series, without faults."""
    for table in event.series.get(number=series).tables.all():
        make_complete(list_of(table.series, table.number))


def staying(event: models.Event, *, without: int | None = None) -> list[int]:
    """The registrations in force, except for this start number."""
    active = event.registrations.filter(status="active").exclude(number=without)
    return list(active.values_list("pk", flat=True))
