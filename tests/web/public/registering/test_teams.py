"""A captain registers and changes a team with one link; each member has a personal link."""

from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.waiting_list import place_of
from tests.web.public.registering.pages import PERSON, TEAM_ADDRESS, Status, open_event, own_page, page, send, team_data

pytestmark = pytest.mark.django_db


def test_a_captain_registers_a_team_and_changes_all_of_it():
    event = open_event(prizes="team", entry_fee=Decimal(10))
    answer = send(team_data(3, substitute=True), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    assert answer.url == own_page(captain)
    shown = page(own_page(captain))
    assert all(name in shown for name in ("Nordlichter", "Vera1 Nord", "Vera2 Nord", "Vera3 Nord", "Emil Ersatz"))
    assert "30,00" in shown
    changed = team_data(4) | {"team": "Nordwind", "p2_first_name": "Wanda"}
    changed |= {"e_first_name": "Emil", "e_last_name": "Ersatz"}
    assert send(changed, address=own_page(captain, "registration_change")).status_code == 302
    team = event.teams.get()
    assert team.name == "Nordwind"
    assert [str(one.registration.name) for one in team.memberships.filter(substitute=False)] == [
        "Vera1 Nord",
        "Wanda Nord",
        "Vera3 Nord",
        "Vera4 Nord",
    ]


def test_the_link_of_a_member_shows_nothing_of_the_others():
    event = open_event(prizes="team")
    send(team_data(), address=TEAM_ADDRESS)
    member = event.registrations.exclude(captain=None)[0]
    shown = page(own_page(member))
    assert "Vera2 Nord" in shown
    assert "Vera1 Nord" not in shown


def test_the_substitute_plays_for_a_member_who_withdraws():
    event = open_event(prizes="team", capacity=4)
    send(team_data(substitute=True), address=TEAM_ADDRESS)
    send({**PERSON, "first_name": "Carl"})
    member = event.registrations.get(player__first_name="Vera2")
    assert "spielt dann Emil Ersatz" in page(own_page(member, "registration_withdraw"))
    Client().post(own_page(member, "registration_withdraw"))
    assert not models.TeamMember.objects.filter(substitute=True).exists()
    assert event.registrations.get(player__first_name="Carl").status == Status.WAITING


def test_a_captain_withdraws_the_whole_team_and_its_name_is_free_again():
    event = open_event(prizes="team")
    send(team_data(), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    Client().post(own_page(captain, "registration_withdraw") + "?mannschaft=1")
    assert set(event.registrations.values_list("status", flat=True)) == {Status.WITHDRAWN}
    assert send(team_data(), address=TEAM_ADDRESS).status_code == 302


def test_a_member_added_later_waits_where_there_is_no_place():
    event = open_event(prizes="team", capacity=3)
    send(team_data(3), address=TEAM_ADDRESS)
    captain = event.registrations.get(captain=None)
    send(team_data(4), address=own_page(captain, "registration_change"))
    late = event.registrations.get(player__first_name="Vera4")
    assert (late.status, place_of(late)) == (Status.WAITING, 1)
    assert "auf der Warteliste" in page(own_page(captain))


def test_a_name_without_its_other_half_is_said_at_its_field():
    open_event(prizes="team")
    shown = send({**team_data(2), "p3_first_name": "Vera3"}, address=TEAM_ADDRESS).content.decode()
    assert "Bitte geben Sie den Nachnamen an." in shown


def test_nobody_joins_the_team_of_a_captain_by_its_name():
    event = open_event(prizes="team")
    send(team_data(3), address=TEAM_ADDRESS)
    assert "eine Person für alle angemeldet" in send({**PERSON, "team": "nordlichter"}).content.decode()
    assert event.registrations.count() == 3


def test_players_found_a_team_together_until_it_is_full():
    event = open_event(prizes="both")
    for n in range(4):
        send({**PERSON, "first_name": f"Vera{n}", "team": "Die Vier"})
    assert "hat schon 4 Mitglieder" in send({**PERSON, "team": "Die Vier"}).content.decode()
    assert event.teams.get().memberships.count() == 4
