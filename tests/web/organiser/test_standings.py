"""Standings at the officials' desk: provisional, released, tied."""

import pytest
from django.urls import reverse

from romme_turnier.tournament.models import PlayOff, StandingsIssue
from romme_turnier.tournament.services.series import close_series, reopen_series
from tests.cast import make_cast, signed_in
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=8, series_count=1)


@pytest.fixture
def cast(event):
    return make_cast(event)


@pytest.fixture
def petra(cast):
    return signed_in(cast.petra)


@pytest.fixture
def closed(event):
    """Two tables that went the same way, so that there are four ties of two."""
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))
    close_series(series, by=None)
    return series


def url(name, event, *args):
    return reverse(f"organiser:{name}", args=[event.slug, *args])


def text(response):
    return response.content.decode()


def test_empty_standings_say_what_comes_here(petra, event):
    page = petra.get(url("standings", event), follow=True)
    assert page.status_code == 200
    assert "Vorläufig" in text(page)


def test_standings_of_an_open_series_cannot_be_released(petra, event):
    seat_series(event)
    assert url("standings_release", event, 1) not in text(petra.get(url("standings_after", event, 1)))
    page = petra.post(url("standings_release", event, 1), {"minutes": "15"})
    assert "noch nicht abgeschlossen" in text(page)
    assert not StandingsIssue.objects.exists()


def test_released_standings_become_numbered_issues(petra, event, closed):
    petra.post(url("standings_release", event, 1), {"minutes": "15", "note": ""})
    petra.post(url("standings_release", event, 1), {"minutes": "0", "note": "Tisch 2 berichtigt"})
    first, second = StandingsIssue.objects.order_by("number")
    assert (first.number, second.number) == (1, 2)
    assert (first.appeal_until is not None, second.appeal_until) == (True, None)
    assert "Tisch 2 berichtigt" in text(petra.get(url("standings_after", event, 1)))


def test_page_says_when_it_differs_from_the_released_issue(petra, event, closed):
    petra.post(url("standings_release", event, 1), {"minutes": "15"})
    assert "Entspricht Ausgabe 1" in text(petra.get(url("standings_after", event, 1)))
    reopen_series(closed, by=None)
    enter(list_of(closed), 1, "0 99 30 40", reason="Rechenfehler")
    assert "weicht von der freigegebenen Ausgabe 1 ab" in text(petra.get(url("standings_after", event, 1)))


def test_tied_players_are_marked_in_words(petra, event, closed):
    page = text(petra.get(url("standings_after", event, 1)))
    assert page.count("gleichauf, Entscheidungsspiel nötig") == 8
    assert url("play_off", event) in page


def test_play_off_is_entered_and_deleted(petra, event, closed):
    one, other = event.registrations.get(number=1), event.registrations.get(number=5)
    data = {"rank": "1", "rang1-place_1": other.pk, "rang1-place_2": one.pk}
    page = petra.post(url("play_off", event), data, follow=True)
    assert "eingetragen" in text(page)
    assert "durch Entscheidungsspiel" in text(petra.get(url("standings_after", event, 1)))
    petra.post(url("play_off_remove", event, PlayOff.objects.get().pk))
    assert not PlayOff.objects.exists()


def test_play_off_with_one_player_on_two_places_is_refused(petra, event, closed):
    one = event.registrations.get(number=1)
    data = {"rank": "1", "rang1-place_1": one.pk, "rang1-place_2": one.pk}
    page = petra.post(url("play_off", event), data)
    assert "steht schon auf einem anderen Platz" in text(page)
    assert not PlayOff.objects.exists()


def test_series_beyond_the_announcement_is_not_found(petra, event):
    assert petra.get(url("standings_after", event, 2)).status_code == 404


@pytest.mark.parametrize("name", ["standings_release", "play_off"])
def test_who_types_lists_may_not_release(cast, event, closed, name):
    args = [1] if name == "standings_release" else []
    assert signed_in(cast.ella).get(url(name, event, *args)).status_code == 403


def test_foreign_event_is_not_found(cast, event, closed):
    assert signed_in(cast.frieda).get(url("standings_after", event, 1)).status_code == 404


def test_play_off_of_another_event_is_not_found(cast, event, closed, petra):
    foreign = PlayOff.objects.create(event=cast.frieda.event_roles.get().event, at="2026-10-17T10:00Z")
    assert petra.post(url("play_off_remove", event, foreign.pk)).status_code == 404
    assert PlayOff.objects.filter(pk=foreign.pk).exists()
