"""A laptop and a hosted program in one database: two organisers, each with its own copy of the same event."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.package import read_package
from romme_turnier.tournament import models
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.publishing.making import make_package
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_office, make_official, make_organiser
from tests.tournament.papers.papers import released_event


def laptop_event(**fields: Any) -> models.Event:
    """A released event of the laptop's organiser, of eight players; players 1 and 2 allow their full names."""
    event = released_event(**fields)
    event.registrations.filter(number__in=(1, 2)).update(publish_name=True)
    return event


def hosted_club(number: str = "09", slug: str = "gastgeber") -> models.Organiser:
    return make_organiser(number=number, slug=slug, name=f"Verein {number}")


def chair_of(organiser: models.Organiser) -> User:
    user = make_official(username=f"vorsitz-{organiser.slug}")
    if not user.offices.exists():
        make_office(organiser, user, "chair")
    return user


def packed(event: models.Event) -> bytes:
    return make_package(event, by=None).data


def key_in(data: bytes) -> str:
    return read_package(data).public_key.hex()[:16]


class AcceptedEvent(NamedTuple):
    event: models.Event
    number: int
    digest: str


def accept(organiser: models.Organiser, data: bytes) -> AcceptedEvent:
    """Accepts the package of an event as the chair does, who has compared the key."""
    accepted = accept_package(organiser, data, by=chair_of(organiser), key=key_in(data))
    assert isinstance(accepted.of, models.Event)
    return AcceptedEvent(accepted.of, accepted.number, accepted.digest)


def accept_season(organiser: models.Organiser, data: bytes) -> models.Season:
    accepted = accept_package(organiser, data, by=chair_of(organiser), key=key_in(data))
    assert isinstance(accepted.of, models.Season)
    return accepted.of


def state_of(organiser: models.Organiser) -> tuple[Any, ...]:
    """The rows of the organiser and its events, which a refused package must not change."""
    events = models.Event.objects.filter(held_by=organiser).order_by("pk")
    return (
        list(events.values()),
        list(models.EventCopy.objects.filter(event__in=events).values()),
        list(models.LaptopKey.objects.order_by("pk").values()),
        list(models.StandingsRelease.objects.filter(event__in=events).order_by("pk").values_list("pk", "rows")),
        list(models.Registration.objects.filter(event__in=events).order_by("pk").values("pk", "player__last_name")),
        list(models.Revision.objects.filter(spielliste__table__series__event__in=events).order_by("pk").values("pk")),
        models.Player.objects.count(),
        models.EventLog.objects.count(),
    )


@contextmanager
def unchanged(organiser: models.Organiser) -> Iterator[None]:
    before = state_of(organiser)
    yield
    assert state_of(organiser) == before


def correct_again(event: models.Event) -> None:
    """Releases the standings again, with other figures."""
    series = event.series.get()
    reopen_series(series, by=None)
    enter(list_of(series), 1, f"0 {50 + event.releases.count()} 30 40", reason="Rechenfehler")
    close_series(series, by=None)
    release_standings(event, 1, by=None)
