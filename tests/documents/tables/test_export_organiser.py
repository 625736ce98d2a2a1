"""The data of an organiser as files in a folder, for another host."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.models import Event, Membership
from tests.factories import make_event, make_hook, make_official, make_organiser
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import sign_for

pytestmark = pytest.mark.django_db


def test_folder_has_everything_at_the_organiser_and_below_and_nothing_of_others(tmp_path: Path) -> None:
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    issue(season, ["111.00", "310.50", "400.25", ""])
    above = season.organiser
    below = make_organiser(number=f"{above.number}-01", slug="darunter", name="Darunter", parent=above)
    neighbour = make_organiser(number="77", slug="nebenan", name="Nebenan")
    events = [
        make_event(players=4, slug=f"{row.slug}/abend", held_by=row, name=f"Abend {row.slug}")
        for row in (above, below, neighbour)
    ]
    player = events[1].registrations.get(number=1).player
    Membership.objects.create(player=player, organiser=below, number="12")
    folder = tmp_path / "neu"
    call_command("export_organiser", above.number, str(folder))
    names = {path.name for path in folder.iterdir()}
    assert {f"turnier-{above.slug}-abend.json", "turnier-darunter-abend.json"} <= names
    assert f"mitglieder-{below.number}.csv" in names
    assert not any("nebenan" in path.read_text("utf-8-sig").lower() for path in folder.iterdir())
    rows = list(
        csv.reader((folder / f"mitglieder-{below.number}.csv").read_text("utf-8-sig").splitlines(), delimiter=";")
    )
    assert (rows[1][0], rows[1][2]) == (player.last_name, "12")
    (table,) = (path.read_text("utf-8-sig") for path in folder.glob("saison-*-mittel.csv"))
    assert "111,00" in table
    assert "300,00" not in table  # of an earlier edition
    content = json.loads((folder / "turnier-darunter-abend.json").read_text("utf-8"))
    Event.objects.filter(pk=events[1].pk).update(slug="weg")
    imported = import_event(content, links={}, by=make_official(username="chef", is_superuser=True), organiser=below)
    assert imported.event.registrations.count() == 4


def test_folder_that_exists_and_unknown_number_are_refused(tmp_path: Path) -> None:
    organiser = make_organiser(number="9")
    with pytest.raises(CommandError, match="Diesen Ordner gibt es schon"):
        call_command("export_organiser", organiser.number, str(tmp_path))
    with pytest.raises(CommandError, match="8"):
        call_command("export_organiser", "8", str(tmp_path / "neu"))
    assert not list(tmp_path.iterdir())


def test_keys_stay_behind_and_the_check_page_of_old_papers_goes_along(tmp_path: Path) -> None:
    organiser, neighbour = make_organiser(number="9"), make_organiser(number="77", slug="nebenan", name="Nebenan")
    for row in (organiser, neighbour):
        sign_for(row)
    out, folder = StringIO(), tmp_path / "neu"
    call_command("export_organiser", organiser.number, str(folder), stdout=out)
    assert "ziehen nicht um" in out.getvalue()
    key = organiser.signing_keys.get()
    assert key.public in (folder / "papiere-pruefen.html").read_text("utf-8")
    for file in folder.iterdir():
        text = file.read_text("utf-8-sig")
        assert key.sealed not in text
        assert neighbour.signing_keys.get().public not in text


def test_webhooks_are_listed_without_their_secrets(tmp_path: Path) -> None:
    organiser = make_organiser(number="9")
    hook, folder = make_hook(organiser, types=["seats.released", "season.closed"]), tmp_path / "neu"
    make_hook(make_organiser(number="77", slug="nebenan", name="Nebenan"), "https://nebenan.example/")
    call_command("export_organiser", organiser.number, str(folder))
    head, row = csv.reader((folder / "webhooks-9.csv").read_text("utf-8-sig").splitlines(), delimiter=";")
    assert head[:2] == ["Adresse", "Meldungen"]
    assert row[:2] == [hook.url, "seats.released season.closed"]
    assert hook.sealed not in (folder / "webhooks-9.csv").read_text("utf-8-sig")
    assert not any("nebenan" in path.read_text("utf-8-sig").lower() for path in folder.iterdir())
