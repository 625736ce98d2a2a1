"""Erased people are never offered, found or linked again: a list with "N. N." makes new people."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.exchange.event_file.people import link_players
from romme_turnier.tournament.models import Event, Player, Registration, Team, TeamMember
from romme_turnier.tournament.participants.finding import find_people
from romme_turnier.tournament.participants.own_registration import may_rename
from romme_turnier.tournament.participants.register.bans import ban
from romme_turnier.tournament.participants.register.duplicates import player_pairs
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, search
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.self_registration import Person, demand_new
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.web.organiser.participants.substitutes import CallInForm
from romme_turnier.web.organiser.participants.teams import TeamForm
from tests.factories import make_event, make_official, register

pytestmark = pytest.mark.django_db
LIST = "Name;Verein\nN. N.;RC Nordlicht"


@pytest.fixture
def event() -> Event:
    return make_event(players=2)


@pytest.fixture
def erased(event: Event) -> Registration:
    """Last year's winner, who asked to be erased."""
    last_year = make_event(players=2, slug="vorjahr", starts_at=timezone.now() - timedelta(days=365))
    make_official(last_year, username="petra")
    winner = last_year.registrations.get(number=1)
    erase_player(winner.player, by=None)
    winner.refresh_from_db()
    return winner


def preview(client: Client, event: Event) -> str:
    answer = client.post(reverse("organiser:participants_import", args=[event.slug]), {"text": LIST})
    return answer.content.decode()


def test_list_with_nobody_s_name_is_new_and_its_name_becomes_nobody_else_s(petra, event, erased):
    assert "dieselbe Person" not in preview(petra, event)
    address = reverse("organiser:participants_import", args=[event.slug])
    petra.post(address, {"text": LIST, "was": "melden", "line-2": str(erased.player_id)})
    new = event.registrations.latest("pk")
    assert (new.name, new.player_id != erased.player_id) == ("N. N.", True)
    said = {"first_name": "Erika", "last_name": "Neumann", "club": "RC Nordlicht", "number": ""}
    petra.post(reverse("organiser:participant", args=[event.slug, new.pk]), said)
    erased.refresh_from_db()
    assert (Registration.objects.get(pk=new.pk).name, erased.name) == ("Erika Neumann", "N. N.")


def test_list_with_nobody_s_name_still_asks_about_somebody_who_is_merely_called_so(petra, event, erased):
    register(make_event(players=0, slug="platzhalter"), 1, first_name="N.", last_name="N.")
    assert "dieselbe Person: N. N." in preview(petra, event)


def test_erased_person_keeps_no_name(petra, erased):
    address = reverse("organiser:participant", args=[erased.event.slug, erased.pk])
    page = petra.post(address, {"first_name": "Erika", "last_name": "Neumann", "club": "", "number": "1"})
    assert "Diese Person ist gelöscht." in page.content.decode()
    erased.refresh_from_db()
    assert erased.name == "N. N."
    assert not may_rename(erased)


def test_events_named_after_the_erased_person_are_not_found_by_the_name(event):
    person = register(event, 99, first_name="Zenobia", last_name="Quitt")
    event.name, event.organiser, event.venue = "Zenobia-Quitt-Pokal", "Zenobia Quitt", "Gasthaus Zenobia Quitt"
    event.starts_at = timezone.now() - timedelta(days=9)
    event.save()
    erase_player(person.player, by=None)
    event.refresh_from_db()
    assert (event.organiser, event.venue) == ("…", "Gasthaus …")
    assert (event.words.split(), event.venue_words.split()) == (["zenobia", "pokal"], ["gasthaus"])


def test_door_offers_nobody_who_was_erased(petra, event, erased):
    desk = reverse("organiser:front_desk", args=[event.slug])
    assert f"person={erased.player_id}" not in petra.get(desk, {"q": "N. N."}).content.decode()
    assert petra.get(desk, {"person": erased.player_id}).status_code == 404
    assert petra.post(desk, {"person": erased.player_id, "club": ""}).status_code == 404
    page = petra.post(desk, {"first_name": "N.", "last_name": "N.", "club": ""}).content.decode()
    assert "Ist das dieselbe Person?" not in page


def test_register_neither_finds_nor_compares_erased_people(petra, erased):
    register(make_event(players=0, slug="platzhalter"), 1, first_name="N.", last_name="N.")
    page = petra.get(reverse("organiser:register"), {"q": "N.", "wen": "N."}).content.decode()
    assert "N. N." not in page
    alike = {pk for one, other, _how in player_pairs(User.objects.create_superuser("chief")) for pk in (one, other)}
    assert erased.player_id not in alike
    for name in ("player_ban", "player_erase"):
        assert petra.get(reverse(f"organiser:{name}", args=[erased.player_id])).status_code == 404


def test_erased_people_are_neither_merged_nor_banned(event, erased):
    other = event.registrations.get(number=1).player
    for attempt in (
        lambda: merge_players(other, erased.player, by=None),
        lambda: merge_players(erased.player, other, by=None),
        lambda: ban(erased.player, "Grund", until=None, event=None, by=None),
        lambda: erase_player(erased.player, by=None),
    ):
        with pytest.raises(TournamentError, match="gelöscht"):
            attempt()


def test_event_file_links_to_nobody_who_was_erased(erased):
    people = [{"number": 7, "first_name": "N.", "last_name": "N."}]
    assert link_players(people, {7: erased.player_id}).faults[0].message.startswith("erwartet: ein Spieler")
    assert namesakes([name_key("N.", "N.")], Player.objects.known()) == {}
    assert search("N.", Player.objects.known()) == []


def test_erased_participant_is_named_by_the_number_alone(erased):
    assert find_people(erased.event, "N. N.") == []
    assert find_people(erased.event, "1") == find_people(erased.event, "1 N. N.") == [erased]


def test_teams_offer_nobody_who_was_erased(erased):
    event = erased.event
    team = Team.objects.create(event=event, key="T", name="Nordlicht")
    assert erased not in TeamForm(event, team=team).everybody
    TeamMember.objects.create(team=team, registration=erased, substitute=True)
    assert erased in TeamForm(event, team=team).everybody
    assert CallInForm(team).people == {}


def test_registering_alone_under_nobody_s_name_is_not_refused(event, erased):
    Registration.objects.create(event=event, player=erased.player, status="excluded", left_before_series=1)
    demand_new(event, [Person(first_name="N.", last_name="N.")], "", "")
