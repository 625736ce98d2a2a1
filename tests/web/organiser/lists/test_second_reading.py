"""The pages of a second reading."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from tests.cast import Cast, make_cast, signed_in
from tests.factories import enter, list_of, make_event, seat_series

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/serie/1/tisch/1/zweite-lesung/"


@pytest.fixture
def cast() -> Cast:
    return make_cast(make_event())


@pytest.fixture
def spielliste(cast: Cast) -> models.Spielliste:
    found = list_of(seat_series(models.Event.objects.get(slug="testpokal")))
    enter(found, 1, "0 23 37 58", by=cast.ella)
    return found


@pytest.fixture
def rudi(cast: Cast, spielliste: models.Spielliste) -> Client:
    return signed_in(cast.rudi)


def row(game: int, cells: str) -> dict[str, str]:
    return {f"g{game}s{seat}": text for seat, text in enumerate(cells.split(), start=1)}


def test_the_second_reader_sees_none_of_the_first_entries(rudi: Client) -> None:
    page = rudi.get(PAGE).content.decode()
    assert 'name="g1s3" value=""' in page


def test_what_differs_is_shown_and_settled_row_by_row(rudi: Client, spielliste: models.Spielliste) -> None:
    page = rudi.post(PAGE, {**row(1, "0 23 73 58"), "then": "compare"}, follow=True).content.decode()
    assert "Nur die Spiele, die verschieden gelesen wurden" in page
    answer = rudi.post(PAGE + "vergleich/", {"game": 1, "version": 1, "right": "second"}, follow=True)
    assert "Beide Lesungen stimmen überein" in answer.content.decode()
    assert models.GameEntry.objects.get(row__spielliste=spielliste, row__number=1, seat=3).points == 73
    assert models.SecondReading.objects.get().compared_at is not None


def test_what_cannot_be_read_is_kept_and_said(rudi: Client) -> None:
    page = rudi.post(PAGE, {**row(1, "0 23 xy 58"), "then": "compare"}).content.decode()
    assert "Nicht lesbar: Spiel 1." in page
    assert 'value="xy"' in page


def test_who_typed_the_list_is_sent_back(cast: Cast, spielliste: models.Spielliste) -> None:
    answer = signed_in(cast.ella).get(PAGE, follow=True)
    assert "Die zweite Lesung macht jemand anderes." in answer.content.decode()


def test_nothing_is_stored_by_looking(rudi: Client) -> None:
    rudi.get(PAGE)
    assert not models.SecondReading.objects.exists()
