"""Every page of officials that reads a start card or the code of a list tells those of another event from its own."""

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.drawn_cards import start_cards
from tests.factories import make_open_event, register

pytestmark = pytest.mark.django_db

REFUSED = "Diese Startkarte gehört zu einem anderen Turnier: Herbstpokal 2025."


def card(registration: Registration) -> str:
    address = reverse("public:my_event", args=[registration.event.slug])
    return f"http://192.168.178.20:8000{address}?k={card_code(registration)}&nr={registration.number}"


@pytest.fixture
def foreign(event: Event) -> str:
    return card(register(make_open_event(slug="herbstpokal-2025", name="Herbstpokal 2025"), 2))


@pytest.fixture
def own(event: Event) -> str:
    return card(event.registrations.get(number=2))


@pytest.mark.parametrize("way", ["q", "nr"])
def test_front_desk_serves_the_card_of_its_event_alone(
    petra: Client, event: Event, own: str, foreign: str, way: str
) -> None:
    page = reverse("organiser:front_desk", args=[event.slug])
    for headers in ({}, {"HX-Request": "true"}):
        answer = petra.get(page, {way: foreign}, headers=headers).content.decode()
        assert REFUSED in answer
        assert 'id="erledigen"' not in answer
        assert "Vera2" in petra.get(page, {way: own}, headers=headers).content.decode()


def test_cash_page_finds_the_holder_of_a_card_of_its_event_alone(
    petra: Client, event: Event, own: str, foreign: str
) -> None:
    page = reverse("organiser:cash", args=[event.slug])
    answer = petra.get(page, {"q": own}).content.decode()
    assert "Vera2" in answer
    assert "Vera3" not in answer
    answer = petra.get(page, {"q": foreign}).content.decode()
    assert REFUSED in answer
    assert "Vera2" not in answer


@pytest.mark.usefixtures("series")
def test_fields_for_people_take_cards_of_their_event_alone(petra: Client, event: Event, own: str, foreign: str) -> None:
    page = reverse("organiser:series_repair", args=[event.slug, 1])
    assert REFUSED in petra.get(page, {"nummern": foreign}).content.decode()
    assert "Nr. 2 Vera2" in petra.get(page, {"nummern": own}).content.decode()


def test_draw_by_hand_takes_cards_of_its_event_alone(petra: Client, event: Event, own: str, foreign: str) -> None:
    start_cards(event, 1, by=None)
    page = reverse("organiser:series_cards", args=[event.slug, 1])
    assert REFUSED in petra.post(page, {"eingabe": foreign}, follow=True).content.decode()
    assert petra.post(page, {"eingabe": own})["Location"] == f"{page}?nr=2"


@pytest.mark.usefixtures("series", "foreign")
@pytest.mark.parametrize("name", ["hand_in", "lists", "lists_go"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://10.0.0.5/t/herbstpokal-2025/serie/1/tisch/1/", "einem anderen Turnier: Herbstpokal 2025"),
        ("httpÖ--10.0.0.5Ö8000-t-herbstpokalß2025-serie-1-tisch-1-", "einem anderen Turnier: Herbstpokal 2025"),
        ("httpÖ--10.0.0.5Ö8000-t-testpokal-serie-3-tisch-1-", "Diese Liste gehört zur Serie 3, nicht zur Serie 1."),
    ],
)
def test_pages_of_lists_tell_where_a_scanned_list_belongs(
    petra: Client, event: Event, name: str, text: str, said: str
) -> None:
    page = reverse(f"organiser:{name}", args=[event.slug, 1])
    assert said in petra.get(page, {"tisch": text}).content.decode()


@pytest.mark.usefixtures("series")
@pytest.mark.parametrize(("name", "opens"), [("hand_in", "hand_in_table"), ("lists", "list"), ("lists_go", "list")])
def test_pages_of_lists_open_what_an_american_scanner_types(petra: Client, event: Event, name: str, opens: str) -> None:
    page = reverse(f"organiser:{name}", args=[event.slug, 1])
    answer = petra.get(page, {"tisch": "httpÖ--10.0.0.5Ö8000-t-testpokal-serie-1-tisch-2-"})
    assert answer["Location"] == reverse(f"organiser:{opens}", args=[event.slug, 1, 2])
