"""The players of each organiser are those with a registration for one of its events, after every service."""

from importlib import import_module
from io import StringIO
from random import Random
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.exchange.register_integrity import register_differences
from romme_turnier.tournament.models import Event, Organiser, OrganiserPlayer, Player, Registration
from romme_turnier.tournament.participants.deletion import delete_registration
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_players
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.participants.self_registration import Person, RegistrationDetails, register_team
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_open_event, make_organiser
from tests.tournament.exchange.event_file.dealing import event

pytestmark = pytest.mark.django_db
FILL = "romme_turnier.tournament.migrations.0058_fill_players_of_organisers"


def stored() -> set[tuple[str, str]]:
    rows = OrganiserPlayer.objects.values_list("organiser__number", "player__first_name")
    assert len(rows) == len(set(rows))
    return set(rows)


def registered() -> set[tuple[str, str]]:
    return {(row.event.held_by.number, row.player.first_name) for row in Registration.objects.all()}


def organisers() -> list[Organiser]:
    top = make_organiser(number="1", slug="verband", kind="federation")
    return [top, *(make_organiser(number=f"1-{n}", slug=f"verein-{n}", parent=top) for n in (1, 2))]


@pytest.mark.parametrize("seed", range(4))
def test_players_are_those_of_the_registrations_after_services_by_chance(seed: int) -> None:
    chance = Random(seed)
    held_by = organisers()
    events = [make_open_event(slug=f"abend-{place}", held_by=one) for place, one in enumerate(held_by)]
    events += [make_event(players=0, slug=f"morgen-{place}", held_by=one) for place, one in enumerate(held_by)]
    for step in range(30):
        _anything(chance, events, f"Ida{step}", list(Player.objects.order_by("pk")))
        assert stored() == registered()
    assert list(register_differences()) == []


def test_rebuild_command_mends_the_players_of_organisers() -> None:
    held_by = organisers()
    register(make_event(players=0, held_by=held_by[1]), Entry(first_name="Ida", last_name="Anders"), by=None)
    OrganiserPlayer.objects.update(organiser=held_by[2])
    with pytest.raises(SystemExit):
        call_command("rebuild_results", stdout=StringIO(), stderr=StringIO())
    assert stored() == registered()
    call_command("rebuild_results", stdout=StringIO())


def _anything(chance: Random, events: list[Event], name: str, people: list[Player]) -> None:
    evening, rows = chance.choice(events), list(Registration.objects.order_by("pk"))
    what = chance.choice(["new", "known", "team", "delete", "merge", "erase"] if len(people) > 1 else ["new"])
    try:
        match what:
            case "new":
                register(evening, Entry(first_name=name, last_name="Neu"), by=None)
            case "known":
                register(evening, Entry(first_name="", last_name="", player=chance.choice(people)), by=None)
            case "team":
                both = [Person(first_name=f"{name}{half}", last_name="Paar") for half in "ab"]
                register_team(evening, name, both, RegistrationDetails(contact="a@example.org"))
            case "delete" if rows:
                delete_registration(chance.choice(rows), by=None)
            case "merge":
                merge_players(*chance.sample(people, 2), by=None)
            case "erase":
                erase_player(chance.choice(people), by=None)
    except TournamentError:  # such as two registrations of one person
        pass


def test_player_with_another_registration_at_the_organiser_stays() -> None:
    first, second = (make_event(players=0, slug=slug) for slug in ("erster", "zweiter"))
    row = register(first, Entry(first_name="Anna", last_name="Apel"), by=None)
    again = register(second, Entry(first_name="Anna", last_name="Apel", player=row.player), by=None)
    delete_registration(row, by=None)
    assert stored() == {("1", "Anna")}
    delete_registration(again, by=None)
    assert stored() == set()


def test_people_of_an_event_file_are_players_of_its_organiser() -> None:
    imported = import_event(check(event(1, players=4, series=1))).event
    assert stored() == registered()
    assert len(stored()) == imported.registrations.count() == 4


def test_upgrade_fills_the_players_from_the_registrations() -> None:
    first, *_others = organisers()
    for slug in ("erster", "zweiter"):
        make_event(players=3, slug=slug, held_by=first)
    make_event(players=2, slug="dritter", held_by=make_organiser(number="1-1"))
    before = set(OrganiserPlayer.objects.values_list("organiser", "player"))
    OrganiserPlayer.objects.all().delete()
    import_module(FILL).fill_players(apps, SimpleNamespace(connection=connection))
    assert set(OrganiserPlayer.objects.values_list("organiser", "player")) == before
    assert len(before) == 8
