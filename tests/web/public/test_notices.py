"""What a player's own page says of a correction: the player's own figures, and nothing about others."""

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notices import record_told
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import enter, list_of, make_complete, make_official, seat_series
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db


def page(client: Client, number: int) -> str:
    return sentences(client.get(f"/t/testpokal/spieler/{number}/"))


@pytest.fixture
def corrected(event: models.Event, seated: models.Series, release: models.StandingsRelease) -> models.Notice:
    """A released list whose seats 2 and 3 were corrected after the end of the series."""
    petra = make_official(event, username="petra")
    enter(list_of(seated), 1, "0 25 97 40", reason="Vera3 hat betrogen", by=petra)
    return models.Notice.objects.get(seat=2)


def test_player_reads_the_own_old_and_new_result(client: Client, corrected: models.Notice) -> None:
    text = page(client, 2)
    assert "Serie 1, Tisch 1: Ihre Liste wurde berichtigt (§ 2.2.5)." in text
    assert "bisher 20, jetzt <strong>25</strong>" in text
    assert "Spiel 1: 20 → 25" in text
    assert "Die Rangliste zeigt es von der nächsten Ausgabe an." in text


def test_nothing_is_said_about_others(client: Client, corrected: models.Notice) -> None:
    text = page(client, 2)
    assert "betrogen" not in text
    assert "97" not in text
    assert "Mitteilungen der Spielleitung" not in page(client, 4)


def test_notice_stays_once_the_player_was_told(client: Client, corrected: models.Notice) -> None:
    assert "Die Spielleitung sagt Ihnen" in page(client, 2)
    record_told(corrected, by=None)
    assert "Sie sind unterrichtet seit" in page(client, 2)


def test_figures_that_nobody_has_released_are_not_shown(client: Client, event: models.Event, release: None) -> None:
    series = seat_series(event, 2)
    release_seats(series, by=None)
    make_complete(list_of(series))
    enter(list_of(series), 1, "0 25 30 40", reason="Rechenfehler")
    text = page(client, 2)
    assert "Serie 2, Tisch 1: Ihre Liste wurde berichtigt (§ 2.2.5)." in text
    assert "bisher" not in text
    assert "→" not in text


def test_series_whose_seats_are_not_released_is_not_mentioned(
    client: Client, event: models.Event, release: None
) -> None:
    series = seat_series(event, 2)
    make_complete(list_of(series))
    enter(list_of(series), 1, "0 25 30 40", reason="Rechenfehler")
    assert "Mitteilungen der Spielleitung" not in page(client, 2)
