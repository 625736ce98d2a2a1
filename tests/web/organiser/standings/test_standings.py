"""Standings at the officials' desk: provisional, released, tied."""

import re
from html import unescape

import pytest
from django.utils import timezone

from romme_turnier.tournament.models import Event, LedgerEntry, PlayOff, Prize, SaidStep, StandingsRelease, Team
from romme_turnier.tournament.seating.series import close_series, reopen_series
from tests.cast import make_cast, signed_in
from tests.factories import enter, list_of, make_checked, make_event, register, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=8, series_count=1)


@pytest.fixture
def closed(event):
    """Two tables with equal results, which give four ties of two players."""
    series = seat_series(event)
    for number in (1, 2):
        make_checked(list_of(series, number))
    close_series(series, by=None)
    return series


def test_empty_standings_say_what_comes_here(petra, event):
    page = petra.get(url("standings", event), follow=True)
    assert page.status_code == 200
    assert "Vorläufig" in text(page)


def test_nobody_is_listed_before_they_have_a_start_number(petra, event, closed):
    for name in ("Otto", "Olga"):
        register(event, None, first_name=name, last_name="Ohnenummer")
    assert "Ohnenummer" not in text(petra.get(url("standings_after", event, 1)))


def test_standings_of_an_open_series_cannot_be_released(petra, event):
    seat_series(event)
    assert url("standings_release", event, 1) not in text(petra.get(url("standings_after", event, 1)))
    page = petra.post(url("standings_release", event, 1), {"minutes": "15"})
    assert "noch nicht abgeschlossen" in text(page)
    assert not StandingsRelease.objects.exists()


def test_released_standings_become_numbered_releases(petra, event, closed):
    petra.post(url("standings_release", event, 1), {"minutes": "15", "note": ""})
    again = text(petra.get(url("standings_release", event, 1)))
    assert "Seit Ausgabe 1 hat sich nichts geändert." in again
    assert "Trotzdem Ausgabe 2 freigeben" in again
    petra.post(url("standings_release", event, 1), {"minutes": "0", "note": "Tisch 2 berichtigt"})
    first, second = StandingsRelease.objects.order_by("number")
    assert (first.number, second.number) == (1, 2)
    assert (first.appeal_until is not None, second.appeal_until) == (True, None)
    assert "Tisch 2 berichtigt" in text(petra.get(url("standings_after", event, 1)))


def test_page_says_when_it_differs_from_the_released_release(petra, event, closed):
    petra.post(url("standings_release", event, 1), {"minutes": "15"})
    assert "Entspricht Ausgabe 1" in text(petra.get(url("standings_after", event, 1)))
    reopen_series(closed, by=None)
    enter(list_of(closed), 1, "0 99 30 40", reason="Rechenfehler")
    assert "weicht von der freigegebenen Ausgabe 1 ab" in text(petra.get(url("standings_after", event, 1)))


def test_teams_have_a_tab(petra, event, closed):
    assert "#mannschaften" not in text(petra.get(url("standings_after", event, 1)))
    team = Team.objects.create(event=event, key="T1", name="Nord")
    for position, number in enumerate((1, 2, 3, 4), start=1):
        team.memberships.create(registration=event.registrations.get(number=number), position=position)
    page = text(petra.get(url("standings_after", event, 1)))
    assert f'href="{url("standings_after", event, 1)}#mannschaften"' in page
    assert 'id="mannschaften"' in page


def test_tied_players_are_marked_in_words(petra, event, closed):
    page = text(petra.get(url("standings_after", event, 1)))
    assert page.count("gleichauf, Entscheidungsspiel nötig") == 8
    assert url("play_off", event) in page


def test_play_off_is_entered_and_deleted(petra, event, closed):
    one, other = event.registrations.get(number=1), event.registrations.get(number=5)
    data = {"code": "rang1-5", "rang1-5-place_1": other.pk, "rang1-5-place_2": one.pk}
    page = petra.post(url("play_off", event), data, follow=True)
    assert "eingetragen" in text(page)
    assert "durch Entscheidungsspiel" in text(petra.get(url("standings_after", event, 1)))
    address = url("play_off_remove", event, PlayOff.objects.get().pk)
    Event.objects.update(elsewhere="laptop")
    refused = petra.post(address, follow=True)
    assert refused.redirect_chain == [(url("play_off", event), 302)]
    assert "das am Laptop geführt wird" in text(refused)
    Event.objects.update(elsewhere="")
    petra.post(address)
    assert not PlayOff.objects.exists()


def test_play_off_with_one_player_on_two_places_is_refused(petra, event, closed):
    one = event.registrations.get(number=1)
    data = {"code": "rang1-5", "rang1-5-place_1": one.pk, "rang1-5-place_2": one.pk}
    page = petra.post(url("play_off", event), data)
    assert "steht schon auf einem anderen Rang" in text(page)
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


@pytest.fixture
def two_series():
    event = make_event(players=8, series_count=2, slug="zwei-serien")
    for number in (1, 2):
        series = seat_series(event, number)
        make_checked(list_of(series, 1))
        make_checked(list_of(series, 2), {1: "0 21 31 41"})
        close_series(series, by=None)
    return event


def test_every_pair_of_neighbours_says_why(two_series):
    petra = signed_in(make_cast(two_series).petra)
    page = text(petra.get(url("standings_after", two_series, 1)))
    assert "Warum vor Vera2 Spieler2?" in page
    assert "Punkte weniger" in page


def test_further_rankings_are_tabs_of_the_standings(two_series):
    petra = signed_in(make_cast(two_series).petra)
    page = text(petra.get(url("standings_after", two_series, 2)))
    for key in ("serie-1", "serie-2", "clubs"):
        address = url("standings_ranking", two_series, 2, key)
        assert address in page
        assert "Vorläufig: noch nicht freigegeben." in text(petra.get(address))
    assert petra.get(url("standings_ranking", two_series, 2, "serie-3")).status_code == 404


