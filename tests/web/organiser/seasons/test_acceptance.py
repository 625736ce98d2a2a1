"""Published figures of season rules, from stored lists to the page of the ranking."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import check_editions
from romme_turnier.tournament.seasons.words import value_words
from tests.factories import make_official, make_organiser, make_season
from tests.tournament.seasons.season_rows import issued, make_ranking, people, play, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db) -> models.Season:
    return make_season()


def page_of(client: Client, ranking: models.Ranking) -> str:
    client.force_login(make_official(username="petra", makes_events=True))
    address = reverse("organiser:ranking", args=[ranking.season.address, ranking.slug])
    return client.get(address).content.decode()


def play_lists(season: models.Season, lists: Mapping[models.Player, Sequence[int]]) -> None:
    """Evening after evening with one list each; players with fewer lists play on the first evenings only."""
    for week in range(max(map(len, lists.values()))):
        play(season, {player: worth[week] for player, worth in lists.items() if week < len(worth)}, week=week)


def test_mean_over_at_least_24_lists(client, season):
    ranking = make_ranking(season, value="scoring_points", join={"mean_of_at_least": 24, "missing": "0"})
    few, exact, many = people("Wenig", "Genau", "Viel")
    play_lists(season, {few: [1020] * 20, exact: [1000] * 24, many: [950] * 31})
    assert table_of(issued(ranking)) == [(1, "Genau", "1000.00"), (2, "Viel", "950.00"), (3, "Wenig", "850.00")]
    shown = page_of(client, ranking)
    for words in (
        "24 von 31 Listen, Mittel 1.000,00",
        "31 von 31 Listen, Mittel 950,00",
        "20 von 31 Listen, 4 fehlende zählen je 0,00, Mittel 850,00",
    ):
        assert words in shown


@pytest.mark.parametrize(
    ("first", "values"),
    [
        (17, {25: "1.100,00", 24: "1.099,00", 23: "1.096,00", 20: "1.075,00"}),
        (31, {25: "1.100,00", 20: "1.100,00", 11: "1.100,00", 10: "875,00"}),
    ],
)
def test_deduction_for_missed_lists_and_its_cliff(client, season, first, values):
    ranking = make_ranking(season, value="scoring_points", join="mean", minus={"over": 16, "from": first, "power": 2})
    always, *others = people("Immer", *map(str, values))
    play_lists(season, {always: [1100] * 41} | {each: [1100] * int(each.last_name) for each in others})
    edition = issued(ranking)
    shown = page_of(client, ranking)
    for player, value in zip(others, values.values(), strict=True):
        row = edition.rows.select_related("edition__version").get(entrant__player=player)
        assert value_words(row.value, edition.version.formula) == value
        assert value in shown
    if first == 31:
        assert "10 von 41 Listen, Mittel 1.100,00, 31 versäumt: −225,00" in shown


def test_best_seven_of_nine(client, season):
    """The published figures have tenths; lists have whole points, so these are ten times as large."""
    ranking = make_ranking(season, value="scoring_points", keep={"best": 7})
    (vera,) = people("Sommer")
    play_lists(season, {vera: [612, 584, 570, 555, 541, 539, 520, 498, 473]})
    assert table_of(issued(ranking)) == [(1, "Sommer", "3921.00")]
    shown = page_of(client, ranking)
    assert "9 von 9 Listen, Summe 3.921, 2 gestrichen" in shown
    assert "Zählt nicht: 24. Februar, Serie 1: 498; 3. März, Serie 1: 473" in shown


def test_need_that_grows_with_the_season(client, season):
    ranking = make_ranking(season, value="scoring_points", keep={"best": 3}, join="mean", need={"need": 12, "of": 13})
    vera, ute = people("Sommer", "Winter")
    play_lists(season, {vera: [60, 55, 50, 45], ute: [60, 60, 60]})
    edition = issued(ranking)
    assert (edition.offered, edition.needs) == (4, 4)
    assert table_of(edition) == [(1, "Sommer", "55.00")]
    assert "noch 1 Liste" in page_of(client, ranking)


def test_months_count_with_six_series_and_the_year_with_nine_months(client, season):
    ranking = make_ranking(season, "monate", value="scoring_points", unit="month", month_needs=6, need=9, join="sum")
    vera, ute = people("Sommer", "Winter")
    for month in range(1, 10):
        lists = {vera: [10] * 6, ute: [20] * (5 if month == 9 else 6)}
        event = play(season, lists, week=month)
        event.results.update(day=date(2026, month, 6))
    assert table_of(issued(ranking)) == [(1, "Sommer", "540.00")]
    shown = page_of(client, ranking)
    assert "9 von 9 Monaten, Summe 540" in shown
    assert "noch 1 Monat, 1 Monat mit zu wenigen Listen" in shown


def test_best_positive_result_of_each_state(client):
    """Scoring points are never negative: a result of 0 does not count."""
    federation = make_organiser(number="09", slug="verband")
    season = make_season(organiser=federation)
    ranking = make_ranking(
        season, value="scoring_points", unit="event", positive=True, keep={"best_per": "group", "n": 1}
    )
    (vera,) = people("Sommer")
    for number, results in enumerate(((41, 17), (0,), (22,), (8,)), 1):
        state = make_organiser(number=f"09-0{number}", slug=f"land-{number}")
        for week, worth in enumerate(results):
            play(season, {vera: worth}, week=number + 8 * week, organiser=state)
    assert table_of(issued(ranking)) == [(1, "Sommer", "71.00")]
    assert "Summe 71, 1 gestrichen, 1 nicht über 0" in page_of(client, ranking)


def test_list_corrected_in_march_changes_the_next_edition_and_never_an_issued_one(client, season):
    ranking = make_ranking(season, join="mean")
    vera, ute = people("Sommer", "Winter")
    corrected = play(season, {vera: 300, ute: 310})
    first = issued(ranking)
    play(season, {vera: 400, ute: 400}, week=8)
    second = issued(ranking)
    play(season, {vera: 340, ute: 310}, event=corrected)
    third = issued(ranking)
    assert [table_of(each)[0] for each in (first, second, third)] == [
        (1, "Sommer", "300.00"),
        (1, "Sommer", "350.00"),
        (1, "Winter", "355.00"),
    ]
    assert [each.rests_on for each in (first, second, third)] == [
        [["abend-1", 1, 1]],
        [["abend-1", 1, 1], ["abend-2", 1, 1]],
        [["abend-1", 1, 2], ["abend-2", 1, 1]],
    ]
    shown = page_of(client, ranking)
    assert "Neu dabei: Abend 2 (3. März 2026)." in shown
    assert "Berichtigt: Abend 1 (6. Januar 2026), jetzt nach Ausgabe 2 der Rangliste statt 1." in shown
    assert list(check_editions(ranking)) == []
