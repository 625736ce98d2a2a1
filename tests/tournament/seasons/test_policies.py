"""The policies of a season about later changes, played through the services."""

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, create_event
from romme_turnier.tournament.events.deletion import delete_event
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, update_registration
from romme_turnier.tournament.seasons.differences import differences
from romme_turnier.tournament.seasons.editions import reissue_outdated
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.seasons.rankings import adjust, change_formula, create_ranking
from romme_turnier.tournament.seasons.seasons import SeasonDetails, put_into_season, update_season
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of
from tests.tournament.seasons.evenings import FIRST, SECOND, THIRD, hold, make_people, play
from tests.tournament.seasons.season_rows import formula

pytestmark = pytest.mark.django_db
AN_EVENING = datetime.combine(FIRST, time(19, 30))


@pytest.fixture
def people(db: None) -> list[models.Player]:
    return make_people(4)


@pytest.fixture
def ranking(season: models.Season, petra: User) -> models.Ranking:
    return create_ranking(season, "Saisontabelle", formula(join="mean"), by=petra)


def held(season: models.Season, day: Any, people: list[models.Player], by: User, **more: Any) -> models.Event:
    """A closed evening of one series."""
    event = hold(season, day, people, by=by, series_count=1, **more)
    play(event)
    close_evening(event, by=by)
    return event


def rows_of(edition: models.Edition) -> list[tuple[Any, ...]]:
    return list(edition.rows.values_list("rank", "entrant__player", "value", "units").order_by("position"))


def editions(ranking: models.Ranking) -> list[models.Edition]:
    return list(ranking.editions.select_related("version").order_by("number"))


def lists_by_player(ranking: models.Ranking) -> dict[int, int]:
    """The lists of each player that count in the current edition."""
    current = editions(ranking)[-1]
    return dict(current.rows.values_list("entrant__player", "units"))


# --- Late correction ------------------------------------------------------------------------------------------------


def test_late_correction_changes_the_next_edition_and_never_an_issued_one(season, people, ranking, petra):
    event = held(season, FIRST, people, petra)
    (first,) = editions(ranking)
    before, digest = rows_of(first), first.digest
    series = event.series.get()
    reopen_series(series, by=petra)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    assert [edition.number for edition in editions(ranking)] == [1]
    reissue_outdated(season, "Berichtigung", by=petra)
    unchanged, second = editions(ranking)
    assert (rows_of(unchanged), unchanged.digest) == (before, digest)
    assert rows_of(second) != before
    assert second.note == "Berichtigung"


def test_edition_says_on_which_releases_it_rests_and_what_differs(season, people, ranking, petra):
    event = held(season, FIRST, people, petra)
    series = event.series.get()
    reopen_series(series, by=petra)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    reissue_outdated(season, by=petra)
    held(season, SECOND, people, petra)
    rests = [sorted(map(tuple, edition.rests_on)) for edition in editions(ranking)]
    second = season.dates.get(day=SECOND).event
    assert rests[0] == [(event.slug, 1, 1)]
    assert rests[1] == [(event.slug, 1, 2)]
    assert rests[2] == sorted([(event.slug, 1, 2), (second.slug, 1, 1)])
    first, corrected, _third = editions(ranking)
    assert differences(corrected, first)


# --- A formula changed in mid-season --------------------------------------------------------------------------------


def test_formula_may_change_freely_before_the_first_evening(season, ranking, petra):
    change_formula(ranking, formula(value="lists"), by=petra)
    (version,) = ranking.versions.all()
    assert (version.number, version.formula) == (1, formula(value="lists"))
    assert editions(ranking) == []


def test_formula_changed_in_mid_season_counts_from_the_next_edition_on(season, people, ranking, petra):
    held(season, FIRST, people, petra)
    before = rows_of(editions(ranking)[0])
    change_formula(ranking, formula(value="lists"), by=petra)
    first, second = editions(ranking)
    assert (rows_of(first), first.version.number, first.version.formula) == (before, 1, formula(join="mean"))
    assert {value for _rank, _player, value, _units in rows_of(second)} == {"1.00"}
    assert (second.version.number, second.note) == (2, "Andere Formel (Fassung 2)")


# --- An abandoned evening -------------------------------------------------------------------------------------------


def test_abandoned_evening_counts_with_the_series_that_were_played(season, people, ranking, petra):
    event = hold(season, FIRST, people, by=petra)
    play(event)
    with pytest.raises(TournamentError, match="Soll der Abend nach Serie 1 enden"):
        close_evening(event, by=petra)
    close_evening(event, ends_after=1, by=petra)
    assert lists_by_player(ranking) == {player.pk: 1 for player in people}
    assert hold(season, SECOND, people, by=petra).series_count == 2, "the next evening is a whole one"


# --- Tables of three ------------------------------------------------------------------------------------------------


def test_list_of_a_table_of_three_counts_like_any_other_with_its_own_bonus(season, people, ranking, petra):
    """Only the bonus of the event makes both comparable."""
    events = [held(season, FIRST, people, petra), held(season, SECOND, people[:3], petra)]
    for event, bonus in zip(events, (events[0].bonus_four, events[1].bonus_three), strict=True):
        totals = models.ListTotal.objects.filter(seat__table__series__event=event, finished__gt=0)
        assert {total.bonus for total in totals} == {bonus}
    assert events[0].bonus_four != events[1].bonus_three
    row = editions(ranking)[-1].rows.get(entrant__player=people[0])
    mean = sum(result.result for result in people[0].results.all()) / 2
    assert (row.units, row.value) == (2, f"{mean:.2f}")


