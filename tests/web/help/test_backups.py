"""Backups on the status page: their list and the actions on them."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.accounts.models import User
from romme_turnier.backup import clock, memory, second
from romme_turnier.backup.engine import engine
from romme_turnier.backup.folder import backups_in
from romme_turnier.backup.making import make_backup
from romme_turnier.backup.second import Medium
from romme_turnier.web.help.backups import Fact, backup_facts
from tests.cast import make_cast, signed_in
from tests.factories import make_event, seat_series

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 10, 17, 14, tzinfo=ZoneInfo("Europe/Berlin"))  # the day of the event
OFTEN = "romme-20261017-{}.sqlite3"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, settings: Settings) -> Path:
    if why := engine().why_not():
        pytest.skip(why)
    settings.BACKUP_DIR, settings.BACKUP_SECOND_DIR = tmp_path / "copies", ""
    return tmp_path / "copies"


@pytest.fixture
def chief() -> Client:
    """The account that set the program up."""
    return signed_in(User.objects.create_superuser("chief", password="geheim-geheim"))


def fact(label: str) -> Fact:
    found = {each.label: each for each in backup_facts(backups_in(memory.folder()))}
    return found[label]


def put(place: Path, clock_time: str) -> None:
    place.mkdir(exist_ok=True)
    (place / OFTEN.format(clock_time)).write_bytes(b"x" * 2_000_000)


@time_machine.travel(NOW, tick=False)
def test_status_names_the_last_backup_with_age_size_and_place(chief: Client, place: Path) -> None:
    put(place, "134500")
    page = chief.get(reverse("help:status")).content.decode()
    assert "17.10.2026 13:45 Uhr (Alter: 15 Minuten), 1,9" in page
    assert str(place) in page


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(("made", "old"), [("133100", False), ("132900", True)])
def test_status_warns_of_a_backup_older_than_half_an_hour_on_the_day(place: Path, made: str, old: bool) -> None:
    make_event()
    put(place, made)
    assert fact("Letzte Sicherung").problem is old


@time_machine.travel(NOW, tick=False)
def test_old_backup_is_fine_when_nothing_was_written_since(place: Path) -> None:
    make_event()
    put(place, "090000")
    memory.remember(looked_at=timezone.now() - timedelta(minutes=5))
    assert not fact("Letzte Sicherung").problem


@pytest.mark.parametrize(("days", "warned"), [(0, True), (1, True), (3, False), (-1, False)])
def test_day_of_an_event_lasts_as_long_as_a_series_is_played(place: Path, days: int, warned: bool) -> None:
    seat_series(make_event())
    with time_machine.travel(NOW + timedelta(days=days), tick=False):
        put(place, "090000")
        assert fact("Letzte Sicherung").problem is warned


@time_machine.travel(NOW, tick=False)
def test_status_warns_where_no_backup_was_made_on_the_day(place: Path) -> None:
    assert not fact("Letzte Sicherung").problem
    make_event()
    assert fact("Letzte Sicherung").problem


def test_failure_of_the_last_backup_is_shown(place: Path) -> None:
    memory.remember(error="Auf dem Datenträger ist kein Platz mehr.")
    assert fact("Sichern ist gescheitert").value == "Auf dem Datenträger ist kein Platz mehr."


def test_status_warns_when_the_clock_does_not_run(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(clock, "is_running", lambda: True)
    assert "alle 10 Minuten" in fact("Von selbst gesichert wird").value
    monkeypatch.setattr(clock, "is_running", lambda: False)
    assert fact("Von selbst gesichert wird").problem
    settings.BACKUP_MINUTES = 0
    assert fact("Von selbst gesichert wird").value == "nie"


def test_status_warns_when_the_second_place_is_missing(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "fort" / "stick")
    make_backup()
    assert fact("Zweiter Ort").problem
    assert "nicht da" in fact("Zweiter Ort").why


def test_pulled_stick_is_said_at_once_on_the_status_page_and_on_the_overview(
    settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "media" / "stick")
    (tmp_path / "media" / "stick").mkdir(parents=True)
    make_backup()
    event = make_event()
    petra = signed_in(make_cast(event).petra)
    overview = reverse("organiser:event", args=[event.slug])
    words = "ist nicht da. Stecken Sie den Datenträger ein."
    assert not fact("Zweiter Ort").problem
    assert words not in petra.get(overview).content.decode()
    shutil.rmtree(tmp_path / "media")
    assert words in fact("Zweiter Ort").why
    assert words in petra.get(reverse("help:status")).content.decode()
    assert words in petra.get(overview).content.decode()


def test_status_is_content_with_a_second_place_that_is_up_to_date(settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "stick")
    make_backup()
    assert not fact("Zweiter Ort").problem
    assert "eben gerade" in fact("Zweiter Ort").why


def test_director_makes_a_backup_at_once(place: Path) -> None:
    petra = signed_in(make_cast(make_event(starts_at=timezone.now())).petra)
    answer = petra.post(reverse("help:backup_now"), follow=True)
    assert "Fertig: liegt nur auf diesem Rechner" in answer.content.decode()
    assert len(backups_in(place)) == 1


def test_failing_backup_is_said_and_the_page_stands(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    place.parent.mkdir(exist_ok=True)
    place.write_text("no folder")
    petra = signed_in(make_cast(make_event(starts_at=timezone.now())).petra)
    answer = petra.post(reverse("help:backup_now"))
    assert answer.status_code == 302
    assert "lässt sich nicht schreiben" in petra.get(reverse("help:status")).content.decode()


def test_operator_downloads_a_backup(chief: Client) -> None:
    backup = make_backup()
    answer = chief.get(reverse("help:backup_file", args=[backup.name]))
    assert b"".join(answer.streaming_content) == backup.path.read_bytes()  # type: ignore[attr-defined]
    assert backup.name in answer["Content-Disposition"]
    assert backup.name in chief.get(reverse("help:status")).content.decode()


@pytest.mark.parametrize(
    "name",
    ["romme-20200101-000000.sqlite3", "..%2Fsecret-key", "state.json", ".lock", "ersetzt-20200101-000000.sqlite3"],
)
def test_only_backups_can_be_fetched(chief: Client, place: Path, name: str) -> None:
    place.mkdir()
    (place / "ersetzt-20200101-000000.sqlite3").touch()
    (place.parent / "secret-key").touch()
    assert chief.get(f"/hilfe/sicherung/datei/{name}").status_code == 404


def test_stick_is_chosen_among_what_is_plugged_in(
    chief: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = Medium(tmp_path / "STICK", 4 * 1024**3, writable=True)
    stick.path.mkdir()
    monkeypatch.setattr(second, "media", lambda: [stick])
    assert "4,0" in chief.get(reverse("help:status")).content.decode()

    page = chief.post(reverse("help:backup_medium"), {"medium": str(stick.path)}, follow=True).content.decode()
    assert "Gesichert wird ab jetzt auch hier" in page
    assert "checked" in page
    assert len(backups_in(stick.path / second.FOLDER)) == 1


@pytest.mark.usefixtures("place")
def test_folder_that_is_no_stick_cannot_be_chosen(chief: Client, tmp_path: Path) -> None:
    page = chief.post(reverse("help:backup_medium"), {"medium": str(tmp_path)}, follow=True).content.decode()
    assert "nicht mehr da" in page
    assert second.target() is None


def test_place_in_the_settings_is_not_changed_by_the_page(chief: Client, settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "stick")
    page = chief.post(reverse("help:backup_medium"), {"medium": ""}, follow=True).content.decode()
    assert "BACKUP_SECOND_DIR" in page
    assert second.target() == tmp_path / "stick"
