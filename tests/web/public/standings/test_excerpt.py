"""Long standings on a phone: 25 rows at a time, those around one player, or one whom a search finds."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.standings.reading import standing_rows
from tests.factories import make_event, make_official
from tests.web.public.test_my_event import phone_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """Seventy players in the standings; nobody has a list, so they stand in the order of their numbers."""
    make_official()
    event = make_event(players=70, published_at=datetime(2026, 10, 1, tzinfo=UTC))
    event.registrations.filter(number=33).update(publish_name=True)
    release(event)
    return event


def release(event: models.Event) -> None:
    """Behind the program's back: nothing has been played."""
    series = models.Series.objects.create(event=event, number=1)
    rows = standing_rows(event, 1)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    models.StandingsRelease.objects.create(event=event, series=series, number=1, released_at=timezone.now(), rows=rows)


def page(event: models.Event, **query: str) -> str:
    address = reverse("public:standings", args=[event.slug])
    return Client().get(address, query).content.decode()


def rows(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="nr-(\d+)"', html)]


def own(html: str) -> list[str]:
    return re.findall(r'<tr id="nr-(\d+)" class="is-own" aria-current="true"', html)


def test_first_rows_are_shown_and_the_others_linked(event: models.Event) -> None:
    html = page(event)
    assert rows(html) == list(range(1, 26))
    assert own(html) == []
    assert html.count('href="/t/testpokal/rangliste/?ab=26"') == 2  # above and below
    assert "Zeile 1 bis 25 von 70" in html


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"ab": "51"}, range(51, 71)),
        ({"ab": "71"}, range(1, 26)),
        ({"ab": "x"}, range(1, 26)),
        ({"alle": "1"}, range(1, 71)),
        ({"nr": "40"}, range(28, 53)),
        ({"nr": "2"}, range(1, 26)),
        ({"nr": "69"}, range(46, 71)),
        ({"nr": "400"}, range(1, 26)),
        ({"alle": "1", "nr": "69"}, range(1, 71)),
    ],
)
def test_rows_are_those_asked_for(event: models.Event, query: dict[str, str], expected: range) -> None:
    assert rows(page(event, **query)) == list(expected)


def test_own_row_is_marked(event: models.Event) -> None:
    assert own(page(event, nr="40")) == ["40"]
    assert own(page(event, nr="400")) == []


def test_number_or_name_finds_the_row(event: models.Event) -> None:
    assert own(page(event, q="64")) == ["64"]
    assert own(page(event, q="Spieler33")) == ["33"]
    assert own(page(event, q="vera40 spieler40")) == ["40"]
    assert 64 in rows(page(event, q="64"))


def test_part_of_a_surname_that_is_not_shown_finds_nobody(event: models.Event) -> None:
    html = page(event, q="Vera40 Spiele")
    assert own(html) == []
    assert "Niemand gefunden" in html
    assert "&lt;b&gt;" in page(event, q="<b>")


def test_several_hits_are_listed_each_with_its_rows(event: models.Event) -> None:
    html = page(event, q="Vera4")
    hits = re.findall(r"\?nr=(\d+)#nr-\d+", html)
    assert hits == ["4", "40", "41", "42", "43", "44", "45", "46"]
    assert own(html) == []


def test_to_me_leads_a_phone_that_is_known_to_its_row(event: models.Event) -> None:
    address = reverse("public:my_rank", args=[event.slug])
    assert Client().get(address)["Location"] == reverse("public:my_card", args=[event.slug])
    phone = phone_of(event, 40)
    assert phone.get(address)["Location"] == "/t/testpokal/rangliste/?nr=40#nr-40"


def test_short_standings_are_one_page(event: models.Event) -> None:
    small = make_event(slug="klein", published_at=event.published_at)
    release(small)
    html = page(small)
    assert rows(html) == list(range(1, 9))
    assert "Zeile 1" not in html
