"""Leagues: groups, squads, match days, tables from released standings, promotion and relegation."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.self_registered_teams import drop_if_empty, rename_team
from romme_turnier.tournament.participants.substitutes import call_in
from romme_turnier.tournament.participants.teams import create_team, delete_team, update_team
from romme_turnier.tournament.seasons.competitions.league import (
    LeagueTerms,
    add_day,
    change_league,
    create_day,
    delete_league,
    draw_lot,
    groups_of,
    name_squad,
    reinstate_league_team,
    remove_day,
    rename_league_team,
    set_squad,
    withdraw_league_team,
)
from romme_turnier.tournament.seasons.competitions.league_tables import Move, is_over, tables_of
from romme_turnier.tournament.seasons.seasons import put_into_season
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_season, register, seat_series
from tests.tournament.seasons.competitions.leagues import FOUR, a_league, match_day, release
from tests.tournament.seasons.competitions.tables import make_players
from tests.tournament.seasons.season_rows import make_ranking, play

pytestmark = pytest.mark.django_db


def table(league: models.League, group: int = 0) -> list[tuple[Any, ...]]:
    return [(line.line.rank, line.team.name, line.line.points) for line in tables_of(league)[group].lines]


def moves(league: models.League, group: int = 0) -> list[Move]:
    return [line.move for line in tables_of(league)[group].lines]


@pytest.mark.parametrize(
    ("size", "series_by_day", "most"), [(4, [3] * 5, 45), (5, [3] * 5, 60), (5, [*[3] * 5, 4], 76)]
)
def test_most_points_that_a_team_can_win(season, petra, size, series_by_day, most):
    names = [*FOUR, "RC Joker"][:size]
    league = a_league(season, petra, [names], group_size=size)
    for n, series in enumerate(series_by_day, start=1):
        day = match_day(league, petra, n, series=series)
        release(day, {name: [(100 * place, 0)] * series for place, name in enumerate(names)})
    assert table(league)[0] == (1, "RC Herz", most)
    assert [line.line.series for line in tables_of(league)[0].lines] == [sum(series_by_day)] * size


def test_series_gives_3_2_1_0_by_scoring_points_then_card_points(season, petra):
    league = a_league(season, petra)
    day = match_day(league, petra, series=1, scoring="scoring_points")
    release(day, {"RC Herz": [(400, 90)], "RC Karo": [(300, 90)], "RC Pik": [(900, 95)], "RC Kreuz": [(1, 80)]})
    assert table(league) == [(1, "RC Pik", 3), (2, "RC Karo", 2), (3, "RC Herz", 1), (4, "RC Kreuz", 0)]


@pytest.mark.parametrize(("scoring", "last"), [("sum", "RC Herz"), ("scoring_points", "RC Karo")])
def test_team_with_a_list_less_is_not_ahead_by_its_few_card_points(season, petra, scoring, last):
    league = a_league(season, petra)
    day = match_day(league, petra, series=1, scoring=scoring)
    even: dict[str, Any] = {"RC Karo": [(400, 10)], "RC Pik": [(300, 11)], "RC Kreuz": [(200, 12)]}
    release(day, {"RC Herz": [(100, 60)], **even}, twins=even)
    assert table(league)[-1] == (4, last, 0)


def test_newest_release_of_each_day_counts_and_days_without_release_do_not(season, petra):
    league = a_league(season, petra)
    first = match_day(league, petra, 1, series=2)
    match_day(league, petra, 2)
    even: dict[str, Any] = {name: [(100 * place, 0)] * 2 for place, name in enumerate(FOUR)}
    release(first, even, after=1)
    assert [row[2] for row in table(league)] == [3, 2, 1, 0]
    release(first, {**even, "RC Kreuz": [(-1, 0), (50, 0)]})
    assert table(league)[:2] == [(1, "RC Herz", 5), (2, "RC Kreuz", 5)]  # fewer card points


@pytest.mark.parametrize(("counts", "points"), [(True, [6, 3, 3]), (False, [4, 1, 1])])
def test_days_of_a_withdrawn_team_stay_or_go_as_chosen_before_the_season(season, petra, counts, points):
    league = a_league(season, petra, withdrawn_count=counts)
    first, second = match_day(league, petra, 1, series=1), match_day(league, petra, 2, series=1)
    cards = dict(zip(FOUR, (1, 2, 3, 4), strict=True))
    release(first, {name: [(points, 0)] for name, points in cards.items()})
    release(second, {"RC Herz": [(1, 0)], "RC Pik": [(2, 0)], "RC Karo": [(3, 0)]})
    team = models.LeagueTeam.objects.get(name="RC Kreuz")
    with pytest.raises(Faults, match="nicht in der Saison"):
        withdraw_league_team(team, date(2027, 1, 1), reason="zu wenige", by=petra)
    withdraw_league_team(team, date(2026, 2, 2), reason="zu wenige", by=petra)
    assert [row[2] for row in table(league)[:3]] == points
    assert (table(league)[3][0], moves(league)[3]) == (None, Move.WITHDRAWN)
    third = match_day(league, petra, 3)
    assert third.teams.count() == 3
    withdraw_league_team(models.LeagueTeam.objects.get(name="RC Pik"), date(2026, 2, 3), reason="Streit", by=petra)
    assert list(third.event.teams.values_list("name", flat=True)) == ["RC Herz", "RC Karo"]
    assert first.teams.count() == 4
    reinstate_league_team(models.LeagueTeam.objects.get(name="RC Pik"), by=petra)
    reinstate_league_team(team, by=petra)
    assert third.teams.count() == 4


def test_team_that_withdraws_stays_on_a_day_for_which_players_are_named(season, petra):
    league = a_league(season, petra)
    day, team = match_day(league, petra, 1), models.LeagueTeam.objects.get(name="RC Herz")
    set_squad(team, make_players(1), by=petra)
    name_squad(day.teams.get(league_team=team), [row.player for row in team.squad.all()], by=petra)
    withdraw_league_team(team, date(2026, 2, 1), reason="zu wenige", by=petra)
    assert day.teams.count() == 4


def test_team_that_withdraws_stays_on_a_day_for_which_money_is_booked(season, petra):
    league = a_league(season, petra)
    day, team = match_day(league, petra, 1), models.LeagueTeam.objects.get(name="RC Herz")
    paid = day.teams.get(league_team=team).team
    day.event.ledger.create(number=1, kind="fee", amount=20, team=paid, at=timezone.now())
    later = match_day(league, petra, 2)
    withdraw_league_team(team, date(2026, 2, 1), reason="zu wenige", by=petra)
    assert (day.teams.count(), later.teams.count()) == (4, 3)


def test_team_is_back_on_the_days_before_a_withdrawal_that_is_corrected_to_a_later_day(season, petra):
    league = a_league(season, petra)
    days, team = [match_day(league, petra, n) for n in (1, 2)], models.LeagueTeam.objects.get(name="RC Herz")
    withdraw_league_team(team, date(2026, 2, 1), reason="zu wenige", by=petra)
    assert [day.teams.count() for day in days] == [3, 3]
    withdraw_league_team(team, date(2026, 2, 2), reason="zu wenige", by=petra)
    assert [day.teams.count() for day in days] == [4, 3]


def test_new_name_of_a_team_outdates_the_rankings_of_teams_of_the_season(season, petra):
    league = a_league(season, petra)
    ranking = make_ranking(season, of="teams", value="lists")
    play(season, dict.fromkeys(make_players(1), 10), event=match_day(league, petra).event)
    models.Ranking.objects.update(outdated_since=None)
    rename_league_team(models.LeagueTeam.objects.get(name="RC Herz"), "Herzbuben", by=petra)
    ranking.refresh_from_db()
    assert ranking.outdated_since is not None


def test_league_is_over_when_no_match_day_can_follow(season, petra):
    league = a_league(season, petra, promoted=1)
    models.Season.objects.update(last_day=timezone.localdate())
    day = match_day(league, petra, series=2)
    even: dict[str, Any] = {name: [(100 * place, 0)] * 2 for place, name in enumerate(FOUR)}
    release(day, even, after=1)
    models.Season.objects.update(last_day=timezone.localdate() - timedelta(days=1))
    assert not is_over(models.League.objects.get())  # a series is open
    release(day, even)
    assert is_over(models.League.objects.get())
    models.Season.objects.update(last_day=timezone.localdate())
    assert not is_over(models.League.objects.get())  # another match day may follow
    models.Season.objects.update(closed_at=timezone.now())
    assert is_over(models.League.objects.get())


def test_drawn_event_is_a_match_day_only_with_all_teams(season, petra):
    league = a_league(season, petra)
    event = make_event(players=4, slug="gelost", starts_at=datetime(2026, 2, 1, 8, tzinfo=UTC))
    for name in FOUR[:3]:
        create_team(event, name, [], substitutes=[], by=petra)
    seat_series(event, tables=[(1, 2, 3, 4)])
    with pytest.raises(Faults, match="schon ausgelost, und dort fehlen die Mannschaften RC Kreuz"):
        add_day(league, event, by=petra)
    models.Team.objects.create(event=event, key="T9", name="rc kreuz", position=4)
    assert add_day(league, event, by=petra).teams.count() == 4


def test_match_day_like_an_event_of_another_season_is_one_of_this_season(season, petra):
    league = a_league(season, petra)
    other = make_season(slug="andere")
    like = make_event(players=0, slug="abend", starts_at=datetime(2026, 2, 1, 8, tzinfo=UTC), season=other)
    day = create_day(league, like, name="Spieltag 1", starts_at=datetime(2026, 2, 8, 8, tzinfo=UTC), by=petra)
    assert (day.event.season, day.event.kind) == (season, models.Event.Kind.LEAGUE_DAY)
    with pytest.raises(Faults, match="liegt nicht in der Saison"):
        create_day(league, like, name="Spieltag 2", starts_at=datetime(2028, 2, 8, 8, tzinfo=UTC), by=petra)
    assert models.Event.objects.count() == 2


def test_groups_and_the_rule_for_withdrawn_teams_are_fixed_once_a_day_is_drawn(season, petra):
    league = a_league(season, petra)
    terms = LeagueTerms.of(league)
    change_league(league, LeagueTerms(name="Oberliga", withdrawn_count=False), [[*FOUR[:3], "RC Joker"]], by=petra)
    day = match_day(league, petra)
    for number in range(1, 5):
        register(day.event, number)
    seat_series(day.event, tables=[(1, 2, 3, 4)])
    league.refresh_from_db()
    with pytest.raises(Faults) as refused:
        change_league(league, terms, [FOUR], by=petra)
    assert set(refused.value.by_argument) == {"groups", "withdrawn_count"}
    change_league(league, LeagueTerms(name="Liga", withdrawn_count=False, promoted=1), groups_of(league), by=petra)
    with pytest.raises(TournamentError, match="schon ausgelost"):
        remove_day(day, by=petra)
    with pytest.raises(TournamentError, match="Spieltage"):
        delete_league(league, by=petra)


def sixteen(season: models.Season, petra: Any, *, equal: bool = False) -> models.League:
    """Ten groups of 16 after one series. Ranks 10 to 16 and the four worst ninths go down."""
    groups = [[f"{group}-{place}" for place in range(1, 17)] for group in range(10)]
    league = a_league(season, petra, groups, group_size=16, promoted=1, relegated_from=10, relegated_before=4)
    cards = {
        f"{g}-{p}": (1000 if equal and p == 9 else 100 * p + g + (p > 9) * 900, 0)
        for g in range(10)
        for p in range(1, 17)
    }
    release(match_day(league, petra, series=1), {name: [own] for name, own in cards.items()})
    return league


def test_ranks_10_to_16_and_the_four_worst_ninths_of_ten_groups_are_74(season, petra):
    league = sixteen(season, petra)
    fates = {line.team.name: line.move for group in tables_of(league) for line in group.lines}
    down = {name for name, move in fates.items() if move == Move.DOWN}
    assert len(down) == 74
    assert {name for name in down if name.endswith("-9")} == {"6-9", "7-9", "8-9", "9-9"}
    assert {name for name, move in fates.items() if move == Move.UP} == {f"{group}-1" for group in range(10)}
    with pytest.raises(TournamentError, match="keinen Gleichstand"):
        draw_lot(league, by=petra)


def test_lot_decides_between_equal_ninths_once_the_season_is_over(season, petra):
    league = sixteen(season, petra, equal=True)
    fates = {line.team.name: line.move for group in tables_of(league) for line in group.lines}
    assert sum(move == Move.LOT for move in fates.values()) == 10
    drawn = draw_lot(league, seed="a", by=petra)
    downs = [
        {line.team.name for group in tables_of(drawn) for line in group.lines if line.move == Move.DOWN}
        for _again in range(2)
    ]
    assert downs[0] == downs[1]
    assert len(downs[0]) == 74
    with pytest.raises(TournamentError, match="schon gezogen"):
        draw_lot(league, by=petra)


def test_equal_teams_at_the_places_for_promotion_wait_for_the_lot(season, petra):
    league = a_league(season, petra, promoted=1, relegated_from=4)
    day = match_day(league, petra, series=1)
    release(day, {"RC Herz": [(5, 0)], "RC Karo": [(5, 0)], "RC Pik": [(7, 0)], "RC Kreuz": [(9, 0)]})
    assert table(league)[0][2] == Fraction(5, 2)
    assert moves(league) == [Move.LOT, Move.LOT, Move.STAY, Move.DOWN]
    draw_lot(league, by=petra)
    league.refresh_from_db()
    assert moves(league) == [Move.UP, Move.STAY, Move.STAY, Move.DOWN]


def test_squad_is_named_on_the_day_and_a_substitute_plays_one_series(season, petra):
    league = a_league(season, petra)
    team = models.LeagueTeam.objects.get(name="RC Herz")
    anna, berta, clara, dora = make_players(4)
    set_squad(team, [anna, berta, clara], by=petra)
    day = match_day(league, petra)
    named = day.teams.get(league_team=team)
    with pytest.raises(Faults, match="Nicht im Kader von „RC Herz“: Vera4 Spieler4"):
        name_squad(named, [anna, dora], by=petra)
    made = name_squad(named, [anna, berta, clara], substitutes=[clara.pk], by=petra)
    assert [(row.registration.player, row.substitute) for row in made.memberships.all()] == [
        (anna, False),
        (berta, False),
        (clara, True),
    ]
    name_squad(named, [anna, berta, clara], substitutes=[clara.pk], by=petra)
    assert day.event.registrations.count() == 3
    for number, row in enumerate(day.event.registrations.order_by("pk"), start=1):
        row.number = number
        row.save(update_fields=["number"])
    first, _second, bench = (row.registration for row in made.memberships.all())
    assert call_in(bench, first, 2, for_good=False, by=petra).from_series == 2


def test_name_of_a_team_has_one_truth(season, petra):
    league = a_league(season, petra)
    day = match_day(league, petra)
    team = models.LeagueTeam.objects.get(name="RC Herz")
    row = day.teams.get(league_team=team).team
    with pytest.raises(TournamentError, match="heißt wie in der Liga"):
        update_team(row, "Herzbuben", [], substitutes=[], by=petra)
    with pytest.raises(TournamentError, match="heißt wie in der Liga"):
        rename_team(row, "Herzbuben")
    with pytest.raises(TournamentError, match="spielt in der Liga"):
        delete_team(row, by=petra)
    drop_if_empty(row)
    assert day.teams.filter(league_team=team).exists()
    rename_league_team(team, "Herzbuben", by=petra)
    row.refresh_from_db()
    assert row.name == "Herzbuben"
    with pytest.raises(Faults, match="gibt es in dieser Liga schon"):
        rename_league_team(team, "rc pik", by=petra)


@pytest.mark.parametrize(
    ("terms", "groups", "fields"),
    [
        ({"name": " "}, [], {"name", "groups"}),
        ({"group_size": 1}, [FOUR], {"group_size"}),
        ({}, [[*FOUR, "RC Joker"]], {"groups"}),
        ({}, [FOUR, ["RC Joker"]], {"groups"}),
        ({}, [FOUR, ["rc  herz", "RC Joker"]], {"groups"}),
        ({}, [[f"RC {n}", f"SC {n}"] for n in range(251)], {"groups"}),
        ({"promoted": 4}, [FOUR], {"promoted"}),
        ({"promoted": 2, "relegated_from": 2}, [FOUR], {"relegated_from"}),
        ({"relegated_before": 1}, [FOUR], {"relegated_before"}),
        ({"relegated_from": 4, "relegated_before": 2}, [FOUR], {"relegated_before"}),
    ],
)
def test_impossible_leagues_are_refused_with_all_faults_and_nothing_is_stored(season, petra, terms, groups, fields):
    with pytest.raises(Faults) as refused:
        a_league(season, petra, groups, **terms)
    assert set(refused.value.by_argument) == fields
    assert not models.League.objects.exists()


def test_player_is_in_one_squad_of_a_league(season, petra):
    league = a_league(season, petra)
    herz, karo = models.LeagueTeam.objects.filter(group__league=league)[:2]
    anna, berta = make_players(2)
    set_squad(herz, [anna, anna], by=petra)
    with pytest.raises(Faults, match="Vera1 Spieler1 steht schon im Kader von „RC Herz“"):
        set_squad(karo, [berta, anna], by=petra)
    assert [karo.squad.count(), herz.squad.count()] == [0, 1]
    other = a_league(season, petra, [["Ladies", "Damen"]], name="Damenliga")
    set_squad(other.groups.get().teams.all()[0], [anna], by=petra)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"starts_at": datetime(2027, 2, 1, 8, tzinfo=UTC)}, "liegt nicht in"),
        ({"ruleset": "treppenromme"}, "gewinnen die meisten"),
        ({"scoring": "scoring_points"}, "gleich gewertet"),
    ],
)
def test_event_that_cannot_be_a_match_day_is_refused(season, petra, fields, words):
    league = a_league(season, petra)
    match_day(league, petra)
    with pytest.raises(Faults, match=words):
        match_day(league, petra, 2, **fields)
    assert league.days.count() == 1


def test_match_day_stays_in_its_season_until_it_leaves_the_league(season, petra):
    league = a_league(season, petra)
    day = match_day(league, petra)
    with pytest.raises(Faults, match="Spieltag der Liga"):
        put_into_season(day.event, None, models.Event.Kind.TOURNAMENT, by=petra)
    with pytest.raises(Faults, match="schon ein Spieltag"):
        add_day(league, day.event, by=petra)
    remove_day(day, by=petra)
    assert models.Event.objects.get(pk=day.event.pk).kind == models.Event.Kind.TOURNAMENT
    event = put_into_season(models.Event.objects.get(pk=day.event.pk), None, models.Event.Kind.TOURNAMENT, by=petra)
    assert event.season is None
