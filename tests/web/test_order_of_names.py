"""Names have the order of core/people/names.py in every list, on every database."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.documents.participants.papers import registration_list
from romme_turnier.documents.seating.table_plan import table_plan_document
from romme_turnier.tournament.events.officials import create_colleague
from romme_turnier.tournament.models import Club, Event, Player
from romme_turnier.tournament.participants.register.lookup import club_names, search
from romme_turnier.tournament.participants.start_numbers import give_numbers
from tests.cast import make_cast, signed_in
from tests.factories import make_event, make_organiser, register, seat_series

pytestmark = pytest.mark.django_db

PEOPLE = ["Ärmel", "Çelik", "Heide", "von der Heide", "Heidel", "Łukasz", "Lunz", "Özdemir", "Schäfer", "Schröder"]
CLUBS = ["Äpfel", "Çırak", "Łódź", "Öse", "RC 2", "RC 10", "Strasse", "Straße", "zur Eiche", "Zwerge"]


@pytest.fixture
def petra(event: Event) -> Client:
    return signed_in(make_cast(event).petra)


@pytest.fixture
def event() -> Event:
    """Registered from the last to the first, so that the order of rows cannot help."""
    event = make_event(players=0)
    for name, club_name in reversed(list(zip(PEOPLE, CLUBS, strict=True))):
        club, _created = Club.objects.get_or_create(name=club_name)
        register(event, None, club=club, first_name="Vera", last_name=name, publish_name=True)
    give_numbers(event, "name", by=None)
    return event


def _names_in(page: str, names: list[str]) -> list[str]:
    """The names in the order of their cells or options."""
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return list(dict.fromkeys(re.findall(rf">\s*(?:Vera )?({pattern})(?:, Vera)?\s*<", page)))


def _grid(sort: str) -> Callable[[Client, Event], str]:
    def page(client: Client, event: Event) -> str:
        address = reverse("organiser:front_desk", args=[event.slug])
        return client.get(address, {"sortiert": sort}).content.decode().partition("<table")[2]

    return page


def test_start_numbers_follow_the_family_names(event: Event) -> None:
    assert [one.player.last_name for one in event.registrations.order_by("number")] == PEOPLE


@pytest.mark.parametrize(("sort", "expected"), [("name", PEOPLE), ("number", PEOPLE)])
def test_list_of_participants_is_in_order_by_name(petra: Client, event: Event, sort: str, expected: list[str]) -> None:
    assert _names_in(_grid(sort)(petra, event), PEOPLE) == expected


@pytest.mark.parametrize(("sort", "expected"), [("club", CLUBS)])
def test_list_of_participants_is_in_order_by_club(petra: Client, event: Event, sort: str, expected: list[str]) -> None:
    assert _names_in(_grid(sort)(petra, event), CLUBS) == expected


def test_choice_of_clubs_is_in_order(petra: Client, event: Event) -> None:
    page = petra.get(reverse("organiser:front_desk", args=[event.slug])).content.decode()
    assert _names_in(page.partition("<table")[0], CLUBS) == CLUBS
    assert [name for name in club_names(make_organiser()) if name in CLUBS] == CLUBS


def test_papers_are_in_order(event: Event) -> None:
    filled = registration_list(event)
    assert filled is not None
    rows = [{bound.name: cell for bound, cell in row.items()} for row in filled["table"].rows]
    assert [row["name"] for row in rows] == [f"{name}, Vera" for name in PEOPLE]
    plan = table_plan_document(seat_series(event, tables=[[4, 3, 2, 1], [10, 9, 8], [7, 6, 5]]))
    assert [entry.name.last for page in plan["names"] for column in page for entry in column.data] == PEOPLE


def test_search_in_the_register_finds_in_order(event: Event) -> None:
    Player.objects.create(first_name="Veronika", last_name="Aal")
    assert [one.last_name for one in search("ver", Player.objects.all(), limit=20)] == ["Aal", *PEOPLE]
    assert [one.last_name for one in search("ver", Player.objects.all(), limit=3)] == ["Aal", *PEOPLE[:2]]


def test_officials_are_in_order(petra: Client, event: Event) -> None:
    for number, name in enumerate(reversed(PEOPLE)):
        create_colleague(event, username=f"u{number}", display_name=f"Vera {name}", roles=["entry"], by=None)
    page = petra.get(reverse("organiser:officials", args=[event.slug])).content.decode()
    places = [page.index(f"Vera {name}<") for name in PEOPLE]
    assert places == sorted(places)
