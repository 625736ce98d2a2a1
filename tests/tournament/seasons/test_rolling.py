"""Rankings of the last months: results of the seasons before count, too, and corrections there outdate them."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.ranking_results import day_before_window
from romme_turnier.tournament.shared.effects import outdate_rankings
from tests.core.seasons.questions import a_list
from tests.core.seasons.test_ranking_by_chance import by_the_text
from tests.factories import make_organiser, make_season
from tests.tournament.seasons.season_rows import FIRST, issued, make_ranking, newest, people, play, table_of

pytestmark = pytest.mark.django_db


def three_seasons() -> tuple[models.Season, models.Season, models.Season]:
    """The seasons of 2025, 2026 and 2027."""
    oldest = make_season(slug="2025", first_day=date(2025, 1, 1), last_day=date(2025, 12, 31))
    old = make_season(first_day=date(2026, 1, 1), last_day=date(2026, 12, 31), previous=oldest)
    new = make_season(slug="2027", first_day=date(2027, 1, 1), last_day=date(2027, 12, 31), previous=old)
    return oldest, old, new


def test_lists_of_the_last_12_months_count_over_the_turn_of_the_season():
    _oldest, old, new = three_seasons()
    vera, ute = people("Sommer", "Winter")
    play(old, {vera: 100, ute: 900})  # 6 January 2026
    play(old, {vera: 200, ute: 100}, week=1)
    play(new, {vera: 400}, week=52)  # 5 January 2027
    ranking = make_ranking(new, join="mean", months=12)
    edition = issued(ranking)
    assert table_of(edition) == [(1, "Sommer", "233.33"), (2, "Winter", "500.00")]
    assert [slug for slug, *_release in edition.rests_on] == ["abend-1", "abend-2", "abend-3"]
    play(new, {vera: 400}, week=53)  # 12 January: the evening of 6 January 2026 is over
    assert table_of(issued(ranking)) == [(1, "Winter", "100.00"), (2, "Sommer", "333.33")]
    assert newest(ranking).offered == 3


def test_correction_in_an_earlier_season_outdates_only_rankings_of_months():
    _oldest, old, new = three_seasons()
    (vera,) = people("Sommer")
    evening = play(old, {vera: 100}, week=10)
    play(new, {vera: 400}, week=52)
    rolling, whole = make_ranking(new, join="mean", months=12), make_ranking(new, "ganz", join="mean")
    issued(rolling)
    issued(whole)
    evening.results.update(result=200)
    outdate_rankings([old.pk])
    outdated = models.Ranking.objects.exclude(outdated_since=None)
    assert list(outdated) == [rolling]
    reissue_outdated(new)
    assert table_of(newest(rolling)) == [(1, "Sommer", "300.00")]
    assert newest(whole).number == 1


def test_months_equal_an_independent_reading_of_the_text():
    oldest, old, new = three_seasons()
    players, chance = people("A", "B", "C"), Random(12)
    rankings = {months: make_ranking(new, f"m{months}", join="mean", months=months) for months in (1, 6, 12, 24)}
    told = []
    for week in sorted(chance.sample(range(-40, 100), 30)):
        day = FIRST + timedelta(weeks=week)
        season = {2025: oldest, 2026: old, 2027: new}[day.year]
        lists = {player: chance.randint(0, 400) for player in chance.sample(players, 2)}
        play(season, lists, week=week)
        told += [
            a_list(player.last_name, day=str(day), event=str(day), group="", result=lists[player]) for player in lists
        ]
    last = date.fromisoformat(max(each["day"] for each in told))
    for months, ranking in rankings.items():
        counting = [
            each for each in told for day in [date.fromisoformat(each["day"])] if _months_before(day, last) < months
        ]
        expected = by_the_text({"join": "mean"}, counting)["rows"]
        shown = [(row["rank"], row["player"], row["value"]) for row in expected]
        assert table_of(issued(ranking)) == shown, months


def test_key_day_equals_an_independent_reading_of_the_text():
    oldest, old, new = three_seasons()
    players, chance = people("A", "B", "C"), Random(31)
    told = []
    for week in sorted(chance.sample(range(-40, 100), 40)):
        day = FIRST + timedelta(weeks=week)
        season = {2025: oldest, 2026: old, 2027: new}[day.year]
        lists = {player: chance.randint(0, 400) for player in chance.sample(players, 2)}
        play(season, lists, week=week)
        told += [
            a_list(player.last_name, day=str(day), event=str(day), group="", result=lists[player]) for player in lists
        ]
    for key, months in (("2027-02-02", None), ("2027-06-30", None), ("2027-05-31", 1), ("2027-03-15", 6)):
        key_day = date.fromisoformat(key)
        window: dict[str, Any] = {} if months is None else {"months": months}
        need: dict[str, Any] = {"join": "mean", "need": {"need": 1, "of": 4}}
        ranking = make_ranking(new, f"k{key}", **need, key_day=key, **window)
        counting = [
            each
            for each in told
            for day in [date.fromisoformat(each["day"])]
            if day <= key_day and (day.year == 2027 if months is None else _months_before(day, key_day) < months)
        ]
        expected = by_the_text(need, counting)["rows"]
        edition = issued(ranking)
        assert table_of(edition) == [(row["rank"], row["player"], row["value"]) for row in expected], key
        assert edition.last_day == max(date.fromisoformat(each["day"]) for each in counting)


def cup(season: models.Season, name: str, lists: dict[models.Player, int], week: int, **fields: Any) -> models.Event:
    event = play(season, lists, week=week, kind="tournament", **fields)
    models.Event.objects.filter(pk=event.pk).update(name=name)
    return event


def test_event_counts_until_it_is_held_again():
    _oldest, old, new = three_seasons()
    vera, ute = people("Sommer", "Winter")
    ranking = make_ranking(new, value="scoring_points", unit="event", until_again=True)
    cup(old, "12. Herbstcup 2026", {vera: 100, ute: 80}, 40)
    cup(old, "Weihnachtspokal", {ute: 50}, 50)
    cup(new, "1. Vorrunde", {vera: 10}, 53)
    assert table_of(issued(ranking)) == [(1, "Winter", "130.00"), (2, "Sommer", "110.00")]
    held = cup(new, "13. HERBSTCUP  2027", {vera: 60}, 92)
    cup(new, "2. Vorrunde", {vera: 10}, 93)
    edition = issued(ranking)
    assert table_of(edition) == [(1, "Sommer", "80.00"), (2, "Winter", "50.00")]
    assert held.slug in [slug for slug, *_release in edition.rests_on]
    assert "Zählt nicht mehr: 12. Herbstcup 2026 (13. Oktober 2026)." in differences(
        edition, ranking.editions.get(number=1)
    )


def test_correction_of_an_event_that_was_not_held_again_outdates_the_later_ranking():
    _oldest, old, new = three_seasons()
    (vera,) = people("Sommer")
    ranking = make_ranking(new, value="scoring_points", until_again=True)
    pokal = cup(old, "Pokal", {vera: 100}, 40)
    cup(new, "Cup", {vera: 10}, 53)
    assert table_of(issued(ranking)) == [(1, "Sommer", "110.00")]
    pokal.results.update(scoring_points=90)
    outdate_rankings([old.pk])
    reissue_outdated(new)
    assert table_of(newest(ranking)) == [(1, "Sommer", "100.00")]


def test_events_until_they_are_held_again_equal_an_independent_reading():
    oldest, old, new = three_seasons()
    below = make_organiser(number="1-01", slug="ort")
    players, chance = people("A", "B", "C"), Random(77)
    held: list[tuple[date, str, str, int, list[dict[str, Any]]]] = []
    for week in sorted(chance.sample(range(-40, 100), 45)):
        day = FIRST + timedelta(weeks=week)
        season = {2025: oldest, 2026: old, 2027: new}[day.year]
        of, base = chance.choice([season.organiser, below]), chance.choice(["Herbstcup", "Pokal", "Treffen", "Open 5"])
        number = chance.randint(1, 2)
        lists = {player: chance.randint(0, 400) for player in chance.sample(players, 2)}
        cup(season, f"{number}. {base} {day.year}", lists, week, organiser=of)
        told = [
            a_list(player.last_name, day=str(day), event=str(day), group="", scoring_points=points)
            for player, points in lists.items()
        ]
        held.append((day, of.slug, base, number, told))
    last = max(day for day, *_rest in held)
    for months in (None, 13, 20):
        counting = [
            each
            for day, of, base, number, told in held
            if months is None or _months_before(day, last) < months
            if not any(
                (of, base) == other[1:3] and day < other[0] and (number == other[3] or day.year != other[0].year)
                for other in held
            )
            for each in told
        ]
        fields: dict[str, Any] = {"value": "scoring_points", "unit": "event"}
        window: dict[str, Any] = {} if months is None else {"months": months}
        expected = by_the_text(fields, counting)["rows"]
        ranking = make_ranking(new, f"a{months}", **fields, until_again=True, **window)
        assert table_of(issued(ranking)) == [(row["rank"], row["player"], row["value"]) for row in expected], months


def _months_before(day: date, last: date) -> int:
    """The number of whole months from the day to the last one."""
    return 12 * (last.year - day.year) + last.month - day.month - (day.day > last.day)


def test_evenings_after_the_key_day_make_no_edition():
    season = make_season()
    (vera,) = people("Sommer")
    play(season, {vera: 100})
    ranking = make_ranking(season, join="mean", key_day="2026-01-12")
    assert issued(ranking).number == 1
    play(season, {vera: 300}, week=1)
    reissue_outdated(season)
    assert (newest(ranking).number, table_of(newest(ranking))) == (1, [(1, "Sommer", "100.00")])
    ranking.refresh_from_db()
    assert ranking.outdated_since is None


@pytest.mark.parametrize(
    ("last", "months", "before"),
    [
        ("2026-11-24", 12, "2025-11-24"),
        ("2026-11-24", 24, "2024-11-24"),
        ("2026-03-31", 1, "2026-02-28"),
        ("2024-02-29", 12, "2023-02-28"),
        ("2026-01-15", 1, "2025-12-15"),
        ("2026-12-31", 13, "2025-11-30"),
    ],
)
def test_window_of_months_ends_with_the_last_day(last, months, before):
    assert day_before_window(date.fromisoformat(last), months) == date.fromisoformat(before)
