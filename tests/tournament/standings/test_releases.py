"""Numbered releases of the standings, and play-offs (§ 1.5)."""

import pytest
from django.db import IntegrityError

from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.tournament.standings.play_offs import enter_play_off, remove_play_off
from romme_turnier.tournament.standings.reading import rankings_now
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

# Every game costs the same, so that players of the same seat at two tables are equal in everything.
EVEN = dict.fromkeys(range(1, 13), "0 20 30 40")


def closed_series(event, number=1, **rows):
    series = seat_series(event, number)
    for table in series.tables.all():
        make_checked(list_of(series, table.number), rows.get(f"table_{table.number}", EVEN))
    close_series(series, by=None)
    return series


@pytest.fixture
def event():
    return make_event(series_count=1)


def numbers(event, *start_numbers):
    by_number = {r.number: r for r in event.registrations.all()}
    return [by_number[number] for number in start_numbers]


def ranks(event):
    return {row.entrant.number: row.rank for row in standings_reading.standings(event, 1)}


def test_release_is_refused_before_the_series_is_closed(event):
    seat_series(event)
    with pytest.raises(TournamentError, match="noch nicht abgeschlossen"):
        release_standings(event, 1, by=None)
    assert not StandingsRelease.objects.exists()


def test_releases_are_numbered_in_order(event):
    closed_series(event)
    assert [release_standings(event, 1, by=None).number for _ in range(3)] == [1, 2, 3]


def test_release_stays_as_it_was_after_a_correction(event):
    series = closed_series(event)
    first = release_standings(event, 1, by=None)
    rows = list(first.rows)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=None)
    second = release_standings(event, 1, by=None)
    first.refresh_from_db()
    assert list(first.rows) == rows
    assert list(second.rows) != rows


def test_release_holds_the_lists_as_they_stood(event):
    series = closed_series(event)
    first = release_standings(event, 1, by=None)
    pinned = set(first.revisions.all())
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    assert set(first.revisions.all()) == pinned
    assert list_of(series).revisions.order_by("-number").first() not in pinned


def test_release_rows_hold_no_names(event):
    closed_series(event)
    release = release_standings(event, 1, by=None)
    assert "Spieler" not in str(release.rows)
    assert {row.number for row in release.rows} == set(range(1, 9))


def test_stored_result_must_be_the_sum_of_its_parts(event):
    series = closed_series(event)
    total = series.seats.first().total
    total.result += 1
    with pytest.raises(IntegrityError):
        total.save()


def test_equal_players_share_the_rank_and_need_a_play_off(event):
    closed_series(event)
    assert ranks(event) == {1: 1, 5: 1, 2: 3, 6: 3, 3: 5, 7: 5, 4: 7, 8: 7}
    assert all(row.play_off_needed for row in standings_reading.standings(event, 1))


def test_play_off_decides_a_tie_of_exactly_its_players(event):
    closed_series(event)
    enter_play_off(event, numbers(event, 5, 1), by=None)
    assert (ranks(event)[5], ranks(event)[1]) == (1, 2)


def test_play_off_of_others_changes_nothing(event):
    closed_series(event)
    enter_play_off(event, numbers(event, 5, 1, 2), by=None)
    assert (ranks(event)[5], ranks(event)[1]) == (1, 1)


def test_later_play_off_of_the_same_players_counts(event):
    closed_series(event)
    enter_play_off(event, numbers(event, 5, 1), by=None)
    enter_play_off(event, numbers(event, 1, 5), by=None)
    assert (ranks(event)[1], ranks(event)[5]) == (1, 2)


def test_removed_play_off_leaves_the_tie(event):
    closed_series(event)
    remove_play_off(enter_play_off(event, numbers(event, 5, 1), by=None), by=None)
    assert (ranks(event)[5], ranks(event)[1]) == (1, 1)


def test_play_off_counts_only_after_the_last_series():
    event = make_event(series_count=2)
    closed_series(event)
    enter_play_off(event, numbers(event, 5, 1), by=None)
    assert (ranks(event)[5], ranks(event)[1]) == (1, 1)


@pytest.mark.parametrize("players", [(1,), (1, 1)])
def test_play_off_needs_two_different_players(event, players):
    with pytest.raises(TournamentError):
        enter_play_off(event, numbers(event, *players), by=None)


def test_series_that_is_not_drawn_yet_has_no_result():
    event = make_event(series_count=2)
    closed_series(event)
    assert {len(row.series) for row in standings_reading.standings(event, 2)} == {2}
    assert all(row.series[1] is None for row in standings_reading.standings(event, 2))


def test_standings_are_read_with_few_queries(event, django_assert_max_num_queries):
    closed_series(event)
    with django_assert_max_num_queries(7):  # of players, teams and days together
        rankings_now(event, 1)
