"""Merging duplicates of the register: no data is lost, hashes stay, two players of one event are not merged."""

import random
from decimal import Decimal

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange import integrity
from romme_turnier.tournament.lists.revision_chain import commitment
from romme_turnier.tournament.money.fees import pay
from romme_turnier.tournament.participants.register.bans import ban
from romme_turnier.tournament.participants.register.duplicates import club_pairs, player_pairs, suggestions
from romme_turnier.tournament.participants.register.merging import (
    is_merged,
    merge_clubs,
    merge_players,
    not_the_same,
    plan_players,
)
from romme_turnier.tournament.participants.registrations import exclude
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.cast import make_cast
from tests.factories import list_of, make_checked, make_event, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(games_per_list=2, entry_fee=Decimal(10))


@pytest.fixture
def played(event: models.Event) -> models.Event:
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    return event


def player(number: int, event: models.Event) -> models.Player:
    return event.registrations.get(number=number).player


def twin(event: models.Event, number: int, first_name: str = "Fera1", **fields) -> models.Registration:
    return register(event, number, first_name=first_name, last_name="Spieler1", **fields)


def broken(event: models.Event) -> list[str]:
    return [str(one) for one in integrity.differences(event)]


def test_everything_of_the_dropped_player_becomes_the_kept_one_s(played):
    other = make_event(slug="zweiter", players=0)
    keep = twin(other, 1).player
    drop = player(1, played)
    banned = ban(drop, "Grund", until=None, event=played, by=None)
    seats = list(models.Seat.objects.filter(registration__player=drop).values_list("pk", flat=True))
    merge_players(keep, drop, by=None)
    assert not models.Player.objects.filter(pk=drop.pk).exists()
    assert {one.event.slug for one in keep.registrations.all()} == {"testpokal", "zweiter"}
    assert list(models.Seat.objects.filter(registration__player=keep).values_list("pk", flat=True)) == seats
    assert banned in keep.bans.all()
    assert broken(played) == []


def test_name_that_was_committed_to_can_still_be_shown_after_merging(played):
    keep = twin(make_event(slug="zweiter", players=0), 1).player
    seat = played.registrations.get(number=1)
    content = models.Revision.objects.filter(spielliste__table__series__event=played)[0].content
    committed = next(one["name"] for one in content["seats"] if one["number"] == 1)
    merge_players(keep, seat.player, by=None)
    seat.refresh_from_db()
    assert seat.name == "Fera1 Spieler1"
    assert commitment(seat.salt, "Vera1 Spieler1") == committed


def test_merged_entry_is_remembered_with_its_name(event):
    keep, drop = player(1, event), twin(make_event(slug="zweiter", players=0), 1).player
    pk = drop.pk
    chief = User.objects.create_superuser("chief")
    merge_players(keep, drop, by=chief)
    earlier = keep.earlier_names.get()
    assert (earlier.entry, earlier.first_name, earlier.last_name) == (pk, "Fera1", "Spieler1")
    assert is_merged(keep.pk, pk)
    third = twin(make_event(slug="dritter", players=0), 2).player
    merge_players(third, keep, by=chief)
    assert set(third.earlier_names.values_list("entry", flat=True)) == {pk, keep.pk}


@pytest.mark.parametrize("bare_is", ["keep", "drop"])
def test_bare_registration_goes_and_leaves_its_number_team_and_fee_when_both_are_at_one_event(event, bare_is):
    full = event.registrations.get(number=1)
    models.Registration.objects.filter(pk=full.pk).update(number=None)
    pay(full, Decimal(10), key="pay", by=None)
    fee = models.FeeKind.objects.create(event=event, name="Jugend", amount=10)
    bare = twin(event, 30, fee=fee)
    team = models.Team.objects.create(event=event, key="T1", name="Mannschaft")
    models.TeamMember.objects.create(team=team, registration=bare)
    keep, drop = (bare.player, full.player) if bare_is == "keep" else (full.player, bare.player)
    merge_players(keep, drop, by=None)
    stays = event.registrations.get(player=keep)
    assert (stays.pk, stays.number, stays.fee, stays.team_membership.team) == (full.pk, 30, fee, team)
    assert models.LedgerEntry.objects.get().registration == stays
    assert not models.Registration.objects.filter(pk=bare.pk).exists()


