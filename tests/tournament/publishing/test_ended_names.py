"""The day on which names of an event or a season end: other programs get messages, as after an erasure."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import NAMELESS
from romme_turnier.tournament.models import Consent, Event, HookMessage, Organiser, PersonChange
from romme_turnier.tournament.organisers.retention import set_names_years
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.publishing.delivery import Rounds
from romme_turnier.tournament.publishing.forgetting import announce_ended_names
from romme_turnier.tournament.seasons.names import public_names_of
from tests.factories import make_hook, one
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import released_event

pytestmark = pytest.mark.django_db

BEGINS = datetime(2026, 10, 17, 8, tzinfo=UTC)
LAST_DAY = datetime(2028, 10, 17, 12, tzinfo=UTC)  # with names, after two years


@pytest.fixture(autouse=True)
def on_the_internet(settings) -> None:
    settings.MODE = "public"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(LAST_DAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def event(db: None) -> Event:
    """Played in October 2026, with two years of names; one player lets the name stay."""
    event = released_event(published_at=timezone.now(), starts_at=BEGINS)
    Organiser.objects.update(names_years=2)
    last = event.releases.get().rows[-1].number
    Consent.objects.create(
        registration=one(event, last), purpose="years", given_at=timezone.now(), speaker="player", withdrawn_at=None
    )
    make_hook(event.held_by)
    return event


def announced() -> list[int]:
    return sorted(message.ids["number"] for message in HookMessage.objects.filter(type="person.changed"))


def nameless(event: Event) -> list[int]:
    """The numbers without a name on the public pages."""
    rows = Event.objects.get(pk=event.pk).registrations.select_related("event__held_by", "player")
    return sorted(row.number or 0 for row in rows if row.shown_name == NAMELESS)


def test_names_that_end_at_midnight_are_announced_once(event: Event, clock: time_machine.Traveller) -> None:
    announce_ended_names()
    assert announced() == nameless(event) == []
    clock.shift(timedelta(days=1))
    announce_ended_names()
    assert announced() == nameless(event)
    assert len(announced()) == 3  # of eight: four on the podium, where two are equal, and one who consented stay
    assert PersonChange.objects.count() == 3
    clock.shift(timedelta(hours=1))
    announce_ended_names()
    assert len(announced()) == 3


def test_change_before_the_end_does_not_count_and_an_erased_person_is_not_announced_again(
    event: Event, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=1))
    renamed, erased, *_others = nameless(event)
    clock.shift(timedelta(days=-1))
    PersonChange.objects.create(organiser=event.held_by, event=event, number=renamed, at=timezone.now())
    erase_player(one(event, erased).player, by=None)
    HookMessage.objects.all().delete()
    clock.shift(timedelta(days=1))
    announce_ended_names()
    assert renamed in announced()
    assert erased not in announced()


def test_shorter_years_end_names_even_if_they_had_ended_before(
    event: Event, chief: User, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=1))
    announce_ended_names()
    clock.shift(timedelta(days=1))
    set_names_years(event.held_by, 5, by=chief)
    announce_ended_names()
    assert len(announced()) == 3
    clock.shift(timedelta(days=1))
    set_names_years(event.held_by, 2, by=chief)
    announce_ended_names()
    assert len(announced()) == 6


def test_names_that_ended_long_ago_are_not_looked_at_unless_the_years_change(
    event: Event, chief: User, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(days=40))
    announce_ended_names()
    assert announced() == []
    set_names_years(event.held_by, 1, by=chief)
    announce_ended_names()
    assert announced() == nameless(event)


def test_event_of_several_days_ends_with_its_last_day(event: Event, clock: time_machine.Traveller) -> None:
    event.timetable.create(starts_at=BEGINS + timedelta(days=1), what="Siegerehrung")
    clock.shift(timedelta(days=1))
    announce_ended_names()
    assert announced() == []
    clock.shift(timedelta(days=31))
    announce_ended_names()
    assert announced() == []
    clock.shift(timedelta(days=-1))
    announce_ended_names()
    assert announced() == nameless(event)


def test_names_of_a_season_end_with_its_years(chief: User) -> None:
    season = make_season_with_players(players=6, first_day=BEGINS.date() - timedelta(days=300), last_day=BEGINS.date())
    issue(season, ["300.00", "310.50", "400.25", "420.00", "430.00", "440.00"])
    set_names_years(season.organiser, 2, by=chief)
    hook = make_hook(season.organiser)
    with time_machine.travel(LAST_DAY, tick=False) as clock:
        announce_ended_names()
        assert announced() == []
        clock.shift(timedelta(days=1))
        announce_ended_names()
        announce_ended_names()
        names = public_names_of(season)
        gone = [row.number for row in season.players.all() if names.of(row.player) == NAMELESS]
    assert announced() == sorted(gone)
    assert len(gone) == 3
    assert {message.ids["season"] for message in hook.messages.all()} == {season.address}


@pytest.mark.django_db(transaction=True)
def test_server_announces_them(event: Event, clock: time_machine.Traveller) -> None:
    clock.shift(timedelta(days=1))
    rounds = Rounds()
    rounds.go()
    rounds.wait()
    assert len(announced()) == 3
