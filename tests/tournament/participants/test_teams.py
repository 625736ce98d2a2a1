"""Teams: everybody plays for one at most."""

import pytest
from django.db import IntegrityError, transaction

from romme_turnier.tournament.models import Event, Registration, Team, TeamMember
from romme_turnier.tournament.participants.team_creation import add_to_team
from romme_turnier.tournament.participants.teams import create_team, delete_team, update_team
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, register

pytestmark = pytest.mark.django_db


def players(event: Event, *numbers: int) -> list[Registration]:
    return [event.registrations.get(number=number) for number in numbers]


def numbers_of(team: Team) -> list[int | None]:
    return [membership.registration.number for membership in team.memberships.all()]


def test_team_keeps_its_members_in_their_order(event: Event) -> None:
    team = create_team(event, " Die  Nordlichter ", players(event, 5, 1, 3), by=None)
    assert (team.name, numbers_of(team)) == ("Die Nordlichter", [5, 1, 3])


def test_teams_get_keys_of_their_own(event: Event) -> None:
    first = create_team(event, "A", [], by=None)
    create_team(event, "B", [], by=None)
    delete_team(first, by=None)
    create_team(event, "C", [], by=None)
    assert sorted(event.teams.values_list("key", flat=True)) == ["T1", "T2"]


def test_new_team_and_new_member_are_the_last_after_others_are_gone(event: Event) -> None:
    teams = [create_team(event, name, players(event, at), by=None) for at, name in enumerate("ABC", start=1)]
    for team in teams[:2]:
        delete_team(team, by=None)
    create_team(event, "D", players(event, 4, 5, 6), by=None)
    assert [team.name for team in event.teams.all()] == ["C", "D"]
    last = event.teams.get(name="D")
    last.memberships.filter(registration__number__in=(4, 5)).delete()
    add_to_team(last, *players(event, 7))
    assert numbers_of(last) == [6, 7]


def test_members_can_be_changed(event: Event) -> None:
    team = create_team(event, "Nord", players(event, 1, 2), by=None)
    update_team(team, "Nord", players(event, 2, 3), substitutes=[], by=None)
    assert numbers_of(team) == [2, 3]


def test_nobody_plays_for_two_teams(event: Event) -> None:
    create_team(event, "Nord", players(event, 1), by=None)
    with pytest.raises(TournamentError, match="gehört schon zu „Nord“"):
        create_team(event, "Süd", players(event, 1, 2), by=None)
    assert event.teams.count() == 1


def test_database_itself_refuses_a_second_team(event: Event) -> None:
    create_team(event, "Nord", players(event, 1), by=None)
    other = create_team(event, "Süd", [], by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamMember.objects.create(team=other, registration=players(event, 1)[0])


def test_nobody_is_in_a_team_twice(event: Event) -> None:
    with pytest.raises(TournamentError, match="zweimal"):
        create_team(event, "Nord", players(event, 1, 1), by=None)


def test_members_come_from_the_same_event(event: Event) -> None:
    stranger = register(make_event(players=0, slug="anderswo"), 1)
    with pytest.raises(TournamentError, match="gehören nicht"):
        create_team(event, "Nord", [stranger], by=None)


@pytest.mark.parametrize("name", ["", "  ", "Nord"])
def test_name_is_wanted_and_unlike_the_others(event: Event, name: str) -> None:
    create_team(event, "Nord", [], by=None)
    with pytest.raises(TournamentError, match="Mannschaft"):
        create_team(event, name, [], by=None)


def test_dissolved_team_leaves_its_members_in_the_event(event: Event) -> None:
    delete_team(create_team(event, "Nord", players(event, 1), by=None), by=None)
    assert event.registrations.count() == 8


def test_tandem_has_two_members_at_most():
    event = make_event(players=3)
    members = list(event.registrations.all())
    with pytest.raises(TournamentError, match="zwei Mitglieder"):
        create_team(event, "Die Drei", members, tandem=True, by=None)
    pair = create_team(event, "Paar", members[:2], tandem=True, by=None)
    assert pair.size == 2
    assert update_team(pair, "Paar", members, substitutes=[], by=None).size is None
