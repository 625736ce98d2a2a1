"""The results for seasons always agree with the newest release: after each service, and after the upgrade."""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import Announcement, update_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.participants.categories import change_categories
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member, remove_membership
from romme_turnier.tournament.participants.own_registration import change
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_clubs, merge_players
from romme_turnier.tournament.participants.registrations import Entry, exclude, update_registration
from romme_turnier.tournament.participants.self_registration import Person
from romme_turnier.tournament.participants.teams import create_team, delete_team
from romme_turnier.tournament.seasons.reading import row_of
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.tournament.standings.results import result_differences, store_results
from tests.factories import (
    enter,
    list_of,
    make_checked,
    make_event,
    make_official,
    make_season,
    one,
    register,
    seat_series,
)

pytestmark = pytest.mark.django_db
LAST_YEAR = datetime(2025, 10, 14, 17, tzinfo=UTC)


@pytest.fixture
def event() -> models.Event:
    """A released evening of a season with one ranking, whose edition is not outdated."""
    season = make_season(first_day="2025-01-01")
    season.rankings.create(name="Saisontabelle", slug="tabelle")
    event = make_event(
        players=8, series_count=2, season=season, kind=models.Event.Kind.EVENING, starts_at=LAST_YEAR, games_per_list=4
    )
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table), {2: "30 0 20 80"})
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    models.Ranking.objects.update(outdated_since=None)
    return event


def season_of(event: models.Event) -> models.Season:
    assert event.season is not None
    return event.season


def is_outdated() -> bool:
    return models.Ranking.objects.get().outdated_since is not None


def results_of(number: int, **more: Any) -> Any:
    return models.Result.objects.filter(registration__number=number, **more)


def agree(event: models.Event) -> bool:
    return list(result_differences(event)) == []


def test_release_stores_a_result_for_each_player_and_list(event: models.Event) -> None:
    assert models.Result.objects.count() == 8
    result = results_of(2).get()
    assert (result.season, result.kind, str(result.day), result.series) == (event.season, "evening", "2025-10-14", 1)
    assert (result.club, result.guest, result.counts) == (result.registration.club, False, True)
    assert (result.result, result.finished, result.handrommes) == (3 * 20 - 20, 1, 0)


def test_correction_changes_results_with_the_next_release_only(event: models.Event) -> None:
    series = event.series.get()
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=None)
    before = results_of(2).get().result
    assert agree(event)
    assert not is_outdated()
    release_standings(event, 1, by=None)
    assert results_of(2).get().result == before + 79
    assert agree(event)
    assert is_outdated()


def test_club_follows_the_registration(event: models.Event) -> None:
    row = one(event)
    update_registration(row, Entry(**{**vars_of(row), "club": "RC Neu"}), by=None)
    assert results_of(1).get().club == models.Club.objects.get(name="RC Neu")
    assert is_outdated()


def vars_of(row: models.Registration) -> dict[str, Any]:
    entry = Entry.of(row)
    return {name: getattr(entry, name) for name in entry.__dataclass_fields__}


def test_club_follows_the_players_own_page(event: models.Event) -> None:
    models.Event.objects.update(self_registration=True, registration_closes_at=timezone.now() + timedelta(days=1))
    models.Registration.objects.filter(number=1).update(token="t" * 32)
    player = one(event).player
    change(one(event), Person(first_name=player.first_name, last_name=player.last_name), club="RC Neu", contact="")
    result = results_of(1).get()
    assert result.club is not None
    assert result.club.name == "RC Neu"
    assert agree(event)


def test_day_follows_the_announcement_if_an_old_release_names_none(event: models.Event) -> None:
    models.StandingsRelease.objects.update(days=[])
    later = LAST_YEAR + timedelta(days=7)
    terms = {name: getattr(event, name) for name in ("name", "bonus_mode", "series_count", "games_per_list")}
    terms |= {f"bonus_{what}": getattr(event, f"bonus_{what}") for what in ("four", "three", "handromme")}
    update_event(event, Announcement(**terms, starts_at=later), by=make_official())
    assert {str(day) for day in models.Result.objects.values_list("day", flat=True)} == {"2025-10-21"}
    assert agree(models.Event.objects.get())


def test_exclusion_counts_with_the_next_release(event: models.Event) -> None:
    exclude(one(event, 3), 2, reason="grob", by=None)
    assert results_of(3, counts=True).exists()
    release_standings(event, 1, by=None)
    assert not results_of(3, counts=True).exists()
    assert agree(event)


def test_results_of_merged_people_are_those_of_the_person_who_stays(event: models.Event) -> None:
    other = register(make_event(players=0, slug="anderswo"), 1).player
    dropped = one(event, 4).player
    merge_players(other, dropped, by=None)
    assert results_of(4).get().player == other
    assert is_outdated()
    assert agree(event)


