"""Services of online registration: limits for outsiders, and corrections by officials."""

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.utils import timezone

from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants import categories, invitations, registrations, self_registration
from romme_turnier.tournament.participants.deletion import delete_registration, why_not_deletable
from romme_turnier.tournament.participants.own_registration import TeamChange, change_team, withdraw_own, withdraw_team
from romme_turnier.tournament.participants.self_registration import (
    Person,
    RegistrationDetails,
    register_alone,
    register_team,
    why_closed,
)
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.participants.waiting_list import queue
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, make_open_event, seat_series

pytestmark = pytest.mark.django_db

ASKED = RegistrationDetails(contact="0170 123456", club="RC Nord")


@pytest.fixture
def event() -> models.Event:
    return make_open_event(bank_details="DE02120300000000202051", capacity=20)


def person(name: str = "Berta") -> Person:
    return Person(first_name=name, last_name="Neu")


def team(event: models.Event, size: int = 4, *, spare: bool = False) -> models.Registration:
    people = [person(f"Vera{n}") for n in range(size)]
    return register_team(event, "Nord", people, ASKED, substitute=person("Emil") if spare else None)


def test_each_registration_has_a_link_of_its_own(event):
    team(event, spare=True)
    tokens = list(event.registrations.values_list("token", flat=True))
    assert len(set(tokens)) == 5
    assert all(len(token) >= 32 for token in tokens)


def test_the_log_keeps_no_link(event):
    token = register_alone(event, person(), ASKED).token
    assert token
    assert all(token not in f"{act.old}{act.new}" for act in models.EventLog.objects.all())


def test_registration_closes_by_itself(event):
    with time_machine.travel(event.registration_closes_at - timedelta(seconds=1)):
        assert why_closed(event) == ""
    with time_machine.travel(event.registration_closes_at):
        assert "Anmeldeschluss" in why_closed(event)
        with pytest.raises(TournamentError, match="Anmeldeschluss"):
            register_alone(event, person(), ASKED)


def test_an_event_without_a_close_takes_registrations_until_it_begins(event):
    models.Event.objects.update(registration_closes_at=None)
    event.refresh_from_db()
    assert why_closed(event) == ""
    with time_machine.travel(event.starts_at):
        assert why_closed(event) != ""


def test_the_director_can_switch_it_off_at_any_time(event):
    models.Event.objects.update(self_registration=False)
    with pytest.raises(TournamentError):
        register_alone(event, person(), ASKED)


def test_outsiders_cannot_register_without_end(event, monkeypatch):
    monkeypatch.setattr(self_registration, "MOST", 2)
    register_alone(event, person("A"), ASKED)
    withdraw_own(register_alone(event, person("B"), ASKED))
    with pytest.raises(TournamentError, match="keine Anmeldungen mehr"):
        register_alone(event, person("C"), ASKED)


@pytest.mark.parametrize("name", [" ", "x" * 81])
def test_a_name_that_is_none_or_too_long_is_refused(event, name):
    with pytest.raises(TournamentError):
        register_alone(event, person(name), ASKED)
    assert not models.Player.objects.exists()


def test_a_team_has_four_at_most_and_a_name_of_its_own(event):
    with pytest.raises(TournamentError, match="höchstens 4"):
        team(event, 5)
    team(event, spare=True)
    with pytest.raises(TournamentError, match="schon angemeldet"):
        register_team(event, "NORD", [person("Z")], ASKED)
    assert event.registrations.count() == 5


def test_substitute_leaves_room_for_the_fourth_member(event):
    for n in range(4):
        registrations.register(event, registrations.Entry(last_name=f"Neu{n}", team="Nord"), by=None)
    event.teams.get().memberships.filter(position=4).update(substitute=True)
    register_alone(event, person(), ASKED, team="Nord")
    with pytest.raises(TournamentError, match="schon 4"):
        register_alone(event, person("Carla"), ASKED, team="Nord")