# --- A guest who becomes a member -----------------------------------------------------------------------------------


@pytest.mark.parametrize("counts", [True, False])
def test_evenings_as_a_guest_count_after_joining_if_the_season_says_so(season, people, ranking, petra, counts):
    *members, guest = people
    update_season(season, replace(SeasonDetails.of(season), guest_evenings_count=counts), by=petra)
    held(season, FIRST, members, petra, guests=[guest])
    assert guest.pk not in lists_by_player(ranking)
    held(season, SECOND, people, petra)
    assert lists_by_player(ranking)[guest.pk] == (2 if counts else 1)


def test_evenings_as_a_guest_count_from_the_membership_on_if_members_are_kept(season, people, ranking, petra):
    *members, guest = people
    chief = User.objects.create_superuser("chief")
    for player in members:
        add_member(season.organiser, player, "", "", MembershipDetails(), by=chief)
    held(season, FIRST, members, petra, guests=[guest])
    add_member(season.organiser, guest, "", "", MembershipDetails(), by=chief)
    reissue_outdated(season, by=petra)
    assert lists_by_player(ranking)[guest.pk] == 1


@pytest.mark.parametrize(
    ("membership", "lists"),
    [
        (MembershipDetails(since=FIRST), 2),
        (MembershipDetails(until=FIRST), 1),
        (MembershipDetails(since=date.max), 0),
    ],
    ids=["began", "ended after the first evening", "is still to begin"],
)
def test_evenings_of_an_erased_guest_count_as_before(season, people, petra, membership, lists):
    ranking = create_ranking(season, "Saisontabelle", formula(join="mean"), by=petra)
    *members, guest = people
    chief = User.objects.create_superuser("chief")
    for player in members:
        add_member(season.organiser, player, "", "", MembershipDetails(), by=chief)
    for day in (FIRST, SECOND):
        held(season, day, members, petra, guests=[guest])
    add_member(season.organiser, guest, "", "", membership, by=chief)
    reissue_outdated(season, by=petra)
    before = lists_by_player(ranking)
    assert before.get(guest.pk, 0) == lists
    erase_player(guest, by=None)
    reissue_outdated(season, by=petra)
    assert lists_by_player(ranking) == before


# --- A change of the club -------------------------------------------------------------------------------------------


def test_results_stay_with_the_club_of_the_day(season, people, ranking, petra):
    clubs = create_ranking(season, "Clubs", formula(value="lists"), of="clubs", by=petra)
    vera = people[0]
    for day, club in ((FIRST, "RC Ahorn"), (SECOND, "RC Birke"), (THIRD, "RC Birke")):
        event = hold(season, day, people, by=petra, series_count=1)
        row = event.registrations.get(player=vera)
        update_registration(row, replace(Entry.of(row), club=club), by=petra)
        play(event)
        close_evening(event, by=petra)
    results = models.Result.objects.filter(player=vera).order_by("day")
    assert [result.club.name for result in results if result.club] == ["RC Ahorn", "RC Birke", "RC Birke"]
    table = editions(clubs)[-1].rows.order_by("position")
    assert list(table.values_list("team", "value")) == [("RC Birke", "2.00"), ("RC Ahorn", "1.00")]
    assert lists_by_player(ranking)[vera.pk] == 3, "the player keeps all lists"


# --- Mergers ---------------------------------------------------------------------------------------------------------


def test_adjustment_of_a_merged_person_goes_with_the_lists(season, people, ranking, petra):
    held(season, FIRST, people, petra)
    dropped = people[1]
    adjust(ranking, dropped, Decimal("-5"), "zu spät", by=petra)
    other = make_people(1)[0]
    merge_players(other, dropped, by=None)
    reissue_outdated(season, by=petra)
    row = editions(ranking)[-1].rows.get(entrant__player=other)
    assert [points for _pk, points in row.detail["adjustments"]] == ["-5.00"]
    assert dropped.pk not in lists_by_player(ranking)


def test_merger_that_moves_neither_lists_nor_a_membership_leaves_the_tables_current(season, people, ranking, petra):
    held(season, FIRST, people[1:], petra, guests=[people[0]])
    merge_players(people[0], make_people(1)[0], by=None)
    ranking.refresh_from_db()
    assert ranking.outdated_since is None


def test_number_that_was_replaced_by_a_merger_is_never_given_again(season, people, ranking, petra):
    held(season, FIRST, people[:3], petra, guests=[])
    first, last = season.players.order_by("number").first(), season.players.order_by("number").last()
    merge_players(first.player, make_people(1)[0], by=None)
    models.SeasonPlayer.objects.filter(pk=last.pk).update(replaced=True, player=first.player)
    held(season, SECOND, people, petra)
    numbers = list(season.players.order_by("number").values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) == 5


# --- Deleting an event -----------------------------------------------------------------------------------------------


def test_deleted_event_leaves_its_date_free_and_nothing_behind(season, petra):
    announcement = Announcement(name="Versehen", starts_at=timezone.make_aware(AN_EVENING), bonus_mode="per_list")
    event = put_into_season(create_event(announcement, by=petra), season, models.Event.Kind.EVENING, by=petra)
    assert season.dates.get(day=FIRST).event == event
    delete_event(event, by=petra)
    assert season.dates.get(day=FIRST).event is None
    assert not models.Result.objects.exists()
    assert list(season_differences()) == []
