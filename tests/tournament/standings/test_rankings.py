"""Rankings by series, day, tandem, category and club, made only of the rows of the standings."""

from datetime import date

import pytest

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament.models import Category, Team, TeamMember
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.play_offs import enter_play_off
from romme_turnier.tournament.standings.rankings import Source
from romme_turnier.tournament.standings.reading import differs, is_outdated, rankings_now, rankings_of
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

# Seat 1 ends every game; the others get the given points.
LOW = dict.fromkeys(range(1, 13), "0 20 30 40")
HIGH = dict.fromkeys(range(1, 13), "0 21 31 41")


@pytest.fixture
def event():
    """Two series; in the second the tables have changed places."""
    event = make_event(series_count=2)
    for number, tables in ((1, ((1, 2, 3, 4), (5, 6, 7, 8))), (2, ((4, 3, 2, 1), (8, 7, 6, 5)))):
        series = seat_series(event, number, tables)
        make_checked(list_of(series, 1), LOW)
        make_checked(list_of(series, 2), HIGH)
        close_series(series, by=None)
    return event


def keys(source):
    return [choice.key for choice in rankings.choices(source)]


def the_ranking(source, key):
    found = rankings.ranking(source, key)
    assert found is not None
    return found


def ranks(source, key):
    shown = the_ranking(source, key)
    return {row.number: row.rank for row in shown.rows} | {row.name: row.rank for row in shown.team_rows}


def test_rankings_of_each_series_are_there_from_the_second_on(event):
    assert keys(rankings_now(event, 1)) == ["clubs"]
    assert keys(rankings_now(event, 2)) == ["serie-1", "serie-2", "clubs"]


def test_series_ranks_its_own_lists_alone(event):
    source = rankings_now(event, 2)
    assert ranks(source, "serie-1") == {1: 1, 5: 1, 2: 3, 6: 4, 3: 5, 7: 6, 4: 7, 8: 8}
    assert ranks(source, "serie-2")[4] == 1
    shown = the_ranking(source, "serie-2")
    assert shown.series == (2,)
    assert all(len(row.series) == 1 for row in shown.rows)


def test_series_is_ranked_with_those_who_went_home_later(event):
    event.registrations.filter(number=1).update(status="withdrawn", left_before_series=2)
    assert ranks(rankings_now(event, 2), "serie-1")[1] == 1
    assert ranks(rankings_now(event, 2), "serie-2")[1] is None


def test_day_ranks_the_series_held_on_it(event):
    event.series.filter(number=2).update(held_on=date(2026, 10, 18))
    source = rankings_now(event, 2)
    assert keys(source) == ["serie-1", "serie-2", "tag-2026-10-17", "tag-2026-10-18", "clubs"]
    assert the_ranking(source, "tag-2026-10-18").title == "18. Oktober"
    assert ranks(source, "tag-2026-10-18") == ranks(source, "serie-2")


def test_category_ranks_its_members_as_in_the_standings(event):
    category = Category.objects.create(event=event, name="Senioren")
    category.registrations.set(event.registrations.filter(number__in=(2, 3, 7)))
    source = rankings_now(event, 2)
    assert the_ranking(source, "gruppe-1").title == "Senioren"
    everybody = {row.number: row.rank for row in source.rows}
    order = sorted((2, 3, 7), key=lambda number: (everybody[number], number))
    assert list(ranks(source, "gruppe-1")) == order


def test_category_follows_the_play_offs_of_the_event(event):
    category = Category.objects.create(event=event, name="Damen")
    category.registrations.set(event.registrations.filter(number__in=(2, 3)))
    assert ranks(rankings_now(event, 2), "gruppe-1") == {2: 1, 3: 1}
    tied = {row.number or 0 for row in rankings_now(event, 2).rows if row.play_off_needed}
    by_number = {one.number: one for one in event.registrations.all()}
    enter_play_off(event, [by_number[n] for n in sorted(tied & {2, 3}, reverse=True)], by=None)
    assert ranks(rankings_now(event, 2), "gruppe-1") == {3: 1, 2: 2}


def test_club_adds_up_all_counting_lists_of_its_members(event):
    shown = the_ranking(rankings_now(event, 2), "clubs")
    rows = rankings_now(event, 2).rows
    for club in shown.team_rows:
        mine = [row for row in rows if row.club == club.name]
        assert club.lists == sum(row.lists for row in mine) == 8
        assert club.total == sum(row.total for row in mine)


def test_club_with_more_lists_stands_before_others(event):
    event.registrations.filter(number=1).update(club=event.registrations.get(number=2).club)
    first = the_ranking(rankings_now(event, 2), "clubs").team_rows[0]
    assert (first.lists, first.decided_by) == (10, None)


def test_tandems_are_teams_of_two(event):
    for key, size, numbers in (("T1", 2, (1, 2)), ("T2", 2, (5, 6)), ("T3", 4, (3, 4))):
        team = Team.objects.create(event=event, key=key, name=f"Paar {key}", size=size)
        for number in numbers:
            TeamMember.objects.create(team=team, registration=event.registrations.get(number=number))
    assert ranks(rankings_now(event, 2), "tandems") == {"Paar T1": 1, "Paar T2": 2}


def test_ranking_that_is_not_there_is_none(event):
    source = rankings_now(event, 2)
    for key in ("serie-3", "gruppe-1", "tandems", "tag-2026-10-17", "unsinn", "serie-x"):
        assert rankings.ranking(source, key) is None


def test_excluded_players_have_no_rank_anywhere(event):
    event.registrations.filter(number=1).update(status="excluded", left_before_series=2)
    source = rankings_now(event, 2)
    assert ranks(source, "serie-1")[1] is None


def test_release_keeps_its_rankings_after_a_correction(event):
    release = release_standings(event, 2, by=None)
    before = [the_ranking(rankings_of(release), key) for key in keys(rankings_of(release))]
    series = event.series.get(number=2)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    release.refresh_from_db()
    assert [the_ranking(rankings_of(release), key) for key in keys(rankings_of(release))] == before
    assert differs(release, rankings_now(event, 2))


def test_release_is_outdated_when_only_a_category_has_changed(event):
    release = release_standings(event, 2, by=None)
    assert not is_outdated(release)
    Category.objects.create(event=event, name="Jugend").registrations.set(event.registrations.filter(number=1))
    assert is_outdated(release)


def test_released_rows_come_back_from_the_database_as_they_were(event):
    Category.objects.create(event=event, name="Jugend").registrations.set(event.registrations.filter(number=1))
    event.registrations.filter(number=8).update(status="withdrawn", left_before_series=2)
    now, release = rankings_now(event, 2), release_standings(event, 2, by=None)
    release.refresh_from_db()
    assert (list(release.rows), list(release.team_rows)) == (now.rows, now.team_rows)


def test_nothing_is_ranked_without_rows():
    assert rankings.choices(Source([], [], [], 2, 3, get_ruleset("rommeordnung"))) == []