def test_captain_counts_the_members_whom_officials_added(event):
    captain = team(event, 3, spare=True)
    registrations.register(event, registrations.Entry(last_name="Vierte", team="Nord"), by=None)
    for more in ({"added": [person("Carla")]}, {"substitute": person("Carla")}):
        with pytest.raises(TournamentError, match="höchstens 4 Mitglieder und einen Ersatz"):
            change_team(captain, TeamChange(name="Nord", people={}, **more), club="RC Nord", contact="0170 1")
    assert event.teams.get().memberships.count() == 5


def test_change_of_members_is_logged_although_the_team_keeps_its_name(event):
    captain = team(event)
    change_team(
        captain, TeamChange(name="Nord", people={captain.pk: person("Carla")}), club="RC Nord", contact="0170 1"
    )
    assert event.record.latest("number").verb == "own_registration.change_team"


def test_tandem_takes_a_third_member_only_for_one_who_withdrew(event):
    members = [registrations.register(event, registrations.Entry(last_name=f"Neu{n}"), by=None) for n in range(2)]
    create_team(event, "Paar", members, tandem=True, by=None)
    with pytest.raises(TournamentError, match="„Paar“ ist ein Tandem"):
        register_alone(event, person(), ASKED, team="paar")
    with pytest.raises(TournamentError, match="„Paar“ ist ein Tandem"):
        registrations.register(event, registrations.Entry(last_name="Dritte", team="Paar"), by=None)
    models.Registration.objects.filter(pk=members[0].pk).update(status="withdrawn", left_before_series=1)
    assert register_alone(event, person(), ASKED, team="Paar").team_membership.team.name == "Paar"


def test_nothing_of_a_team_is_stored_where_one_of_it_is_registered_already(event):
    register_alone(event, person("Vera2"), ASKED)
    with pytest.raises(TournamentError, match="Vera2 Neu ist schon angemeldet"):
        team(event)
    assert event.registrations.count() == 1
    assert not event.teams.exists()


def test_categories_of_another_event_are_ignored(event):
    other = make_event(players=0, slug="anderswo")
    categories.name_categories(other, ["Jugend"])
    stranger = Person(first_name="A", last_name="B", categories=[other.categories.get().pk])
    assert not register_alone(event, stranger, ASKED).categories.exists()


def test_who_paid_before_withdrawing_is_owed_it_back(event):
    models.Event.objects.update(entry_fee=Decimal(10))
    event.refresh_from_db()
    own = register_alone(event, person(), ASKED)
    fees.pay(own, method="bank", key="k", by=None)
    own = withdraw_own(own)
    assert (fees.owed(own), fees.booked(own)) == (Decimal(0), Decimal(10))


def test_prepayment_of_a_team_does_not_fill_the_cash_box(event):
    models.Event.objects.update(entry_fee=Decimal(10))
    team(event)
    entries = fees.pay_team(event.teams.get(), method="bank", key="k", by=None)
    assert {entry.method for entry in entries} == {"bank"}


def test_withdrawing_twice_is_refused(event):
    own = register_alone(event, person(), ASKED)
    withdraw_own(own)
    with pytest.raises(TournamentError, match="zurückgezogen"):
        withdraw_own(own)


def test_next_years_event_keeps_places_and_account(event):
    copy = copy_event(event, name="Neu", starts_at=event.starts_at + timedelta(days=365), by=make_official(event))
    assert (copy.capacity, copy.bank_details, copy.self_registration) == (20, "DE02120300000000202051", True)
    assert copy.published_at is None
    assert not copy.player_invitations.exists()


def test_a_mistaken_registration_is_deleted_with_the_person_nobody_knows(event):
    own = register_alone(event, person(), ASKED)
    registrations.rename(own.player, "Ada", "Anders")
    delete_registration(own, by=None)
    assert not event.registrations.exists()
    assert not models.Player.objects.exists()
    assert not models.Club.objects.filter(name="RC Nord").exists()


