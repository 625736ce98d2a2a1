"""Event files and commands in a program with several organisers; files of a program with one are as before."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.addresses import readdress
from tests.factories import make_organiser
from tests.tournament.exchange.event_file.dealing import Json, event, of_version_2

pytestmark = pytest.mark.django_db


@pytest.fixture
def north() -> Organiser:
    return make_organiser(number="09-01", slug="nord")


@pytest.fixture
def south(north: Organiser) -> Organiser:
    """The second organiser of the program."""
    return make_organiser(number="09-02", slug="sued")


def of(number: str, *, version: int = 2) -> Json:
    content = event(1)
    content = of_version_2(content) if version == 2 else content
    content["event"] |= {"slug": "abend-1", "organiser_number": number}
    return content


def faults_of(content: Json) -> dict[str, str]:
    with pytest.raises(EventFileError) as refused:
        import_event(check(content))
    assert not Event.objects.exists()
    return {fault.path: fault.message for fault in refused.value.faults}


def test_event_returns_to_its_organiser_with_its_part_of_the_address(south: Organiser) -> None:
    content = of("09-02")
    imported = import_event(check(content)).event
    assert (imported.slug, imported.held_by) == ("sued/abend-1", south)
    assert export_event(imported) == content
    imported = import_event(check(of("09-01"))).event  # the other organiser's event has the same name
    assert imported.slug == "nord/abend-1"


def test_event_that_version_1_is_enough_for_is_written_in_version_2_with_several(north: Organiser) -> None:
    content = event(1)
    imported = import_event(check(content)).event
    assert export_event(imported) == content
    make_organiser(number="09-02", slug="sued")
    readdress()
    imported.refresh_from_db()
    written = export_event(imported)
    facts = {"slug": content["event"]["slug"], "organiser_number": "09-01"}
    assert (written["version"], {key: written["event"][key] for key in facts}) == (2, facts)
    written["event"]["slug"] = "kopie"
    assert export_event(import_event(check(written)).event) == written


def test_number_of_no_organiser_here_is_refused(north: Organiser) -> None:
    message = "erwartet: die Nummer eines Veranstalters dieses Programms; „09-03“ gibt es nicht"
    assert faults_of(of("09-03")) == {"$.event.organiser_number": message}
    make_organiser(number="09-02", slug="sued")
    assert faults_of(of("09-03")) == {"$.event.organiser_number": message}


def test_file_without_a_number_is_refused_with_several(south: Organiser) -> None:
    assert "dieses Programm hat mehrere" in faults_of(event(1))["$.event.organiser_number"]
    assert import_event(check(event(1)), organiser=south).event.slug.startswith("sued/")


def test_all_faults_are_named_at_once(south: Organiser) -> None:
    content = event(1)
    content["event"]["slug"] = "rangliste"
    assert faults_of(content).keys() == {"$.event.slug", "$.event.organiser_number"}


def test_number_is_of_version_2_and_has_three_groups_at_most(south: Organiser) -> None:
    for content in (of("09-02", version=1), of("09-02-1-1"), of("neun")):
        assert faults_of(content).keys() == {"$.event.organiser_number"}


def test_command_imports_for_the_organiser_that_it_names(south: Organiser, tmp_path: Path) -> None:
    file, said = tmp_path / "abend.json", io.StringIO()
    file.write_text(json.dumps(event(1)))
    with pytest.raises(CommandError, match="dieses Programm hat mehrere"):
        call_command("import_event", str(file))
    with pytest.raises(CommandError, match=r"Einen Veranstalter „7“ gibt es nicht\. Es gibt: 09-01, 09-02"):
        call_command("import_event", str(file), organiser="7")
    call_command("import_event", str(file), organiser="09-02", dry_run=True, stdout=said)
    assert not Event.objects.exists()
    call_command("import_event", str(file), organiser="09-02", stdout=said)
    assert Event.objects.get().held_by == south


def written(address: str) -> str:
    said = io.StringIO()
    call_command("export_event", address, stdout=said)
    return str(json.loads(said.getvalue())["event"]["organiser_number"])


def test_commands_accept_the_events_part_of_the_address_while_it_is_unique(south: Organiser, north: Organiser) -> None:
    import_event(check(of("09-01")))
    assert written("abend-1") == written("nord/abend-1") == "09-01"
    import_event(check(of("09-02")))
    assert [written(address) for address in ("nord/abend-1", "sued/abend-1")] == ["09-01", "09-02"]
    several = "„abend-1“ heißen mehrere Turniere. Bitte nennen Sie eines ganz: nord/abend-1, sued/abend-1"
    for command in ("export_event", "standings", "verify"):
        with pytest.raises(CommandError, match=several):
            call_command(command, "abend-1")
    with pytest.raises(CommandError, match=r"„abend“ gibt es nicht\. Es gibt: nord/abend-1, sued/abend-1"):
        written("abend")


def test_commands_take_an_earlier_address(north: Organiser) -> None:
    content = event(1)
    content["event"]["slug"] = "abend-1"
    moved = import_event(check(content)).event
    make_organiser(number="09-02", slug="sued")
    readdress()
    moved.refresh_from_db()
    moved.slug = "nord/erster"
    moved.save()
    assert written("abend-1") == "09-01"


def test_simulated_event_belongs_to_the_first_organiser(south: Organiser) -> None:
    federation = make_organiser(number="09", slug="bund", kind="federation")
    Organiser.objects.exclude(pk=federation.pk).update(parent=federation)
    small = {"players": 3, "series": 1, "games": 1, "slug": "klein", "stdout": io.StringIO()}
    call_command("simulate", **small)
    assert Event.objects.get().slug == "nord/klein"
    with pytest.raises(CommandError, match="„klein“ gibt es schon"):
        call_command("simulate", **small)
