"""An import links to people of the register by key or confirmation, never by the name only."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.models import Club, Event, Player
from tests.tournament.exchange.event_file.dealing import Json, event

pytestmark = pytest.mark.django_db


def people_only(seed: int) -> Json:
    return {**event(seed, players=3), "series": [], "teams": []}


@pytest.fixture
def known() -> Player:
    club = Club.objects.create(name="Alte Garde")
    return Player.objects.create(key="K-1", first_name="Vorname1", last_name="Nachname1", club=club)


def test_somebody_of_the_same_name_is_a_new_player(known: Player) -> None:
    imported = import_event(check(people_only(1)))
    assert imported.event.registrations.get(number=1).player != known
    assert [(namesake.number, namesake.player) for namesake in imported.namesakes] == [(1, known)]


def test_key_of_the_register_links(known: Player) -> None:
    content = people_only(2)
    content["participants"][0]["key"] = "K-1"
    imported = import_event(check(content))
    assert imported.event.registrations.get(number=1).player == known
    assert imported.namesakes == ()
    assert export_event(imported.event) == content


def test_participants_are_stored_with_one_statement() -> None:
    with CaptureQueriesContext(connection) as queries:
        import_event(check({**event(3, players=30), "series": [], "teams": []}))
    stored = [query for query in queries if query["sql"].startswith("INSERT")]
    for table in ("tournament_player", "tournament_registration"):
        assert len([query for query in stored if f'"{table}"' in query["sql"]]) == 1


def test_unknown_key_makes_a_player_who_is_known_by_it_from_then_on() -> None:
    for seed in (3, 4):
        content = people_only(seed)
        content["participants"][0]["key"] = "K-9"
        import_event(check(content))
    assert Player.objects.get(key="K-9").registrations.count() == 2


def test_key_with_another_name_needs_a_confirmation(known: Player) -> None:
    content = people_only(5)
    content["participants"][1]["key"] = "K-1"
    with pytest.raises(EventFileError) as refused:
        import_event(check(content))
    assert f"--link 2={known.pk}" in str(refused.value)
    assert import_event(check(content), links={2: known.pk}).event.registrations.get(number=2).player == known


def test_command_names_the_link_to_confirm_and_takes_it(known: Player, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(people_only(6)))
    said = io.StringIO()
    call_command("import_event", str(file), dry_run=True, stdout=said)
    assert f"--link 1={known.pk}" in said.getvalue()
    assert not Event.objects.exists()
    call_command("import_event", str(file), f"--link=1={known.pk}", stdout=said)
    assert Event.objects.get().registrations.get(number=1).player == known
    assert Player.objects.count() == 3


@pytest.mark.parametrize("links", [{1: 999_999}, {77: 1}])
def test_link_that_leads_nowhere_is_refused(links: dict[int, int], known: Player) -> None:
    with pytest.raises(EventFileError):
        import_event(check(people_only(7)), links=links)
    assert not Event.objects.exists()


def test_one_person_cannot_be_two_participants(known: Player) -> None:
    with pytest.raises(EventFileError):
        import_event(check(people_only(8)), links={1: known.pk, 2: known.pk})


def test_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="lässt sich nicht lesen"):
        call_command("import_event", str(tmp_path / "nothing.json"))