def test_players_that_both_have_entries_at_one_event_are_not_merged_and_the_reason_is_given(played):
    with pytest.raises(TournamentError, match="sitzt an einem Tisch"):
        merge_players(player(1, played), player(2, played), by=None)
    assert played.registrations.count() == 8


def test_exclusion_is_not_merged_away(played):
    bare = twin(played, 30)
    exclude(bare, 1, reason="Streit", by=None)
    with pytest.raises(TournamentError, match="ist ausgeschlossen"):
        merge_players(player(1, played), bare.player, by=None)


def test_key_of_the_kept_player_stays_and_the_other_is_told(event):
    keep, drop = player(1, event), twin(make_event(slug="zweiter", players=0), 1).player
    for one, key in ((keep, "A"), (drop, "B")):
        one.key = key
        one.save()
    assert plan_players(keep, drop).key_lost == "B"
    merge_players(keep, drop, by=None)
    keep.refresh_from_db()
    assert keep.key == "A"


def test_key_moves_to_a_player_without_one(event):
    keep, drop = player(1, event), twin(make_event(slug="zweiter", players=0), 1).player
    drop.key = "B"
    drop.save()
    merge_players(keep, drop, by=None)
    keep.refresh_from_db()
    assert keep.key == "B"


def test_merging_is_refused_when_something_changed_since_it_was_looked_at(event):
    keep, drop = player(1, event), twin(make_event(slug="zweiter", players=0), 1).player
    mark = plan_players(keep, drop).mark
    models.Registration.objects.create(event=make_event(slug="dritter", players=0), player=drop)
    with pytest.raises(Conflict):
        merge_players(keep, drop, by=None, expected=mark)


@pytest.mark.parametrize("change", [{"key": "B"}, {"last_name": "Anders"}, {"club": None}])
def test_merging_is_refused_when_a_shown_fact_of_a_person_changed_meanwhile(event, change):
    keep, drop = player(1, event), twin(make_event(slug="zweiter", players=0), 1).player
    models.Player.objects.filter(pk=keep.pk).update(club=None)
    models.Player.objects.filter(pk=drop.pk).update(club=models.Club.objects.first())
    mark = plan_players(models.Player.objects.get(pk=keep.pk), models.Player.objects.get(pk=drop.pk)).mark
    models.Player.objects.filter(pk=drop.pk).update(**change)
    with pytest.raises(Conflict):
        merge_players(keep, drop, by=None, expected=mark)


def _counts() -> dict[str, int]:
    kinds = (models.Seat, models.LedgerEntry, models.PrizeAward, models.TeamMember, models.Ban, models.ListTotal)
    return {kind.__name__: kind.objects.count() for kind in kinds}


@pytest.mark.parametrize("seed", range(6))
def test_merging_at_random_loses_nothing(played, seed):
    rng = random.Random(seed)
    other = make_event(slug="zweiter", players=8)
    prize = models.Prize.objects.create(event=played, first_rank=1, last_rank=1, thing="Pokal")
    winner = rng.choice(list(played.registrations.all()))
    models.PrizeAward.objects.create(
        prize=prize, rank=1, registration=winner, thing="Pokal", released_at=timezone.now()
    )
    for registration in rng.sample(list(played.registrations.all()), 4):
        pay(registration, Decimal(10), key=f"pay-{registration.pk}", by=None)
    for number in range(20, 24):
        twin(played, number, first_name=f"Neu{number}")
    before = _counts()
    attached = {seat.pk: seat.registration_id for seat in models.Seat.objects.all()}
    registrations = models.Registration.objects.count()
    removed = 0
    for _attempt in range(25):
        keep, drop = rng.sample(list(models.Player.objects.all()), 2)
        try:
            removed += len(merge_players(keep, drop, by=None).both)
        except TournamentError:
            continue
    assert _counts() == before
    assert {seat.pk: seat.registration_id for seat in models.Seat.objects.all()} == attached
    assert models.Registration.objects.count() == registrations - removed
    assert broken(played) == broken(other) == []


