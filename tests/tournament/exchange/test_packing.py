"""Packing the lists of closed seasons: every row comes back, and readers see the same lists."""

import json
import lzma
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.packing import pack_lists, pack_seasons, unpack_lists
from romme_turnier.tournament.lists.checking.hand_in_reading import fines_short, hand_ins_by_series
from romme_turnier.tournament.lists.checking.notice_words import notices_of, texts
from romme_turnier.tournament.lists.entries import save_row
from romme_turnier.tournament.lists.loaded_list import load, load_many
from romme_turnier.tournament.papers.seal import seal_now
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.reading import standings
from romme_turnier.tournament.standings.results import rebuild_results
from tests.factories import make_official, make_season

pytestmark = pytest.mark.django_db
PACKED = (models.GameRow, models.GameEntry)


def played(seed: int = 6, **scenario: Any) -> models.Event:
    """An event of a closed season, played with corrections, disputes, fines and phones."""
    values = {"slug": "probe", "players": 8, "series": 2, "games": 3, "clubs": 3, "trouble": 3.0, "members": True}
    event = simulate(Scenario(seed=seed, **{**values, **scenario})).event
    season = make_season(slug=event.slug, closed_at=timezone.now())
    models.Event.objects.filter(pk=event.pk).update(season=season)
    rebuild_results(again(event), by=None)
    return again(event)


def again(event: models.Event) -> models.Event:
    return models.Event.objects.get(pk=event.pk)


def everything() -> dict[type[Model], list[tuple[Any, ...]]]:
    """All rows of the program by model, except the log of acts, which names the packing."""
    return {
        model: sorted(model._base_manager.values_list(), key=repr)
        for model in apps.get_app_config("tournament").get_models()
        if model not in (models.EventLog, models.PackedLists)
    }


def shown(event: models.Event) -> dict[str, Any]:
    """The lists of an event, as their readers show them."""
    lists = models.Spielliste.objects.filter(table__series__event=event).order_by("pk")
    return {
        "differences": list(map(str, differences(event))),
        "file": export_event(event),
        "seal": seal_now(event),
        "pictures": [loaded.picture for loaded in load_many(lists)],
        "each": [load(row.pk).sheet for row in lists],
        "hand-ins": [[(row.due, row.lacks) for row in rows] for rows in hand_ins_by_series(event).values()],
        "fines": fines_short(event),
        "notices": [(text.old, text.new, text.changes) for text in texts(notices_of(event))],
        "standings": standings(event, event.series_count),
    }


def public_pages(event: models.Event) -> dict[str, bytes]:
    visitor = Client()
    series = event.series.order_by("number")
    lists = [f"serie/{row.number}/tisch/{table.number}/" for row in series for table in row.tables.all()]
    numbers = event.registrations.filter(number__isnull=False).values_list("number", flat=True)
    addresses = ["", "rangliste/", "plaetze/", *lists, *(f"spieler/{number}/" for number in numbers)]
    answers = {address: visitor.get(f"/t/{event.slug}/{address}") for address in addresses}
    assert {answer.status_code for answer in answers.values()} <= {200, 404}
    assert sum(answer.status_code == 200 for answer in answers.values()) > len(numbers)
    return {address: answer.content for address, answer in answers.items()}


@pytest.fixture(scope="module")
def made_event(module_rows: None) -> models.Event:
    return played()


@pytest.fixture
def event(made_event: models.Event, db: None) -> models.Event:
    return again(made_event)


def test_unpacked_lists_are_the_same_in_every_column(event: models.Event) -> None:
    events = [event, played(7, slug="another", members=False)]
    before = everything()
    for each in events:
        pack_lists(each, by=None)
    assert not any(model.objects.exists() for model in PACKED)
    for each in events:
        unpack_lists(again(each), by=None)
    assert everything() == before
    assert not models.PackedLists.objects.exists()


def test_lists_are_unpacked_after_the_account_of_a_typist_is_deleted(event: models.Event) -> None:
    typist = make_official(username="typist")
    entries = models.LogEntry.objects.filter(what="row")
    entries.update(by=typist)
    count = entries.count()
    pack_lists(event, by=None)
    typist.delete()
    unpack_lists(again(event), by=None)
    assert entries.filter(by=None).count() == count > 0
    connection.check_constraints()


def test_packed_lists_are_shown_as_before(event: models.Event) -> None:
    before, pages = shown(event), public_pages(event)
    assert before["differences"] == []
    assert before["notices"]
    pack_lists(event, by=None)
    assert shown(again(event)) == before
    assert public_pages(event) == pages
    assert list(rebuild_results(event, by=None)) == []


