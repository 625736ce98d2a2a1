"""Creating and changing rankings: names, formulas in versions, and adjustments."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.rankings import (
    adjust,
    change_formula,
    create_ranking,
    delete_ranking,
    formula_refusals,
    move_ranking_up,
    rename_ranking,
    set_resting,
    withdraw_adjustment,
)
from romme_turnier.tournament.seasons.words import row_sentence
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from tests.factories import make_event, make_official, make_season
from tests.tournament.seasons.season_rows import formula, issued, make_ranking, newest, people, play, table_of

pytestmark = pytest.mark.django_db


def test_first_ranking_is_the_mean_for_a_quarter_of_the_lists(petra):
    ranking = create_ranking(make_season(), "Jahreswertung", by=petra)
    assert (ranking.slug, ranking.versions.get().formula) == (
        "jahreswertung",
        formula(
            take={"kinds": ["evening"]},
            join="mean",
            need={"need": 1, "of": 4},
            ties=["ended", "handrommes", "last"],
        ),
    )


def test_first_ranking_has_a_table_from_the_first_evening_on(petra):
    season = make_season()
    ranking = create_ranking(season, "Jahreswertung", by=petra)
    vera, ute = people("Vera", "Ute")
    play(season, {vera: [300, 280], ute: [100, None]})
    assert table_of(issued(ranking)) == [(1, "Ute", "100.00"), (2, "Vera", "290.00")]
    for week in (1, 2):
        play(season, {vera: [310, 300]}, week=week)
    edition = issued(ranking)
    assert (edition.offered, edition.needs) == (6, 2)
    assert table_of(edition) == [(1, "Vera", "300.00")]


def test_name_is_needed_and_differs_from_other_rankings_of_the_season(petra):
    season = make_season()
    create_ranking(season, "Damen", by=petra)
    for name in ("", "  ", "damen "):
        with pytest.raises(Faults) as raised:
            create_ranking(season, name, by=petra)
        assert set(raised.value.by_argument) == {"name"}


def test_formula_before_the_first_edition_replaces_the_earlier_version(petra):
    ranking = create_ranking(make_season(), "Wertung", by=petra)
    change_formula(ranking, formula(join="mean"), by=petra)
    assert [(version.number, version.formula) for version in ranking.versions.all()] == [(1, formula(join="mean"))]


def test_later_formula_is_a_new_version_with_an_edition_of_its_own(petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    vera, ute = people("Vera", "Ute")
    play(season, {vera: [300, 300], ute: [100, None]})
    first = issued(ranking)
    change_formula(ranking, formula(join="mean", need=2), by=petra)
    assert [edition.version.number for edition in ranking.editions.all()] == [2, 1]
    assert table_of(newest(ranking)) == [(1, "Vera", "300.00")]
    assert table_of(first) == [(1, "Ute", "100.00"), (2, "Vera", "300.00")]
    with pytest.raises(TournamentError, match="gilt schon"):
        change_formula(ranking, formula(join="mean", need=2), by=petra)


def test_contradictions_are_refused_at_their_fields_all_at_once(petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    wrong = formula(
        join={"mean_of_at_least": 24}, need={"need": 14, "of": 13}, minus={"over": 16, "from": 2, "power": 2}
    )
    with pytest.raises(Faults) as raised:
        change_formula(ranking, wrong, by=petra)
    assert set(raised.value.by_argument) == {"missing", "need_of", "minus_start"}
    assert "muss eine fehlende Liste etwas zählen" in raised.value.by_argument["missing"]
    assert ranking.versions.count() == 1


@pytest.mark.parametrize(
    ("event", "of", "value", "refused"),
    [
        ({}, "players", "result", False),
        ({}, "players", "scoring_points", True),
        ({"scoring": "scoring_points"}, "players", "scoring_points", False),
        ({}, "clubs", "result", True),
        ({}, "clubs", "lists", False),
        ({"ruleset": "treppenromme"}, "players", "result", True),
        ({"ruleset": "treppenromme"}, "players", "lists", False),
    ],
)
def test_value_has_to_suit_the_events_of_the_season(event, of, value, refused):
    season = make_season()
    make_event(players=0, season=season, **event)
    assert ("value" in formula_refusals(season, formula(value=value, join="mean"), of=of)) == refused


def test_adjustment_is_the_last_step_and_part_of_the_sentence(petra):
    season = make_season()
    ranking = make_ranking(season, value="scoring_points", minus={"over": 0, "power": 1})
    vera, ute = people("Vera", "Ute")
    play(season, {vera: 30, ute: 31})
    play(season, {vera: 30, ute: None}, week=1)
    reissue_outdated(season)
    made = adjust(ranking, ute, Decimal("40.50"), "Sieg am grünen Tisch", clause="§ 8.3", by=petra)
    edition = newest(ranking)
    assert table_of(edition) == [(1, "Ute", "70.50"), (2, "Vera", "60.00")]
    row = edition.rows.get(position=1)
    assert row_sentence(row, edition) == "1 von 2 Listen, Summe 31, 1 versäumt: −1, Zu- und Abschläge +40,50"
    withdraw_adjustment(made, "Irrtum", by=petra)
    assert table_of(newest(ranking)) == [(1, "Vera", "60.00"), (2, "Ute", "30.00")]
    with pytest.raises(TournamentError, match="schon zurückgenommen"):
        withdraw_adjustment(made, "noch einmal", by=petra)


def test_adjustment_needs_points_a_reason_and_a_player_of_the_season(petra):
    ranking = make_ranking(make_season(), join="mean")
    (vera,) = people("Vera")
    with pytest.raises(Faults) as raised:
        adjust(ranking, vera, Decimal(0), " ", by=petra)
    assert set(raised.value.by_argument) == {"player", "points", "reason"}
    assert not models.Adjustment.objects.exists()


def test_ranking_with_editions_rests_instead_of_being_deleted(petra):
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Vera")
    play(season, {vera: 30})
    issued(ranking)
    with pytest.raises(TournamentError, match="ruhen"):
        delete_ranking(ranking, by=petra)
    set_resting(ranking, True, by=petra)
    play(season, {vera: 50}, week=1)
    assert reissue_outdated(season) == []
    adjust(ranking, vera, Decimal(5), "Schreibdienst", by=petra)
    change_formula(ranking, formula(join="sum", value="lists"), by=petra)
    assert ranking.editions.count() == 1
    set_resting(ranking, False, by=petra)
    assert ranking.editions.count() == 2


def test_rankings_are_ordered_and_renamed(petra):
    season = make_season()
    for name in ("Eins", "Zwei", "Drei"):
        create_ranking(season, name, by=petra)
    move_ranking_up(season.rankings.get(name="Drei"), by=petra)
    rename_ranking(season.rankings.get(name="Drei"), "Dritte", by=petra)
    assert [ranking.name for ranking in season.rankings.all()] == ["Eins", "Dritte", "Zwei"]
    move_ranking_up(season.rankings.get(name="Eins"), by=petra)
    assert [ranking.name for ranking in season.rankings.all()] == ["Eins", "Dritte", "Zwei"]


def test_only_officials_who_may_make_events_change_rankings():
    with pytest.raises(TournamentError, match="Saisons verwaltet"):
        create_ranking(make_season(), "Wertung", by=make_official(username="ute"))


def test_closed_season_keeps_its_rankings(petra):
    season = make_season(closed_at="2026-12-31T12:00Z")
    with pytest.raises(TournamentError, match="abgeschlossen"):
        create_ranking(season, "Wertung", by=petra)