def test_clubs_are_merged_with_players_registrations_keys_and_invitations(event):
    keep, drop = models.Club.objects.order_by("name")
    for club, key in ((keep, "K1"), (drop, "K2")):
        models.EventClub.objects.create(event=event, club=club, key=key)
    elsewhere = models.EventClub.objects.create(event=make_event(slug="zweiter", players=0), club=drop, key="K9")
    invitation = models.PlayerInvitation.objects.create(event=event, club=drop, at=timezone.now())
    done = merge_clubs(keep, drop, by=None)
    invitation.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (done.players, done.registrations, done.invitations, done.keys_lost) == (4, 4, 1, ("K2",))
    assert invitation.club == elsewhere.club == keep
    assert keep.players.count() == event.registrations.filter(club=keep).count() == 8
    assert list(models.Club.objects.all()) == [keep]


def test_pair_is_suggested_once_and_not_again_when_they_are_different_people(event):
    same = register(event, 31, first_name="Jörg", last_name="Müller").player
    other = register(event, 32, first_name="Joerg", last_name="Mueller").player
    petra = make_cast(event).petra
    assert [pair[:2] for pair in player_pairs(petra)] == [(same.pk, other.pk)]
    not_the_same(other, same, by=None)
    not_the_same(same, other, by=None)
    assert player_pairs(petra) == []
    assert models.DifferentPlayers.objects.count() == 1


def test_who_was_told_apart_from_the_dropped_stays_apart_from_the_kept(event):
    first, second, third = (player(number, event) for number in (1, 2, 3))
    other = twin(make_event(slug="zweiter", players=0), 1).player
    not_the_same(other, third, by=None)
    not_the_same(other, first, by=None)
    merge_players(first, other, by=None)
    assert [(one.one, one.other) for one in models.DifferentPlayers.objects.all()] == [(first, third)]
    assert second not in {first, third}


def test_director_is_asked_only_about_people_of_their_events(event):
    cast = make_cast(event)
    here = register(event, 31, first_name="Jörg", last_name="Müller").player
    elsewhere = register(make_event(slug="geheim", players=0), 1, first_name="Joerg", last_name="Mueller").player
    chief = User.objects.create_superuser("chief")
    assert [pair[:2] for pair in player_pairs(chief)] == [(here.pk, elsewhere.pk)]
    assert player_pairs(cast.petra) == []


def test_suggestion_keeps_the_side_that_took_part_more_often(event):
    second = make_event(slug="zweiter", players=0)
    seldom = register(event, 31, first_name="Joerg", last_name="Mueller").player
    often = register(event, 32, first_name="Jörg", last_name="Müller").player
    models.Registration.objects.create(event=second, player=often)
    chief = User.objects.create_superuser("chief")
    (one,) = suggestions(player_pairs(chief), chief)
    assert (one.keep.player, one.drop.player, one.words) == (often, seldom, "gleich bis auf die Schreibweise")


def test_clubs_are_suggested_when_their_names_are_alike(event):
    models.Club.objects.create(name="RC Nord")
    other = models.Club.objects.create(name="Rommé-Club Süd")
    chief = User.objects.create_superuser("chief")
    assert club_pairs(chief) == []
    models.Club.objects.filter(pk=other.pk).update(name="Rommé-Club Nord e.V.")
    assert [(club.name, alike.name) for club, alike in club_pairs(chief)] == [("RC Nord", "Rommé-Club Nord e.V.")]