def test_packed_lists_need_little_space() -> None:
    event = played(slug="large", members=False, players=16, games=12, trouble=0.5)
    lists = models.Spielliste.objects.filter(table__series__event=event)
    revisions = models.Revision.objects.filter(spielliste__in=lists)
    contents = sum(len(json.dumps(row.content)) for row in revisions.all())
    pack_lists(event, by=None)
    kept = sum(len(json.dumps(row.content)) for row in revisions.all())
    packed = models.PackedLists.objects.get()
    assert kept * 8 < contents
    assert len(packed.data) < 1_000 * lists.count()


def test_pack_holds_no_text_that_could_name_people(event: models.Event) -> None:
    names = {name for player in models.Player.objects.all() for name in (player.first_name, player.last_name)}
    entry = models.LogEntry.objects.filter(what="row").first()
    assert entry is not None
    models.LogEntry.objects.filter(pk=entry.pk).update(new={"reason": f"so wollte es {min(names)}"})
    pack_lists(event, by=None)
    assert models.LogEntry.objects.filter(pk=entry.pk).exists()
    packed = lzma.decompress(models.PackedLists.objects.get().data).decode()
    assert not any(name in packed for name in names)


def test_erasing_a_person_leaves_packed_lists_true(event: models.Event) -> None:
    pack_lists(event, by=None)
    event = again(event)
    player = event.registrations.filter(number=1).get().player
    models.Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() - timedelta(days=400))
    erase_player(player, by=make_official(username="betrieb", is_superuser=True))
    assert list(differences(again(event))) == []
    unpack_lists(again(event), by=None)
    assert list(differences(again(event))) == []


def test_only_an_act_of_an_official_unpacks_an_event(event: models.Event) -> None:
    pack_lists(event, by=None)
    desk = Client()
    desk.force_login(make_official(event, username="anna"))
    assert desk.get(f"/leitung/{event.slug}/").status_code == 200
    assert again(event).packed_at is not None
    assert desk.post(f"/leitung/{event.slug}/saal/durchsage/", {"text": "Danke!"}).status_code == 302
    assert again(event).packed_at is None
    assert models.GameRow.objects.exists()
    verbs = list(models.EventLog.objects.filter(event=event).order_by("number").values_list("verb", flat=True))
    assert verbs[-2:] == ["packing.unpack_lists", "messages.announce"]


def test_packed_list_cannot_be_changed(event: models.Event) -> None:
    row = models.Spielliste.objects.filter(status="checked")[0]
    typed, version = load(row.pk).sheet.games[0], load(row.pk).version_of(1)
    pack_lists(event, by=None)
    director = make_official(event, username="anna")
    cells = ["0" if seat == typed.finisher else "77" for seat in range(1, len(typed.points) + 1)]
    with pytest.raises(TournamentError, match="verpackt"):
        save_row(row, parse_row(typed.number, cells), expected=version, by=director, reason="Lesefehler")
    unpack_lists(again(event), by=director)
    assert list(differences(again(event))) == []


def test_open_season_and_open_lists_are_not_packed(event: models.Event) -> None:
    models.Season.objects.update(closed_at=None)
    with pytest.raises(TournamentError, match="erst"):
        pack_lists(event, by=None)
    models.Season.objects.update(closed_at=timezone.now())
    models.Series.objects.filter(event=event, number=2).update(closed_at=None)
    assert list(pack_seasons(by=None)) == []


def test_damaged_pack_is_reported(event: models.Event) -> None:
    pack_lists(event, by=None)
    stored = models.PackedLists.objects.get()
    models.PackedLists.objects.update(data=bytes(stored.data)[:-1] + bytes([stored.data[-1] ^ 1]))
    assert [str(difference) for difference in differences(again(event))] == [
        "probe: die verpackten Listen sind nicht die, die verpackt wurden"
    ]


def test_command_packs_all_closed_seasons_and_forgets_old_keys(
    event: models.Event, capsys: pytest.CaptureFixture[str]
) -> None:
    now = timezone.now()
    for key, age in (("old", 91), ("new", 89)):
        models.SavedKey.objects.create(key=key, body_hash="", answer={}, at=now - timedelta(days=age))
    call_command("pack_seasons")
    assert list(models.SavedKey.objects.filter(key__in=("old", "new")).values_list("key", flat=True)) == ["new"]
    assert "Verpackte Turniere: 1." in capsys.readouterr().out
    assert again(event).packed_at is not None
