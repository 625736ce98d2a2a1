"""The reader's language at the foot of pages; the event's on paper, on the wall and in mail."""

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from zipfile import ZipFile

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.documents.tables.catalogue import DATA_FILES, KINDS
from romme_turnier.tournament import models
from romme_turnier.web.public.registering.views import mail_link
from tests.cast import signed_in
from tests.factories import make_event, make_official, seat_series
from tests.web.matrix import DESK
from tests.web.scene import Scene

pytestmark = pytest.mark.django_db

CHOICE = reverse("public:language")
IN_ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def event() -> models.Event:
    make_official()
    return make_event(players=4, published_at=timezone.now())


def test_a_choice_at_the_foot_holds_for_the_pages_after_it(event: models.Event) -> None:
    reader, address = Client(headers={"Accept-Language": "de"}), f"/t/{event.slug}/"
    page = reader.get(address).content.decode()
    assert f'action="{CHOICE}"' in page
    assert f'name="next" value="{address}"' in page
    answer = reader.post(CHOICE, {"language": "en", "next": address})
    assert answer.headers["Location"] == address
    assert '<html lang="en">' in reader.get(address).content.decode()
    assert '<html lang="de">' in Client(headers={"Accept-Language": "de"}).get(address).content.decode()


def test_tables_of_a_series_have_english_headings_for_english_readers() -> None:
    event = make_event()
    series = seat_series(event)
    official = Client(headers=IN_ENGLISH)
    official.force_login(make_official(event))
    page = official.get(reverse("organiser:series", args=[event.slug, series.number])).content.decode()
    assert "<h3>Table 1</h3>" in page
    assert "Tisch" not in page


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
@pytest.mark.usefixtures("event")
def test_a_choice_leads_nowhere_else(back: str) -> None:
    assert Client().post(CHOICE, {"language": "en", "next": back}).headers["Location"] == "/"


@pytest.mark.usefixtures("event")
def test_a_choice_is_taken_from_the_programs_own_pages_only() -> None:
    reader = Client(enforce_csrf_checks=True)
    assert reader.post(CHOICE, {"language": "en"}, headers={"Origin": "https://example.org"}).status_code == 403
    assert reader.post(CHOICE, {"language": "en"}, headers={"Origin": "null"}).status_code == 403
    assert not reader.cookies
    assert reader.post(CHOICE, {"language": "en"}, headers={"Origin": "http://testserver"}).status_code == 302
    assert reader.cookies["django_language"].value == "en"


@pytest.mark.usefixtures("event")
def test_a_language_that_is_not_there_is_not_kept() -> None:
    reader = Client()
    assert reader.post(CHOICE, {"language": "xx"}).status_code == 302
    assert not reader.cookies


def _papers(scene: Scene, language: str) -> Iterator[tuple[str, int, bytes]]:
    """Every printout of the event, as a browser of that language gets it."""
    official = signed_in(scene.cast.petra)
    for address, (arguments, *_methods) in DESK.items():
        if address.startswith("documents:") and not address.endswith("_file"):
            answer = official.get(scene.url(address, arguments), headers={"Accept-Language": language})
            if answer.status_code == 200:  # explains in the reader's language why there is no printout yet
                yield address, answer.status_code, answer.content


@pytest.mark.usefixtures("printed_at_once")
@pytest.mark.parametrize("language", models.Event.Language)
def test_every_paper_is_the_same_whatever_the_browser_speaks(language: str) -> None:
    scene = Scene()
    models.Event.objects.filter(pk=scene.event.pk).update(language=language)
    with time_machine.travel(timezone.now(), tick=False):  # papers say when they were printed
        german, english = dict(_read(scene, "de")), dict(_read(scene, "en"))
    assert len(german) > 15
    assert [address for address in german if german[address] != english.get(address)] == []
    assert [address for address, text in german.items() if f'<html lang="{language}">' not in text] == []


def _read(scene: Scene, language: str) -> Iterator[tuple[str, str]]:
    for address, _status, content in _papers(scene, language):
        yield address, content.decode()


def test_a_file_is_the_same_to_the_byte_whatever_the_browser_speaks() -> None:
    scene = Scene()
    official, address = signed_in(scene.cast.petra), reverse("documents:start_cards_pdf", args=[scene.event.slug])
    german, english = (official.get(address, headers={"Accept-Language": one}).content for one in ("de", "en"))
    assert german.startswith(b"%PDF")
    assert german == english


@pytest.mark.parametrize("language", models.Event.Language)
def test_every_table_is_the_same_to_the_byte_whatever_the_browser_speaks(language: str) -> None:
    scene = Scene()
    models.Event.objects.filter(pk=scene.event.pk).update(language=language)
    with time_machine.travel(timezone.now(), tick=False):  # a workbook holds when it was written
        german, english = (_tables(scene, one) for one in ("de", "en"))
    assert german == english
    assert (
        german["participants.csv"]
        .decode("utf-8-sig")
        .startswith({"de": "Startnummer;", "en": "Start number;"}[language])
    )


def _tables(scene: Scene, language: str) -> dict[str, bytes]:
    """Every table for other programs; a workbook by its parts, as its archive dates them by the machine's clock."""
    official = signed_in(scene.cast.petra)
    found: dict[str, bytes] = {}
    for table, (kind, _label) in product(DATA_FILES, KINDS):
        answer = official.get(table.address(scene.event, kind), headers={"Accept-Language": language})
        parts = {"": answer.content}
        if kind == "xlsx":
            with ZipFile(BytesIO(answer.content)) as book:
                parts = {part: book.read(part) for part in book.namelist()}
        found |= {f"{table.key}.{kind}{part}": content for part, content in parts.items()}
    return found


@pytest.mark.parametrize("language", models.Event.Language)
def test_the_wall_speaks_for_the_event(event: models.Event, language: str) -> None:
    models.Event.objects.filter(pk=event.pk).update(language=language)
    for reader in (Client(headers=IN_ENGLISH), Client(headers={"Accept-Language": "de"})):
        assert f'<html lang="{language}"' in reader.get(f"/t/{event.slug}/saal/").content.decode()


def test_mail_speaks_for_the_event(event: models.Event, settings: Settings) -> None:
    settings.SENDS_MAIL = True
    event.language = models.Event.Language.ENGLISH
    entry = event.registrations.get(number=1)
    entry.contact, entry.event = "vera@example.org", event
    assert mail_link(entry, "https://example.org/")
    assert mail.outbox[0].subject == f"Registration: {event.name}"