def test_charts_have_their_tables_next_to_them(two_series):
    petra = signed_in(make_cast(two_series).petra)
    page = text(petra.get(url("standings_charts", two_series, 2) + "?nr=8"))
    assert page.count("<figure") == page.count("<table") == 2
    assert "8 Vera8 Spieler8" in page
    assert "chart__line--chosen" in page


def test_money_is_charted_for_those_who_keep_it(two_series):
    cast = make_cast(two_series)
    LedgerEntry.objects.create(event=two_series, number=1, kind="fee", amount="80.00", at="2026-10-17T10:00Z")
    series = two_series.series.get(number=1)
    LedgerEntry.objects.create(
        event=two_series, number=2, kind="fine", amount="3.20", series=series, at="2026-10-17T10:00Z"
    )
    page = text(signed_in(cast.karl).get(url("standings_charts", two_series, 2)))
    assert "80,00" in page
    assert "Bußgeld S 1" in page
    assert "80,00" not in text(signed_in(cast.ella).get(url("standings_charts", two_series, 2)))


def test_page_names_who_has_changed_since_the_release(petra, event, closed):
    petra.post(url("standings_release", event, 1), {"minutes": "15"})
    reopen_series(closed, by=None)
    enter(list_of(closed), 1, "0 99 30 40", reason="Rechenfehler")
    page = text(petra.get(url("standings_after", event, 1)))
    assert "2 Vera2 Spieler2: Rang bisher" in page
    assert "Summe bisher 220, jetzt 299" in page


def test_play_off_is_called_to_a_table_and_tied_again(petra, event, closed):
    petra.post(url("play_off", event), {"code": "rang1-5", "call": "1", "table": "3"})
    assert "Angesetzt an Tisch 3." in text(petra.get(url("play_off", event)))
    one, other = event.registrations.get(number=1), event.registrations.get(number=5)
    data = {"code": "rang1-5", "rang1-5-place_1": other.pk, "rang1-5-place_2": one.pk}
    page = petra.post(url("play_off", event), {**data, "rang1-5-equal_2": "on"}, follow=True)
    assert "Wer wieder gleichauf ist, spielt noch einmal." in text(page)
    assert "Wieder gleichauf: Sie spielen noch einmal." in text(page)
    petra.post(url("play_off", event), data)
    assert "durch Entscheidungsspiel" in text(petra.get(url("standings_after", event, 1)))


def test_tie_without_a_prize_needs_no_play_off(petra, event, closed):
    Prize.objects.create(event=event, first_rank=1, last_rank=1, amount="10.00")
    page = text(petra.get(url("standings_after", event, 1)))
    assert page.count("gleichauf, Entscheidungsspiel nötig") == 2
    assert page.count("gleichauf, kein Entscheidungsspiel nötig") == 6
    assert "kein Preis und kein Titel" in text(petra.get(url("play_off", event)))


def test_no_tie_is_called_settled_while_the_plan_of_prizes_is_open(petra, event, closed):
    Event.objects.filter(pk=event.pk).update(ruleset="classic")
    Prize.objects.all().delete()
    assert "hängt vom Preisplan ab; er ist noch offen" in text(petra.get(url("standings_after", event, 1)))
    assert "Der Preisplan ist noch offen." in text(petra.get(url("play_off", event)))
    SaidStep.objects.create(event=event, step=SaidStep.Step.PLAN_PRIZES, at=timezone.now())
    assert "Ein Entscheidungsspiel ist nicht nötig" in text(petra.get(url("standings_after", event, 1)))
    assert "kein Preis und kein Titel" in text(petra.get(url("play_off", event)))


def test_play_off_for_the_prize_of_a_series_is_on_the_same_page():
    event = make_event(players=8, series_count=2)
    for number, second in ((1, None), (2, {1: "3 0 31 41"})):
        series = seat_series(event, number)
        make_checked(list_of(series, 1))
        make_checked(list_of(series, 2), second)
        close_series(series, by=None)
    petra = signed_in(make_cast(event).petra)
    Prize.objects.create(
        event=event, ranking=Prize.Ranking.SERIES, series_number=1, first_rank=1, last_rank=1, thing="Pokal"
    )
    assert url("play_off", event) in text(petra.get(url("prizes", event)))
    page = text(petra.get(url("play_off", event)))
    assert "gleichauf auf Rang 1" in page
    one, other = event.registrations.get(number=1), event.registrations.get(number=5)
    data = {"code": "rang1-5", "rang1-5-place_1": other.pk, "rang1-5-place_2": one.pk}
    petra.post(url("play_off", event), data)
    assert "Kein offener Gleichstand" in text(petra.get(url("play_off", event)))


@pytest.mark.parametrize(("further", "heading"), [("", "Startnummer"), ("clubs/", "Mannschaft")])
def test_officials_save_the_standings_that_they_see(petra, event, closed, further, heading):
    """They are not released yet; the order is that of the page."""
    page = text(petra.get(url("standings_after", event, 1) + further + "?sortiert=-total"))
    (address,) = re.findall(r'href="([^"]+\.csv[^"]*)"', page)
    shown = re.findall(r'<tr id="\w+-(\d+)"', page)
    head, *lines = petra.get(unescape(address)).content.decode("utf-8-sig").split("\r\n")
    assert heading in head
    totals = [line.split(";")[-2] for line in lines if line]
    assert totals == sorted(totals, key=lambda total: -int(total))
    assert len(totals) == len(shown) > 1
    if not further:
        assert [line.split(";")[1] for line in lines if line] == shown
