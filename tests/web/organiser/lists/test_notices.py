"""The page of players who still have to learn about a correction (§ 2.2.5)."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.seating import seats
from tests.cast import Cast, signed_in
from tests.factories import enter, list_of, make_complete, seat_series
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/mitteilungen/"


@pytest.fixture
def spielliste(event: models.Event) -> models.Spielliste:
    return make_complete(list_of(seat_series(event)))


@pytest.fixture
def notice(spielliste: models.Spielliste, cast: Cast) -> models.Notice:
    enter(spielliste, 1, "0 25 30 40", reason="Rechenfehler", by=cast.rudi)
    return models.Notice.objects.get()


def shown(client: Client, url: str = PAGE) -> str:
    return sentences(client.get(url, follow=True))


def test_nobody_to_be_told_is_said(rudi: Client) -> None:
    assert "Niemand ist zu unterrichten" in shown(rudi)


def test_notice_says_who_where_what_and_why(rudi: Client, notice: models.Notice) -> None:
    page = shown(rudi)
    for words in ("2 Vera2 Spieler2", "Serie 1, Tisch 1, Platz 2", ">220<", "<strong>225</strong>", "Spiel 1: 20 → 25"):
        assert words in page
    assert "Grund: Rechenfehler" in page
    assert "Noch zu unterrichten: 1 Mitteilung" in page


def test_told_is_one_button_and_can_be_taken_back(rudi: Client, notice: models.Notice) -> None:
    page = rudi.post(f"{PAGE}{notice.pk}/unterrichtet/", follow=True).content.decode()
    assert "2 Vera2 Spieler2 ist unterrichtet." in page
    assert "Alle sind unterrichtet." in page
    page = rudi.post(f"{PAGE}{notice.pk}/unterrichtet/", {"zurueck": "1"}, follow=True).content.decode()
    assert "ist noch zu unterrichten" in page


def test_told_twice_says_that_somebody_was_faster(rudi: Client, notice: models.Notice) -> None:
    rudi.post(f"{PAGE}{notice.pk}/unterrichtet/")
    assert "schon jemand" in rudi.post(f"{PAGE}{notice.pk}/unterrichtet/", follow=True).content.decode()


def test_who_types_lists_sees_and_records_nothing(cast: Cast, notice: models.Notice) -> None:
    page = shown(signed_in(cast.ella))
    assert "Vera2" in page
    assert f"{notice.pk}/unterrichtet/" not in page


def test_notice_of_another_event_is_not_found(cast: Cast, notice: models.Notice) -> None:
    answer = signed_in(cast.frieda).post(f"/leitung/anderswo/mitteilungen/{notice.pk}/unterrichtet/")
    assert answer.status_code == 404


def test_each_kind_of_correction_has_its_words(rudi: Client, spielliste: models.Spielliste, cast: Cast) -> None:
    by, event = cast.petra, spielliste.table.series.event
    enter(spielliste, 2, "R5 20 30 40", reason="a", by=by)
    enter(spielliste, 2, "0 20 30/90 40", reason="b", by=by)
    enter(spielliste, 3, "* 50 60 70", reason="c", by=by)
    penalty = decisions.add_penalty(spielliste, seat=4, game=5, points=100, reason="d", expected=None, by=by)
    decisions.remove_penalty(penalty, reason="e", expected=None, by=by)
    order = [event.registrations.get(number=number) for number in (2, 1, 3, 4)]
    seats.correct_seats(spielliste, order, reason="f", expected=None, by=by)
    entries.declare_invalid(spielliste, expected=None, by=by, reason="g")
    entries.revoke_invalid(spielliste, expected=None, by=by, reason="h")
    page = shown(rudi)
    for words in (
        "Spiel 2: beendet → 5, beendet",
        "Spiel 2: 30 → 30 oder 90, es gilt 90",
        "Spiel 3: beendet → Handrommé",
        "Neu: 100 Strafpunkte in Spiel 5 (§ 8.3)",
        "Entfallen: 100 Strafpunkte in Spiel 5 (§ 8.3)",
        "Sitzordnung berichtigt: jetzt Platz 2",
        "Die Liste ist ungültig und zählt für niemanden am Tisch (§ 2.2.6).",
        "Die Liste gilt wieder.",
        "zählte nicht",
    ):
        assert words in page


def test_day_at_a_glance_counts_the_open_ones(rudi: Client, notice: models.Notice) -> None:
    page = shown(rudi, "/leitung/testpokal/")
    assert "Noch 1 Mitteilung an Spieler" in page
    assert PAGE in page
    rudi.post(f"{PAGE}{notice.pk}/unterrichtet/")
    assert "Mitteilung an Spieler" not in shown(rudi, "/leitung/testpokal/")
