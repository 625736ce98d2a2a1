"""“Wo sitze ich?”: found by number and name, without telling on others."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import release_seats, withdraw_seats
from romme_turnier.web.public.name_search import matches
from tests.factories import register, seat_series

pytestmark = pytest.mark.django_db


def page(client: Client, event: models.Event, **query: str) -> str:
    response = client.get(reverse("public:seats", args=[event.slug]), query)
    assert response.status_code == 200
    return response.content.decode()


def test_seats_are_nowhere_when_they_are_not_released(
    client: Client, event: models.Event, series: models.Series
) -> None:
    html = page(client, event, q="3")
    assert "noch nicht freigegeben" in html
    assert "Vera3" not in html


def test_seats_are_gone_when_they_are_withdrawn(client: Client, event: models.Event, seated: models.Series) -> None:
    withdraw_seats(seated, by=None)
    assert "Vera3" not in page(client, event, q="3")


def test_plan_of_a_series_that_is_not_released_is_not_found(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]])
    assert client.get(reverse("public:seats", args=[event.slug]), {"serie": "2"}).status_code == 404
    assert "Serie 2" not in page(client, event, q="3")


def test_start_number_finds_table_seat_and_mates(client: Client, event: models.Event, seated: models.Series) -> None:
    html = page(client, event, q="7")
    assert "Serie 1" in html.partition("Tisch&nbsp;2, Platz&nbsp;3")[0].rpartition("answer__who")[2]
    drawn = html.partition('class="diagram')[2].partition("</ol>")[0]
    assert all(name in strip_tags(drawn) for name in ("Vera5 S.", "Vera6 S.", "Vera7 S.", "Vera8 S."))
    assert drawn.count('<span class="word">') == 8  # a word moves to the next line before it is hyphenated
    assert drawn.count("seat--own") == 1
    assert "Vera7" in drawn.partition("seat--own")[2].partition("</li>")[0]


def test_newest_released_series_is_the_answer_and_earlier_ones_follow(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    release_seats(seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]]), by=None)
    html = page(client, event, q="7")
    assert html.index("Tisch&nbsp;1, Platz&nbsp;2") < html.index("Serie 1: Tisch 2, Platz 3")


def test_full_name_finds_somebody_whose_name_is_abbreviated(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    html = page(client, event, q="spieler7, vera7")
    assert "Tisch&nbsp;2, Platz&nbsp;3" in html
    assert "7 Vera7 S." in html


def test_unknown_name_is_told_what_to_do(client: Client, event: models.Event, seated: models.Series) -> None:
    html = page(client, event, q="<b>Nobody</b>")
    assert "Kein Platz gefunden" in html
    assert "<b>Nobody" not in html


def test_pages_hold_no_surname_without_consent(client: Client, event: models.Event, seated: models.Series) -> None:
    for query in ("", "3", "Vera", "Vera3 Spieler3"):
        html = page(client, event, q=query)
        assert "Spieler3" not in html.replace("Vera3 Spieler3", "").replace("?q=Vera3+Spieler3", "")


@pytest.fixture
def berta(event: models.Event) -> models.Registration:
    return register(event, 30, first_name="Berta", last_name="Müller-Groß")


@pytest.mark.parametrize(
    "query", ["30", "Berta Müller-Groß", "mueller-gross berta", "MÜLLER GROSS, BERTA", "Berta", "bert", "Berta M."]
)
def test_name_is_found_when_it_is_shown_or_known(berta: models.Registration, query: str) -> None:
    assert matches(berta, query)


@pytest.mark.parametrize(
    "query", ["Müller-Groß", "müller groß", "Mueller", "GROSS", "Müller Ber", "Groß, Berta", "B Müller"]
)
def test_whole_family_name_finds_without_consent_and_shows_no_more(berta: models.Registration, query: str) -> None:
    assert matches(berta, query)
    assert berta.public_name == "Berta M."


@pytest.mark.parametrize(
    "query", ["Mü", "Müll", "Berta Mü", "Müller Anna", "Müller Groß Meier", "3", "300", "", "-", "Berta Meier"]
)
def test_part_of_a_family_name_finds_nobody_without_consent(berta: models.Registration, query: str) -> None:
    assert not matches(berta, query)


@pytest.mark.parametrize(
    ("query", "found"), [("heide", True), ("von der Heide", True), ("von", False), ("von der", False)]
)
def test_prefix_alone_finds_nobody_without_consent(event: models.Event, query: str, found: bool) -> None:
    karl = register(event, 31, first_name="Karl", last_name="von der Heide")
    assert matches(karl, query) == found


def test_page_finds_by_family_name_and_goes_on_abbreviating(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    html = page(client, event, q="Spieler7")
    assert "7 Vera7 S." in html
    assert "Tisch&nbsp;2, Platz&nbsp;3" in html
    assert "Spieler7" not in html.replace('value="Spieler7"', "").replace("?q=Spieler7", "")


@pytest.mark.parametrize("query", ["Müller", "muller", "gros", "Berta Mue"])
def test_part_of_a_surname_finds_with_consent(berta: models.Registration, query: str) -> None:
    berta.publish_name = True
    assert matches(berta, query)
