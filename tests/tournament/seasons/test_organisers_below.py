"""Rankings that count the public events of organisers below."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event, unpublish_event, update_event
from romme_turnier.tournament.offices import OfficeRole
from romme_turnier.tournament.organisers.hierarchy import change_organiser
from romme_turnier.tournament.participants.categories import change_categories
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.seasons import editions
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import compute, is_large, issue_edition, reissue_outdated
from romme_turnier.tournament.seasons.rankings import adjust, formula_refusals
from romme_turnier.tournament.seasons.recipes import BY_KEY, formula_of
from romme_turnier.tournament.seasons.seasons import SeasonDetails, update_season
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.effects import outdate_rankings, published_lists
from romme_turnier.tournament.standings.releases import release_standings
from tests.core.seasons.questions import a_list
from tests.core.seasons.test_ranking_by_chance import by_the_text
from tests.factories import (
    list_of,
    make_checked,
    make_event,
    make_office,
    make_official,
    make_organiser,
    make_season,
    seat_series,
)
from tests.tournament.events.test_announcements import announced
from tests.tournament.seasons.season_rows import (
    FIRST,
    LONG_AGO,
    formula,
    issued,
    make_ranking,
    newest,
    people,
    play,
    table_of,
)

pytestmark = pytest.mark.django_db
POINTS: dict[str, Any] = {"value": "scoring_points", "unit": "event"}
COUNTS_BELOW: dict[str, Any] = POINTS | {"organisers_below": True}


@pytest.fixture
def federation() -> models.Season:
    """The season 2026 of a federation with an association and a club below it."""
    top = make_organiser(number="09", slug="verband", kind="federation")
    make_organiser(number="09-02", slug="land", kind="association")
    make_organiser(number="09-02-005", slug="herz")
    return make_season(organiser=top)


def at(slug: str) -> models.Organiser:
    return models.Organiser.objects.get(slug=slug)


def held(
    slug: str,
    lists: dict[models.Player, Any],
    *,
    season: models.Season | None = None,
    public: bool = True,
    scoring: str = "scoring_points",
    **fields: Any,
) -> models.Event:
    """A tournament of the organiser with this address, by default in no season."""
    event = play(season, lists, organiser=at(slug), kind="tournament", **fields)
    event.scoring, event.points_per_game = scoring, USUAL if scoring == "scoring_points" else None
    event.published_at = LONG_AGO if public else None
    event.save(update_fields=["scoring", "points_per_game", "published_at"])
    return event


def outdated() -> list[models.Ranking]:
    return list(models.Ranking.objects.exclude(outdated_since=None))


def test_public_events_of_organisers_below_count_on_the_days_of_the_season(federation):
    make_organiser(number="091", slug="aehnlich")
    make_organiser(number="10", slug="anderswo")
    make_organiser(number="10-02", slug="fremd")
    vera, ute = people("Sommer", "Winter")
    ranking = make_ranking(federation, **COUNTS_BELOW)
    own = play(federation, {vera: 1}, kind="tournament")
    club = held("herz", {vera: 20, ute: 10}, week=3)
    of_its_season = held("land", {ute: 100}, week=4, season=make_season(organiser=at("land"), slug="eigene"))
    for others in ("aehnlich", "anderswo", "fremd"):
        held(others, {vera: 1000}, week=5)
    held("herz", {vera: 1000}, week=6, public=False)
    held("herz", {vera: 1000}, week=-1)
    held("herz", {vera: 1000}, week=52)
    held("herz", {vera: 1000}, week=7, counts=False)
    held("herz", {vera: 1000}, week=8, scoring="sum")  # has no scoring points
    edition = issued(ranking)
    assert table_of(edition) == [(1, "Winter", "110.00"), (2, "Sommer", "21.00")]
    assert [slug for slug, *_release in edition.rests_on] == [own.slug, club.slug, of_its_season.slug]
    assert (edition.offered, edition.last_day) == (3, FIRST + timedelta(weeks=4))
    assert table_of(issued(make_ranking(federation, "eigene", **POINTS))) == [(1, "Sommer", "1.00")]
    of_club = make_ranking(make_season(organiser=at("herz")), **COUNTS_BELOW)
    assert issue_edition(of_club) is None, "no organiser is below the club"


def test_results_of_events_in_which_the_most_points_win_do_not_count(federation):
    vera, ute = people("Sommer", "Winter")
    held("herz", {vera: 20, ute: 30}, scoring="sum")
    high = held("land", {vera: 900, ute: 1}, scoring="sum", week=1)
    models.Event.objects.filter(pk=high.pk).update(ruleset="treppenromme")
    ranking = make_ranking(federation, join="mean", organisers_below=True)
    assert table_of(issued(ranking)) == [(1, "Sommer", "20.00"), (2, "Winter", "30.00")]
    assert formula_refusals(federation, formula(join="mean", organisers_below=True)) == {}
    lists = make_ranking(federation, "listen", value="lists", organisers_below=True)
    assert table_of(issued(lists)) == [(1, "Sommer", "2.00"), (1, "Winter", "2.00")]


def test_best_per_association_counts_by_the_organisers_that_hold_the_events(federation):
    make_organiser(number="09-03", slug="sued", kind="association")
    (vera,) = people("Sommer")
    for slug, points in (("land", 30), ("herz", 40), ("sued", 20)):
        held(slug, {vera: points})
    ranking = make_ranking(federation, **COUNTS_BELOW, keep={"best_per": "group", "n": 1})
    assert table_of(issued(ranking)) == [(1, "Sommer", "60.00")]


def test_events_below_equal_an_independent_reading(federation):
    """Organisers, publication, days and names by chance, in each window of a formula."""
    before = make_season(organiser=at("verband"), slug="2025", first_day=date(2025, 3, 1), last_day=date(2025, 12, 31))
    models.Season.objects.filter(pk=federation.pk).update(previous=before)
    make_organiser(number="09-02-006", slug="karo")
    make_organiser(number="09-03", slug="sued", kind="association")
    make_organiser(number="10", slug="fremd")
    of_club = make_season(organiser=at("herz"))
    chance, players = Random(64), people(*"ABCDE")
    told: list[tuple[date, str, str, int, list[dict[str, Any]]]] = []
    for week in sorted(chance.sample(range(-55, 60), 80)):
        day = FIRST + timedelta(weeks=week)
        season = federation if day.year == 2026 else before if before.includes(day) else None
        slug = chance.choice(["verband", "land", "herz", "herz", "karo", "sued", "fremd"] if season else ["karo"])
        base, number, public = chance.choice(["Herbstcup", "Pokal"]), chance.randint(1, 2), chance.random() < 0.8
        lists = {player: chance.randint(0, 99) for player in chance.sample(players, 3)}
        of = season if slug == "verband" else chance.choice([of_club, None]) if slug == "herz" else None
        event = held(slug, lists, week=week, public=public, season=of)
        models.Event.objects.filter(pk=event.pk).update(name=f"{number}. {base} {day.year}")
        rows = [
            a_list(player.last_name, day=str(day), event=str(event.pk), group="", scoring_points=points)
            for player, points in lists.items()
        ]
        if day.year < 2027 and season and (slug == "verband" or (public and slug != "fremd")):
            told.append((day, slug, base, number, rows))
    windows: list[dict[str, Any]] = [
        {},
        {"key_day": "2026-06-30"},
        {"months": 12},
        {"months": 5, "key_day": "2026-04-15"},
        {"until_again": True},
        {"until_again": True, "months": 14},
    ]
    for place, window in enumerate(windows):
        last = date.fromisoformat(window.get("key_day", str(max(day for day, *_rest in told))))
        is_longer = "months" in window or "until_again" in window
        seen = [
            each
            for each in told
            if each[0] <= last and (is_longer or each[0].year == 2026)
            if 12 * (last.year - each[0].year) + last.month - each[0].month - (each[0].day > last.day)
            < window.get("months", 999)
        ]
        counting = [
            row
            for day, slug, base, number, rows in seen
            for row in rows
            if "until_again" not in window
            or not any(
                (slug, base) == other[1:3] and day < other[0] and (number == other[3] or day.year != other[0].year)
                for other in seen
            )
        ]
        expected = by_the_text(POINTS, counting)["rows"]
        ranking = make_ranking(federation, f"w{place}", **COUNTS_BELOW, **window)
        assert table_of(issued(ranking)) == [(row["rank"], row["player"], row["value"]) for row in expected], window


def test_number_of_organisers_below_costs_no_queries(federation):
    (vera,) = people("Sommer")
    ranking = make_ranking(federation, **COUNTS_BELOW)

    def queries() -> list[int]:
        with CaptureQueriesContext(connection) as computing:
            assert len(compute(ranking).rows) == 1
        with CaptureQueriesContext(connection) as outdating:
            outdate_rankings((), published_lists(models.Result.objects.all()))
        return [len(computing), len(outdating)]

    held("herz", {vera: 20})
    few = queries()
    for number in range(20):
        make_organiser(number=f"09-02-1{number:02}", slug=f"club-{number}")
        held(f"club-{number}", {vera: number}, week=number)
    assert queries() == few


def test_season_with_many_results_below_is_large(federation, monkeypatch):
    monkeypatch.setattr(editions, "AT_ONCE", 1)
    held("herz", dict.fromkeys(people("Sommer", "Winter"), 5))
    assert not is_large(federation)
    make_ranking(federation, **COUNTS_BELOW)
    assert is_large(federation)


def test_refusals_recipe_and_adjustments(federation):
    below = formula(**COUNTS_BELOW)
    assert formula_refusals(federation, below, of="tandems").keys() == {"organisers_below"}
    assert formula_refusals(make_season(organiser=at("herz")), below).keys() == {"organisers_below"}
    play(federation, {}, kind="tournament")
    assert formula_refusals(federation, below).keys() == {"value"}
    vera, ute = people("Sommer", "Winter")
    held("herz", {vera: 20})
    held("herz", {ute: 20}, public=False)
    assert formula_refusals(federation, below) == {}
    offered = formula_of(BY_KEY["below"], make_season(organiser=at("verband"), slug="leer"))
    assert offered is not None
    assert (offered.organisers_below, offered.value) == (True, "scoring_points")
    assert formula_of(BY_KEY["below"], make_season(organiser=at("herz"), slug="leer")) is None
    ranking, petra = make_ranking(federation, **COUNTS_BELOW), make_official(username="petra", is_superuser=True)
    adjust(ranking, vera, Decimal(5), "Schiedsrichterin", by=petra)
    assert table_of(newest(ranking)) == [(1, "Sommer", "25.00")]
    with pytest.raises(Exception, match="noch keine Liste"):
        adjust(ranking, ute, Decimal(5), "Schiedsrichterin", by=petra)


# --- What outdates the ranking above ------------------------------------------------------------------------------


@pytest.fixture
def above(federation) -> models.Ranking:
    """The ranking of the federation. Others do not count what is below, or on other days, or elsewhere."""
    ranking = make_ranking(federation, **COUNTS_BELOW)
    make_ranking(federation, "eigene", **POINTS)
    elsewhere = make_organiser(number="10", slug="anderswo", kind="federation")
    make_ranking(make_season(organiser=elsewhere), **COUNTS_BELOW)
    later = {"first_day": date(2027, 1, 1), "last_day": date(2027, 12, 31)}
    make_ranking(make_season(organiser=at("verband"), slug="2027", previous=federation, **later), **COUNTS_BELOW)
    return ranking


@pytest.fixture
def event(above) -> models.Event:
    """A public event of the club in October with the list of players 1 to 4, which the ranking above counts."""
    event = make_event(
        players=4, held_by=at("herz"), published_at=LONG_AGO, scoring="scoring_points", series_count=1, slug="herz/cup"
    )
    make_checked(list_of(seat_series(event, tables=((1, 2, 3, 4),))))
    close_series(event.series.get(), by=None)
    release_standings(event, 1, by=None)
    assert outdated() == [above]
    reissue_outdated(above.season)
    assert newest(above).rows.count() == 4
    assert outdated() == []
    return event


def test_publishing_and_unpublishing_an_event_outdates_the_ranking(above, event):
    table, petra = table_of(newest(above)), make_official(username="petra")
    unpublish_event(event, by=petra)
    assert outdated() == [above]
    reissue_outdated(above.season)
    assert table_of(newest(above)) == []
    publish_event(event, by=petra)
    assert outdated() == [above]
    reissue_outdated(above.season)
    assert table_of(newest(above)) == table


def test_event_that_is_no_longer_public_has_no_name_in_the_differences(above, event):
    unpublish_event(event, by=make_official(username="petra"))
    models.Event.objects.filter(pk=event.pk).update(name="Geheimpokal")
    reissue_outdated(above.season)
    sentences = differences(newest(above), above.editions.get(number=1))
    assert "Zählt nicht mehr: ein Turnier, das nicht mehr öffentlich ist." in sentences
    assert "Geheimpokal" not in " ".join(sentences)


def test_unpublished_event_outdates_nothing_above(above, event):
    models.Event.objects.update(published_at=None)
    models.Registration.objects.filter(number=1).update(guest=True)
    row = event.registrations.get(number=2)
    change_categories(row, add=[models.Category.objects.create(event=event, name="Damen").pk], remove=[], by=None)
    assert outdated() == []


def test_category_of_a_player_below_outdates_the_ranking(above, event):
    ladies = make_ranking(above.season, "damen", category="Damen", **COUNTS_BELOW)
    assert issue_edition(ladies) is None or not table_of(newest(ladies))
    damen = models.Category.objects.create(event=event, name="Damen")
    change_categories(event.registrations.get(number=1), add=[damen.pk], remove=[], by=None)
    assert outdated() == [above, ladies]
    reissue_outdated(above.season)
    assert [name for _rank, name, _value in table_of(newest(ladies))] == ["Spieler1"]


def test_new_name_of_an_event_outdates_the_rankings_in_which_it_counts_until_it_is_held_again(above, event):
    petra = make_official(event, username="petra")
    update_event(event, announced(event, slug="", venue="Stadthalle"), by=petra)
    assert outdated() == []
    update_event(event, announced(event, slug="", name="Herbstcup 2026"), by=petra)
    assert outdated() == [above]


def test_merged_and_erased_people_below(above, event):
    twin, other = event.registrations.get(number=1).player, people("Spieler")[0]
    merge_players(other, twin, by=None)
    assert outdated() == [above]
    reissue_outdated(above.season)
    assert {row.entrant.player for row in newest(above).rows.all() if row.entrant} >= {other}
    assert newest(above).rows.count() == 4
    table = [row[::2] for row in table_of(newest(above))]
    models.Event.objects.update(starts_at=LONG_AGO)
    erase_player(other, by=None)
    reissue_outdated(above.season)
    assert [row[::2] for row in table_of(newest(above))] == table


def test_membership_outdates_a_ranking_above_only_if_it_decides(above, event):
    keeper, details = make_official(username="petra"), MembershipDetails(since=date(2026, 1, 1))
    make_office(at("herz"), keeper, OfficeRole.REGISTRAR)
    members = [event.registrations.get(number=number).player for number in (1, 2)]
    add_member(at("herz"), members[0], "", "", details, by=keeper)
    assert outdated() == []
    only_members = make_ranking(above.season, "mitglieder", member_months=0, **COUNTS_BELOW)
    issued(only_members)
    add_member(at("herz"), members[1], "", "", details, by=keeper)
    assert only_members in outdated()
    reissue_outdated(above.season)
    assert newest(only_members).rows.count() == 2


def test_new_number_of_an_organiser_outdates_the_rankings_above_its_old_and_new_place(above, event):
    root = make_official(username="root", is_superuser=True)
    other = models.Ranking.objects.get(season__organiser=at("anderswo"))
    herz = at("herz")
    change_organiser(herz, kind=herz.kind, name="RC Herz", number="10-005", by=root)
    assert {above, other} <= set(outdated())
    for ranking in (above, other):
        reissue_outdated(ranking.season)
    assert (newest(above).rows.count(), newest(other).rows.count()) == (0, 4)


def test_other_days_of_the_season_outdate_its_rankings(above, event):
    root = make_official(username="root", is_superuser=True)
    season = models.Season.objects.get(pk=above.season_id)
    update_season(season, replace(SeasonDetails.of(season), last_day=date(2026, 10, 1)), by=root)
    reissue_outdated(season)
    assert newest(above).rows.count() == 0


def test_ranking_of_months_above_is_outdated_by_an_event_of_the_season_before(above, event):
    later = models.Season.objects.get(slug="2027")
    rolling = make_ranking(later, "monate", months=12, **COUNTS_BELOW)
    play(later, dict.fromkeys(people("Neu"), 1), week=53, kind="tournament")
    reissue_outdated(later)
    assert newest(rolling).rows.count() == 5
    unpublish_event(event, by=make_official(username="petra"))
    assert set(outdated()) == {above, rolling}
