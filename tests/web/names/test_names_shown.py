"""Whose name is shown how: in the hall, on paper, on the internet, at the prize-giving; one answer an event."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from romme_turnier.documents.catalogue import PRINTOUTS
from romme_turnier.documents.printout import Names
from romme_turnier.documents.seating.table_plan import table_plan_document
from romme_turnier.documents.seating.table_signs import table_signs_with_names
from romme_turnier.documents.standings.prize_giving import speakers_sheet
from romme_turnier.tournament.events.announcements import Announcement, create_event
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.reading import hall_names, public_names
from romme_turnier.tournament.participants.registrations import consent_for_all
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

FULL, SHORT = "Vera3 Spieler3", "Vera3 S."


def held(names: str) -> Event:
    """Published, one series played and released; start number 2 has agreed to be named."""
    event = make_event(names=names, games_per_list=2, published_at="2026-10-01T08:00Z")
    event.registrations.filter(number=2).update(publish_name=True)
    make_official()  # before there is one every page leads to the first visit
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_seats(series, by=None)
    release_standings(event, 1, by=None)
    return event


@pytest.mark.parametrize(
    ("mode", "names", "in_hall", "on_pages"),
    [
        ("local", "hall", FULL, FULL),
        ("hall", "hall", FULL, FULL),
        ("public", "hall", FULL, SHORT),
        ("local", "short", SHORT, SHORT),
        ("hall", "short", SHORT, SHORT),
        ("public", "short", SHORT, SHORT),
    ],
)
def test_name_is_shown_as_the_event_says_and_on_the_internet_with_consent_only(
    settings: Settings, mode: str, names: str, in_hall: str, on_pages: str
) -> None:
    settings.MODE = mode
    event = make_event(names=names)
    event.registrations.filter(number=2).update(publish_name=True)
    assert hall_names(event)[3] == in_hall
    assert public_names(event)[3] == on_pages
    assert hall_names(event)[2] == public_names(event)[2] == "Vera2 Spieler2"


@pytest.mark.parametrize(("mode", "names"), [("local", "hall"), ("hall", "hall"), ("public", "short")])
def test_new_event_shows_full_names_in_the_hall_unless_it_is_on_the_internet(
    settings: Settings, mode: str, names: str
) -> None:
    settings.MODE = mode
    announced = Announcement(name="Pokal", starts_at=make_event().starts_at, bonus_mode=Event.Bonus.PER_LIST)
    assert create_event(announced, by=make_official()).names == names


@pytest.mark.parametrize(("mode", "shown"), [("hall", FULL), ("public", SHORT)])
def test_pages_show_full_names_in_the_hall_and_not_on_the_internet(
    client: Client, settings: Settings, mode: str, shown: str
) -> None:
    settings.MODE = mode
    event = held("hall")
    for name in ("public:seats", "public:standings"):
        page = client.get(reverse(name, args=[event.slug])).content.decode()
        assert shown in page
        assert (FULL in page) == (shown == FULL)


@pytest.mark.parametrize(("names", "shown"), [("hall", FULL), ("short", SHORT)])
def test_paper_in_the_hall_follows_the_event_and_the_prize_giving_is_in_full(
    settings: Settings, names: str, shown: str
) -> None:
    settings.MODE = "public"  # paper is not a page
    event = held(names)
    series = event.series.get()
    signs: Any = table_signs_with_names(series)["signs"]
    assert signs[0].names[2].name == shown
    assert _planned(series, 3) == shown
    spoken: Any = speakers_sheet(event)
    assert FULL in [line.name for group in spoken["groups"] for line in group.lines]


def _planned(series: Any, number: int) -> str:
    pages = table_plan_document(series)["names"]
    (entry,) = [one for page in pages for column in page for one in column.data if one.number == number]
    return str(entry.name)


def test_papers_of_the_prize_giving_say_that_names_are_in_full() -> None:
    assert {one.key for one in PRINTOUTS if one.names == Names.CEREMONY} == {
        "speakers_sheet",
        "certificates",
        "team_certificates",
    }


def test_consent_is_noted_for_everybody_at_once(client: Client) -> None:
    event = make_event(names="short")
    petra = signed_in(make_cast(event).petra)
    address = reverse("organiser:consent_for_all", args=[event.slug])
    assert "Noch nicht eingetragen bei 8 Personen:" in petra.get(address).content.decode()
    assert not event.registrations.filter(publish_name=True).exists()
    assert "Die Zustimmung von 8 Personen ist eingetragen." in petra.post(address, follow=True).content.decode()
    assert not event.registrations.filter(publish_name=False).exists()
    assert public_names(event)[3] == FULL
    assert "schon eingetragen" in petra.get(address).content.decode()
    assert consent_for_all(event, by=None) == 0


def test_announcement_asks_once_and_keeps_the_answer() -> None:
    event = make_event(names="hall")
    petra = signed_in(make_cast(event).petra)
    page = petra.get(reverse("organiser:event_edit", args=[event.slug])).content.decode()
    assert page.count('name="names"') == 2
    assert "Wie sind die Namen der Spieler zu lesen?" in page


@pytest.mark.parametrize("names", ["hall", "short"])
def test_seats_are_read_in_the_same_number_of_statements_for_all_players(
    client: Client, names: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = held(names)
    with django_assert_max_num_queries(14):
        client.get(reverse("public:seats", args=[event.slug]), {"q": "Spieler7"})
