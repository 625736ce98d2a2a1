"""Public pages of an event with a rule system other than the Romméordnung."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


def released(ruleset: str, rows: dict[int, str]) -> models.Event:
    event = make_event(players=3, ruleset=ruleset, games_per_list=2)
    series, petra = seat_series(event, tables=[(1, 2, 3)]), make_official(event)
    make_checked(list_of(series), rows, by=petra)
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    publish_event(event, by=petra)
    return event


def text(client: Client, page: str) -> str:
    response = client.get(f"/t/testpokal/{page}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.fixture
def treppenromme() -> models.Event:
    return released("treppenromme", {1: "R75 40 0", 2: "20 R88 12"})


@pytest.fixture
def rommee() -> models.Event:
    return released("rommee", {1: "0 20 30", 2: "12 * 25"})


def test_standings_say_that_the_most_points_win(client: Client, treppenromme: models.Event) -> None:
    assert "Die meisten Punkte gewinnen." in text(client, "rangliste/")
    assert "wenigsten" not in text(client, "rangliste/")


def test_list_and_player_name_points_that_were_won(client: Client, treppenromme: models.Event) -> None:
    shown = text(client, "serie/1/tisch/1/") + text(client, "spieler/2/")
    assert "Minuspunkte" not in shown
    assert "hervorgehobene 0" not in shown
    assert "die hervorgehobene Zahl" in shown
    assert "<dt>Punkte</dt> <dd>128</dd>" in shown


def test_list_without_bonus_and_penalties_has_no_rows_for_them(client: Client, rommee: models.Event) -> None:
    shown = text(client, "serie/1/tisch/1/")
    assert "Bonus" not in shown
    assert "Strafpunkte" not in shown
    assert '<th scope="row">Handrommé</th>' not in shown


def test_list_of_classic_shows_the_sum_so_far_in_every_game(client: Client) -> None:
    released("classic", {1: "0 20 30", 2: "12 0 25"})
    shown = text(client, "serie/1/tisch/1/")
    so_far = re.findall(r'<span class="sheet__so-far"><span class="visually-hidden">Summe </span>(\d+)</span>', shown)
    assert so_far == ["0", "20", "30", "12", "20", "55"]
    assert "Die kleinere Zahl in einem Feld ist die Summe bis zu diesem Spiel." in shown


def test_list_of_other_systems_shows_no_running_sums(client: Client, rommee: models.Event) -> None:
    shown = text(client, "serie/1/tisch/1/")
    assert "so-far" not in shown
    assert "kleinere Zahl" not in shown


def test_list_marks_the_game_whose_points_count_twice(client: Client, rommee: models.Event) -> None:
    shown = text(client, "serie/1/tisch/1/")
    assert '<th class="sheet__no" scope="row">1</th>' in shown
    assert '<th class="sheet__no" scope="row">2<span class="sheet__factor">× 2</span></th>' in shown
    assert "× 2: Handrommé, die Punkte dieses Spiels zählen in der Summe doppelt." in shown
    assert 'Minuspunkte</span><span class="sheet__short" aria-hidden="true">Minus</span></th> <td>24</td>' in shown
    assert "<td>24</td> <td>20</td> <td>80</td>" in shown


def test_list_of_classic_shows_the_payments(client: Client) -> None:
    """Not without a stake, and not if the stake goes through the cash box."""
    event = released("classic", {1: "0 40 70", 2: "12 0 25"})
    page = "serie/1/tisch/1/"
    assert "Wer zahlt wem" not in text(client, page)
    models.Event.objects.update(stake=Decimal("0.01"))
    invalidate_public_pages(event.pk)
    shown = text(client, page)
    dues = re.findall(r"<li>(\d)[^<]* zahlt ([\d,]+)[^<]* an (\d)[^<]*</li>", shown)
    assert sorted(dues) == [("3", "0,27", "2"), ("3", "1,11", "1")]
    models.Event.objects.update(stake_booked=True)
    invalidate_public_pages(event.pk)
    assert "Wer zahlt wem" not in text(client, page)