def test_a_person_of_the_register_stays_when_a_registration_is_deleted(event):
    own = registrations.register(event, registrations.Entry(first_name="A", last_name="B", club="RC"), by=None)
    delete_registration(own, by=None)
    assert models.Player.objects.count() == 1
    assert models.Club.objects.filter(name="RC").exists()


def test_deleting_lets_the_first_of_the_waiting_list_in(event):
    models.Event.objects.update(capacity=1)
    first = register_alone(event, person("A"), ASKED)
    second = register_alone(event, person("B"), ASKED)
    delete_registration(first, by=None)
    second.refresh_from_db()
    assert second.status == "active"


def test_a_team_that_waits_goes_on_waiting_together_when_its_captain_is_deleted(event):
    models.Event.objects.update(capacity=1)
    captain = team(event)
    delete_registration(captain, by=None)
    assert [group.places for group in queue(event)] == [3]


def test_what_something_rests_on_is_not_deleted(event):
    models.Event.objects.update(entry_fee=Decimal(10))
    event.refresh_from_db()
    own = register_alone(event, person(), ASKED)
    fees.pay(own, key="k", by=None)
    with pytest.raises(TournamentError, match="Geld gebucht"):
        delete_registration(own, by=None)
    other = make_event(slug="anderswo")
    seat_series(other)
    assert "an einem Tisch gesessen" in why_not_deletable(other.registrations.get(number=1))


def test_who_is_named_in_a_dispute_is_not_deleted(event):
    own = registrations.register(event, registrations.Entry(first_name="A", last_name="B", number=3), by=None)
    models.Dispute.objects.create(event=event, number=1, facts="Streit", players=[3], called_at=timezone.now())
    assert why_not_deletable(own) != ""


def test_who_was_excluded_is_not_deleted(event):
    own = register_alone(event, person(), ASKED)
    registrations.exclude(own, 1, reason="Karten versteckt", by=None)
    with pytest.raises(TournamentError, match=r"ausgeschlossen \(§ 1\.4\)"):
        delete_registration(own, by=None)


def test_who_stands_in_released_standings_is_not_deleted(event):
    own = registrations.register(event, registrations.Entry(first_name="A", last_name="B", number=3), by=None)
    series = models.Series.objects.create(event=event, number=1)
    row = StandingRow(rank=None, number=3, club=None, tally=Tally.of([]), results=())
    series.releases.create(event=event, number=1, released_at=timezone.now(), rows=[row])
    assert "hängen schon andere Einträge" in why_not_deletable(own)


def test_an_invitation_is_free_again_when_its_player_withdraws(event):
    models.Event.objects.update(access="closed")
    invitation = invitations.invite_player(event, "Berta Neu", by=None)
    asked = RegistrationDetails(contact="0170 123456", invitation=invitation)
    own = register_alone(event, person(), asked)
    with pytest.raises(TournamentError, match="gilt nur einmal"):
        register_alone(event, person(), asked)
    withdraw_own(own)
    register_alone(event, person(), asked)
    assert len(invitations.users_of(invitation)) == 1


def test_an_invitation_needs_a_name(event):
    with pytest.raises(TournamentError):
        invitations.invite_player(event, "  ", by=None)
    with pytest.raises(TournamentError):
        invitations.invite_club(event, "x" * 200, by=None)


def test_a_club_is_invited_under_the_name_that_is_known(event):
    club = models.Club.objects.create(name="RC Nord")
    assert invitations.invite_club(event, "rc  nord", by=None).club == club


def test_a_captain_who_withdrew_alone_still_looks_after_the_team(event):
    captain = team(event)
    withdraw_own(captain)
    withdraw_team(captain)
    assert set(event.registrations.values_list("status", flat=True)) == {"withdrawn"}


def test_a_team_whose_last_member_leaves_is_gone_and_its_name_free(event):
    for member in [team(event, 2), *event.registrations.exclude(captain=None)]:
        withdraw_own(member)
    assert not event.teams.exists()
    team(event, 2)


def test_a_team_whose_last_member_is_deleted_is_gone(event):
    delete_registration(team(event, 1), by=None)
    assert not event.teams.exists()