def test_number_of_a_merged_person_in_issued_editions_leads_to_the_person_who_stays(event: models.Event) -> None:
    keep, drop = register(make_event(players=0, slug="anderswo"), 1).player, one(event, 4).player
    for number, player in enumerate((keep, drop), 1):
        season_of(event).players.create(player=player, number=number, publish_name=True)
    edition = edition_of(season_of(event).rankings.get(), *season_of(event).players.order_by("number"))
    merge_players(keep, drop, by=None)
    assert [entrant.player for entrant in players_of(edition)] == [keep, keep]
    assert list(season_of(event).players.filter(replaced=False)) == players_of(edition)[:1]
    assert [row.position for row in edition.rows.all() if row_of(edition, row.position) == row] == [1, 2]
    edition.rows.filter(position=2).delete()
    row = row_of(edition, 2)
    assert row is not None
    assert row.position == 1, "a phone that remembers the replaced number finds the row of later editions"
    assert list(season_of(event).players.values_list("number", "publish_name")) == [(2, False), (1, True)]
    again = register(make_event(players=0, slug="drittens"), 1).player
    season_of(event).players.create(player=again, number=3)
    merge_players(again, keep, by=None)
    assert season_of(event).players.get(replaced=False).number == 3
    assert set(season_of(event).players.values_list("player", flat=True)) == {again.pk}


def players_of(edition: models.Edition) -> list[models.SeasonPlayer]:
    return [row.entrant for row in edition.rows.all() if row.entrant is not None]


def edition_of(ranking: models.Ranking, *players: models.SeasonPlayer) -> models.Edition:
    now = timezone.now()
    version = ranking.versions.create(number=1, at=now, formula=Formula())
    edition = ranking.editions.create(version=version, number=1, at=now, offered=1, needs=0, digest="0" * 64)
    for position, player in enumerate(players, 1):
        club = player.player.club
        edition.rows.create(position=position, rank=position, value="1.00", entrant=player, units=1, club=club)
    return edition


def test_results_of_merged_clubs_are_those_of_the_club_that_stays(event: models.Event) -> None:
    keep, drop = models.Club.objects.order_by("pk")
    merge_clubs(keep, drop, by=None)
    assert set(models.Result.objects.values_list("club", flat=True)) == {keep.pk}
    assert is_outdated()
    assert agree(event)


def test_results_of_an_erased_person_lose_the_club_and_keep_their_number(event: models.Event) -> None:
    player = one(event, 5).player
    number = season_of(event).players.create(player=player, number=1, publish_name=True)
    edition = edition_of(season_of(event).rankings.get(), number)
    erase_player(player, by=None)
    assert results_of(5).get().club is None
    assert edition.rows.get().club is None
    (entrant,) = players_of(edition)
    assert (entrant.player.erased_at is not None, entrant.publish_name) == (True, False)
    assert agree(event)


def test_command_finds_nothing_to_change(event: models.Event) -> None:
    said = io.StringIO()
    call_command("rebuild_results", stdout=said)
    assert "Alles stimmt" in said.getvalue()
    assert not is_outdated()


def test_command_and_verification_report_what_somebody_changed(event: models.Event) -> None:
    results_of(1).update(result=-999)
    results_of(2).delete()
    more = results_of(3).get()
    more.pk, more.series = None, 2
    more.save(force_insert=True)
    wrong = [difference.what for difference in differences(event)]
    assert len(wrong) == 3
    said, errors = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit):
        call_command("rebuild_results", stdout=said, stderr=errors)
    assert said.getvalue().splitlines() == [f"testpokal: {what}" for what in wrong]
    assert "3" in errors.getvalue()
    assert agree(event)
    assert is_outdated()
    assert not store_results(event)


# --- Facts that only rankings rest on ---


def test_joining_and_leaving_the_club_outdate_rankings_with_evenings_as_a_guest(event: models.Event) -> None:
    guest = one(event, 6)
    models.Registration.objects.filter(pk=guest.pk).update(guest=True)
    store_results(event)
    chief = User.objects.create_superuser("chief")
    member = register(make_event(players=0, slug="anderswo"), 1).player
    add_member(event.held_by, member, "", "", MembershipDetails(), by=chief)
    for act in (
        lambda: add_member(event.held_by, guest.player, "", "", MembershipDetails(), by=chief),
        lambda: remove_membership(guest.player.memberships.get(), by=chief),
        lambda: merge_players(guest.player, member, by=None),
    ):
        models.Ranking.objects.update(outdated_since=None)
        act()
        assert is_outdated()
    models.Ranking.objects.update(outdated_since=None)
    add_member(event.held_by, one(event, 7).player, "", "", MembershipDetails(), by=chief)
    assert not is_outdated(), "who never was a guest changes no ranking by joining"


def test_evenings_as_a_guest_that_count_go_on_counting_after_the_person_is_erased(event: models.Event) -> None:
    member, guest = one(event, 6), one(event, 7)
    models.Registration.objects.filter(pk__in=(member.pk, guest.pk)).update(guest=True)
    store_results(event)
    models.Membership.objects.create(player=member.player, organiser=event.held_by)
    erase_player(member.player, by=None)
    erase_player(guest.player, by=None)
    assert set(models.Result.objects.filter(guest=True).values_list("registration", flat=True)) == {guest.pk}
    assert agree(event)


def test_categories_and_teams_outdate_rankings(event: models.Event) -> None:
    ladies = event.categories.create(name="Damen")
    for act in (
        lambda: change_categories(one(event), add=[ladies.pk], remove=[], by=None),
        lambda: create_team(event, "Vierer", [one(event, 1), one(event, 2)], substitutes=[], by=None),
        lambda: delete_team(event.teams.get(), by=None),
    ):
        models.Ranking.objects.update(outdated_since=None)
        act()
        assert is_outdated()
