"""Further rankings and charts as the public sees them: those of the release, and nothing newer."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_event(module_rows):
    make_official()
    event = make_event(series_count=2, published_at=timezone.now())
    for number in (1, 2):
        series = seat_series(event, number)
        make_checked(list_of(series, 1))
        make_checked(list_of(series, 2), {1: "0 21 31 41"})
        close_series(series, by=None)
    release_standings(event, 2, by=None)
    return event


@pytest.fixture
def event(made_event, db):
    return models.Event.objects.get(pk=made_event.pk)


def url(name, event, *args):
    return reverse(f"public:{name}", args=[event.slug, 2, 1, *args])


def text(address):
    return Client().get(address).content.decode()


def test_rankings_lead_from_the_release(event):
    page = text(url("release", event))
    for key in ("serie-1", "serie-2", "clubs"):
        assert url("ranking", event, key) in page
        assert "Zwischenstand" not in text(url("ranking", event, key))
    assert url("charts", event) in page


def test_teams_are_led_to_where_they_stand(event):
    assert "Mannschaften" not in text(url("release", event))
    create_team(event, "Asse", list(event.registrations.all()[:2]), by=None)
    release_standings(event, 2, by=None)
    address = reverse("public:release", args=[event.slug, 2, 2])
    for page in (address, address + "?nr=3"):
        assert f'<a href="{page}#mannschaften">Mannschaften</a>' in text(page)
    assert 'id="mannschaften"' in text(address)


def test_ranking_shows_names_as_their_owners_agreed(event):
    page = text(url("ranking", event, "serie-1"))
    assert "Vera1 S." in page
    assert "Spieler1" not in page


def test_ranking_stays_as_released_after_a_correction(event):
    before = text(url("ranking", event, "serie-2"))
    series = event.series.get(number=2)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    assert text(url("ranking", event, "serie-2")) == before


def test_charts_highlight_the_chosen_players(event):
    page = text(url("charts", event) + "?nr=3")
    assert "chart__line--chosen" in page
    assert "3 Vera3 S." in page
    assert page.count("chart__line--chosen") == 2  # in the drawing of wide screens, and in that of phones
    leader = text(url("charts", event))
    assert leader.count("chart__line--chosen") == 2
    assert text(url("charts", event) + "?nr=99").count("chart__line--chosen") == 2


def test_no_coordinate_is_written_the_german_way(event):
    page = text(url("charts", event))
    assert ',"' not in page.replace('", "', "")
    assert 'viewBox="0 0 960 ' in page


@pytest.mark.parametrize("key", ["serie-3", "tandems", "gruppe-1", "unsinn"])
def test_ranking_that_is_not_there_is_not_found(event, key):
    assert Client().get(url("ranking", event, key)).status_code == 404


def test_rankings_of_an_unpublished_event_are_not_found(event):
    event.published_at = None
    event.save()
    assert Client().get(url("ranking", event, "clubs")).status_code == 404
    assert Client().get(url("charts", event)).status_code == 404


def test_clubs_are_searched_by_club_or_member(event):
    assert "Club oder Mitglied suchen" in text(url("ranking", event, "clubs"))
    assert "Club oder Mitglied suchen" not in text(url("ranking", event, "serie-1"))
