"""Standings: releases stay as published."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.rankings import ranks_gained
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.releases import how_final, release_line, release_standings
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]
NOON = datetime(2026, 10, 17, 12, 32, tzinfo=UTC)


def page(client: Client, event: models.Event) -> str:
    response = client.get(reverse("public:standings", args=[event.slug]))
    assert response.status_code == 200
    return response.content.decode()


def test_page_says_so_when_no_release_is_released(client: Client, event: models.Event, series: models.Series) -> None:
    html = page(client, event)
    assert "Noch keine Rangliste freigegeben" in html
    assert "Vera" not in html


def test_newest_release_is_shown_and_the_older_ones_are_linked(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    release_standings(event, 1, by=None, note="Tisch 2 berichtigt")
    html = page(client, event)
    assert "Ausgabe 2, Stand" in html
    assert "Tisch 2 berichtigt" in html
    assert reverse("public:release", args=[event.slug, 1, 1]) in html


def test_older_release_says_that_it_is_outdated(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    old = reverse("public:release", args=[event.slug, 1, 1])
    assert "überholt" not in client.get(old).content.decode()
    release_standings(event, 1, by=None)
    assert "überholt" in client.get(old).content.decode()


def test_release_keeps_its_rows_when_results_change(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    before = page(client, event)
    total = models.ListTotal.objects.get(seat__registration__number=2)
    models.ListTotal.objects.filter(pk=total.pk).update(minus=total.minus + 500, result=total.result + 500)
    assert page(client, event) == before


def test_release_that_does_not_exist_is_not_found(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    assert client.get(reverse("public:release", args=[event.slug, 1, 2])).status_code == 404
    assert client.get(reverse("public:release", args=[event.slug, 2, 1])).status_code == 404


def test_name_is_in_full_only_with_consent(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    html = page(client, event)
    assert "Vera2 Spieler2" in html
    assert "Vera3 S." in html
    assert "Spieler3" not in html


def test_consent_that_is_withdrawn_works_in_releases_that_are_out(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    event.registrations.update(publish_name=False)
    assert "Spieler2" not in page(client, event)


def test_ties_are_said_in_words(client: Client, event: models.Event, release: models.StandingsRelease) -> None:
    assert "gleichauf" in page(client, event)
    assert "Entscheidungsspiel nötig" not in page(client, event)


def test_tie_after_the_last_series_asks_for_a_play_off(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    models.Event.objects.update(series_count=1)
    assert "gleichauf, Entscheidungsspiel nötig" in page(client, event)


def test_player_without_a_start_number_is_not_in_the_standings(
    client: Client, event: models.Event, series: models.Series
) -> None:
    player = models.Player.objects.create(first_name="Nora", last_name="Nachmeldung")
    models.Registration.objects.create(event=event, player=player, publish_name=True)
    release_standings(event, 1, by=None)
    assert "Nora" not in page(client, event)


def test_excluded_player_has_no_rank_and_the_page_does_not_say_why(
    client: Client, event: models.Event, series: models.Series
) -> None:
    event.registrations.filter(number=5).update(status="excluded", left_before_series=2)
    release_standings(event, 1, by=None)
    html = page(client, event)
    assert "Vera5 S." in html
    assert "ausgeschlossen" not in html


@time_machine.travel(NOON, tick=False)
def test_line_of_an_release_names_number_time_and_appeal(event: models.Event, series: models.Series) -> None:
    release = release_standings(event, 1, by=None, appeal_until=NOON + timedelta(minutes=18))
    assert release_line(release) == "Ausgabe 1, Stand 17.10.2026, 14:32 Uhr, Einspruch bis 14:50 Uhr"


def test_standings_are_final_only_when_nothing_is_open(event: models.Event, series: models.Series) -> None:
    release = release_standings(event, 1, by=None, appeal_until=NOON)
    assert how_final(release, NOON) == "Zwischenstand nach Serie 1 von 3"
    release.event.series_count = 1
    assert "Entscheidungsspiel" in how_final(release, NOON)
    release.rows = [replace(row, play_off_needed=False) for row in release.rows]
    assert "Einspruchsfrist" in how_final(release, NOON - timedelta(minutes=1))
    assert how_final(release, NOON) == "Endstand"


def test_ranks_gained_and_lost_are_next_to_the_names_after_the_second_series(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    assert "besser als" not in page(client, event)
    second = seat_series(event, 2, [[1, 2, 3, 4], [5, 6, 7, 8]])
    make_checked(list_of(second, 1), {1: "90 0 30 40", 2: "90 0 30 40"})
    make_checked(list_of(second, 2))
    close_series(second, by=None)
    newest = release_standings(event, 2, by=None)
    gained = ranks_gained(rankings_of(newest))
    before = {row.number: row.rank for row in release.rows}
    assert gained
    assert all(
        before[number] - rank == gained.get(number, 0) for rank, number in ((r.rank, r.number) for r in newest.rows)
    )
    html = page(client, event)
    shown = re.findall(r'nr-(\d+)".*?</tr>', html, re.DOTALL)
    assert len(shown) == len(before)
    for number, places in gained.items():
        row = html.partition(f'id="nr-{number}"')[2].partition("</tr>")[0]
        assert f"{'▲' if places > 0 else '▼'}{abs(places)}</span>" in row
        assert ("besser als" if places > 0 else "schlechter als") in row
    wall = client.get(reverse("public:hall", args=[event.slug]), {"tafel": "standings-1"}).content.decode()
    assert "besser als" in wall
    own = client.get(reverse("public:player", args=[event.slug, 1])).content.decode()
    assert f"Rang nach jeder Serie: {before[1]}, " in own


def test_first_three_are_on_a_podium_once_nothing_can_change(client: Client) -> None:
    event = make_event(slug="finale", games_per_list=2, series_count=1, published_at=datetime(2026, 10, 1, tzinfo=UTC))
    series = seat_series(event)
    make_checked(list_of(series, 1), {1: "0 20 30 40", 2: "5 0 31 41"})
    make_checked(list_of(series, 2), {1: "0 51 61 71", 2: "7 0 62 72"})
    close_series(series, by=None)
    release_standings(event, 1, by=None, appeal_until=timezone.now() + timedelta(hours=1))
    assert "podium" not in page(client, event)
    release_standings(event, 1, by=None)
    html = page(client, event)
    assert re.findall(r'class="podium__rank podium__rank--(\d)".*?>(Vera\d)', html) == [
        ("1", "Vera1"),
        ("2", "Vera5"),
        ("3", "Vera2"),
    ]
    assert html.index("podium") < html.index("<table")
