"""Archives of an event and of a season, and the archive copies of papers inside."""

import json
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.template.defaultfilters import filesizeformat
from django.test import Client
from django.urls import reverse
from pikepdf import Dictionary, Name, Pdf
from pypdfium2 import PdfDocument
from pytest_django import Settings

from romme_turnier.documents import archives, jobs
from romme_turnier.documents.archives import event_archive, season_archive
from romme_turnier.documents.models import Job
from romme_turnier.documents.render.pieces import PressError
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.packing import pack_lists
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.archive import read_archive
from romme_turnier.tournament.papers.checking import State, check
from romme_turnier.tournament.papers.seal import seal_now
from romme_turnier.tournament.participants.register.erasing import erase_player
from tests.cast import signed_in
from tests.documents.conftest import work_at_once
from tests.documents.paper_codes.scanning import codes_on, pages_of
from tests.factories import make_event, make_official, one
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import correct, released_event, sign_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return released_event(name="Pokal der Herzdame")


@pytest.fixture
def without_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without PDF, where archives are made faster."""
    monkeypatch.setattr(archives, "pdf_is_possible", lambda: False)


def contents(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def archive_of(event: models.Event) -> bytes:
    key = private_key(event.held_by)
    assert key is not None
    return event_archive(event, key)


def test_archive_of_an_event_has_facts_releases_chains_keys_and_papers(event: models.Event) -> None:
    correct(event)
    data = archive_of(event)
    assert read_archive(data).about["name"] == "Pokal der Herzdame"
    files = contents(data)
    assert json.loads(files["turnier.json"]) == json.loads(json.dumps(export_event(event)))
    releases = json.loads(files["freigaben.json"])
    assert [(release["series"], release["number"], release["final"]) for release in releases] == [
        (1, 1, True),
        (1, 2, True),
    ]
    assert releases[1]["rows"] == [row.to_json() for row in event.releases.get(number=2).rows]
    chains = json.loads(files["pruefketten.json"])
    assert chains["seal"] == seal_now(event)
    revisions = models.Revision.objects.filter(spielliste__table__series__event=event)
    assert {row["hash"] for row in chains["revisions"]} == set(revisions.values_list("hash", flat=True))
    (key,) = json.loads(files["schluessel.json"])
    assert key["public"] == event.held_by.signing_keys.get().public
    assert (key["ended"], key["revoked"]) == (None, False)
    assert key["public"] in files["papiere-pruefen.html"].decode()
    readme = files["LIESMICH.txt"].decode()
    assert key["public"] in readme
    assert all(name in readme for name in files if name.endswith((".json", ".pdf")) and name != "archiv.json")
    (text,) = [text for text in codes_on(next(pages_of(files["rangliste.pdf"]))) if "beleg" in text]
    assert check(text).state is State.VALID
    assert {"abschlussbericht.pdf", "rangliste.pdf"} < set(files)


def test_facts_of_an_archive_are_imported_elsewhere(event: models.Event, tmp_path: Path, without_pdf: None) -> None:
    file = tmp_path / "turnier.json"
    file.write_bytes(contents(archive_of(event))["turnier.json"])
    models.Event.objects.filter(pk=event.pk).update(slug="vorher")
    call_command("import_event", str(file), verbosity=0)
    assert models.Event.objects.filter(name="Pokal der Herzdame").count() == 2


def test_archive_of_a_season_has_editions_with_formulas_and_its_events(event: models.Event) -> None:
    season = make_season_with_players(organiser=event.held_by)
    issue(season, ["812.50", "900.00", "", "1000.25"])
    models.Event.objects.filter(pk=event.pk).update(season=season)
    key = private_key(event.held_by)
    assert key is not None
    data = season_archive(season, key)
    assert read_archive(data).about["kind"] == "season"
    files, (ranking,) = contents(data), season.rankings.all()
    edition = json.loads(files[f"wertung-{ranking.slug}.json"])
    assert [(row["rank"], row["name"], row["value"]) for row in edition["rows"]][:3] == [
        (1, "Vor1 Nach1", "812.50"),
        (2, "Vor2 Nach2", "900.00"),
        (3, "Vor4 Nach4", "1000.25"),
    ]
    assert edition["formula"]
    assert edition["digest"] == ranking.editions.get().digest
    facts = json.loads(files[f"turniere/{event.own_slug}/turnier.json"])
    assert facts["event"]["name"] == "Pokal der Herzdame"
    attached = attachments_of(files[f"wertung-{ranking.slug}.pdf"])
    assert attached == {f"wertung-{ranking.slug}.json": files[f"wertung-{ranking.slug}.json"]}


def attachments_of(pdf: bytes) -> dict[str, bytes]:
    with Pdf.open(BytesIO(pdf)) as opened:
        return {name: spec.get_file().read_bytes() for name, spec in opened.attachments.items()}


def fonts_of(opened: Pdf) -> list[Any]:
    """The descriptors of all fonts."""
    dictionaries = [each for each in opened.objects if isinstance(each, Dictionary)]
    return [each for each in dictionaries if each.get(Name.Type) == Name.FontDescriptor]


def test_archive_copies_have_what_pdf_a_3_asks_for(event: models.Event, tmp_path: Path) -> None:
    """The requirements that can be tested without veraPDF, which the public workflow runs."""
    files = contents(archive_of(event))
    for name in ("abschlussbericht.pdf", "rangliste.pdf"):
        check_archive_copy(name, files, tmp_path)


def check_archive_copy(name: str, files: dict[str, bytes], tmp_path: Path) -> None:
    assert attachments_of(files[name]) == {"turnier.json": files["turnier.json"]}
    with Pdf.open(BytesIO(files[name])) as opened:
        assert not opened.is_encrypted
        assert opened.trailer.ID
        with opened.open_metadata() as metadata:
            assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("3", "U")
            assert "pdfuaid:part" not in metadata
        (intent,) = opened.Root.OutputIntents
        assert intent.S == Name.GTS_PDFA1
        assert len(intent.DestOutputProfile.read_bytes()) > 1000
        (file,) = opened.Root.AF
        assert file.AFRelationship == Name.Source
        assert file.EF.F.Subtype == Name("/application/json")
        assert file.EF.F.Params.ModDate
        fonts = fonts_of(opened)
        assert fonts
        assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts)
        assert opened.Root.MarkInfo.Marked
        assert str(opened.Root.Lang) == "de"
        assert Name.JavaScript not in opened.Root.get(Name.Names, {})
        assert Name.OpenAction not in opened.Root
    if qpdf := shutil.which("qpdf"):
        copy = tmp_path / name
        copy.write_bytes(files[name])
        checked = subprocess.run([qpdf, "--check", str(copy)], capture_output=True, text=True, check=False)  # noqa: S603
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_printed_paper_stays_pdf_ua_without_attachments(event: models.Event) -> None:
    official = signed_in(make_official(username="chief", is_superuser=True))
    pdf = official.get(reverse("documents:closing_report_pdf", args=[event.slug])).content
    assert attachments_of(pdf) == {}
    with Pdf.open(BytesIO(pdf)) as opened, opened.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert "pdfaid:part" not in metadata


def test_page_offers_the_archive_to_the_director_once_there_is_a_key(event: models.Event, without_pdf: None) -> None:
    chief = signed_in(make_official(username="chief", is_superuser=True))
    page, address = (
        reverse("organiser:print_page", args=[event.slug]),
        reverse("documents:event_archive", args=[event.slug]),
    )
    shown = chief.get(page).content.decode()
    assert address in shown
    assert "alle Namen in voller Länge" in shown
    answer = chief.get(address)
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert read_archive(answer.content).public.hex() == event.held_by.signing_keys.get().public
    event.held_by.signing_keys.all().delete()
    assert address not in chief.get(page).content.decode()
    refused = chief.get(address)
    assert refused.status_code == 409
    assert "noch keinen Schlüssel" in refused.content.decode()


def test_page_of_the_end_of_a_season_offers_its_archive(without_pdf: None) -> None:
    chief = signed_in(make_official(username="chief", is_superuser=True))
    season = make_season_with_players()
    issue(season, ["812.50", "900.00", "", "1000.25"])
    page = reverse("organiser:season_close", args=[season.address])
    address = reverse("organiser:season_archive", args=[season.address])
    assert address not in chief.get(page).content.decode()
    assert "noch keinen Schlüssel" in chief.get(address, follow=True).content.decode()
    sign_for(season.organiser)
    assert address in chief.get(page).content.decode()
    assert read_archive(chief.get(address).content).about["name"] == season.name


def test_archive_of_a_season_goes_only_to_those_who_may_direct_its_events(
    event: models.Event, without_pdf: None
) -> None:
    """Making events is a right at the organiser, but other people's events stay closed, with full names and money."""
    season = make_season_with_players(organiser=event.held_by)
    models.Event.objects.filter(pk=event.pk).update(season=season)
    user = make_official(username="maker", makes_events=True)
    page = reverse("organiser:season_close", args=[season.address])
    address = reverse("organiser:season_archive", args=[season.address])
    maker = signed_in(user)
    assert address not in maker.get(page).content.decode()
    assert maker.get(address).status_code == 403
    make_official(event, username="maker")
    assert address in maker.get(page).content.decode()
    assert "turniere/" in "".join(contents(maker.get(address).content))


def test_archive_without_pdf_says_that_the_papers_are_missing(event: models.Event, without_pdf: None) -> None:
    files = contents(archive_of(event))
    assert not [name for name in files if name.endswith(".pdf")]
    assert "macht keine PDF-Dateien" in files["LIESMICH.txt"].decode()


def test_person_erased_before_is_in_no_file_of_the_archive(event: models.Event) -> None:
    chief = make_official(username="chief", is_superuser=True)
    player = one(event, 1).player
    models.Player.objects.filter(pk=player.pk).update(first_name="Kanaria", last_name="Kanarienvogel")
    player.refresh_from_db()
    erase_player(player, by=chief)
    files = contents(archive_of(event))
    pages = [page for name in files if name.endswith(".pdf") for page in PdfDocument(files[name])]
    texts = [*files.values(), *(page.get_textpage().get_text_range().encode() for page in pages)]
    assert b"N. N." in b"".join(texts)
    assert not [text for text in texts if b"Kanarienvogel" in text]


def test_command_writes_archives_that_verify_archive_accepts(
    event: models.Event, tmp_path: Path, without_pdf: None
) -> None:
    season, file = make_season_with_players(organiser=event.held_by), tmp_path / "archiv.zip"
    for address, *options in ((event.slug,), (season.address, "--season")):
        call_command("write_archive", address, str(file), *options)
        call_command("verify_archive", str(file))
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("write_archive", "verein/1900", str(file), "--season")
    with pytest.raises(CommandError, match="nicht schreiben"):
        call_command("write_archive", event.slug, str(tmp_path / "fehlt" / "archiv.zip"))
    with patch.object(archives, "event_archive", side_effect=PressError), pytest.raises(CommandError, match="Fehler"):
        call_command("write_archive", event.slug, str(file))
    event.held_by.signing_keys.all().delete()
    with pytest.raises(CommandError, match="noch keinen Schlüssel"):
        call_command("write_archive", event.slug, str(file))


def test_archive_of_a_packed_event_has_the_same_facts(event: models.Event, without_pdf: None) -> None:
    before = contents(archive_of(event))
    season = make_season_with_players(organiser=event.held_by, closed_at=event.starts_at)
    models.Event.objects.filter(pk=event.pk).update(season=season, kind="evening")
    event.refresh_from_db()
    pack_lists(event, by=None)
    after = contents(archive_of(event))
    for name in ("freigaben.json", "pruefketten.json"):
        assert after[name] == before[name]
    series = [json.loads(files["turnier.json"])["series"] for files in (before, after)]
    assert series[0] == series[1]


# Archives that the worker makes


@pytest.fixture
def kept(settings: Settings, tmp_path: Path, without_pdf: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are kept; jobs stay open until `finish_jobs`."""
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    monkeypatch.setattr(jobs, "hand_out", lambda: None)


def finish_jobs() -> None:
    with pytest.MonkeyPatch.context() as patch:
        work_at_once(patch)
        jobs.hand_out()


def address_of(event: models.Event) -> str:
    return reverse("documents:event_archive", args=[event.slug])


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def link_in(answer: Any, label: str) -> str:
    """The address behind the only link with this label."""
    (address,) = re.findall(rf'<a [^>]*href="([^"]+)"[^>]*>{label}', answer.content.decode())
    return str(address).replace("&amp;", "&")


@pytest.fixture
def chief() -> Client:
    return signed_in(make_official(username="chief", is_superuser=True))


def test_archive_is_ordered_once_and_offered_with_its_size(event: models.Event, kept: None, chief: Client) -> None:
    director = signed_in(make_official(event, username="director"))
    where, elsewhere = (client.get(address_of(event))["Location"] for client in (chief, director))
    assert where == elsewhere
    assert Job.objects.count() == 1
    waiting = chief.get(where)
    assert waiting.status_code == 200
    assert "Archiv: wird gemacht Das Archiv wird zusammengestellt und unterschrieben." in text_of(waiting)
    assert '<meta http-equiv="refresh" content="1">' in waiting.content.decode()
    assert re.search(r'<a [^>]*aria-current="true"[^>]*>Drucken</a>', waiting.content.decode())
    finish_jobs()
    page = chief.get(where)
    assert "Archiv: fertig" in text_of(page)
    assert "http-equiv" not in page.content.decode()
    assert "nicht mehr der neueste Stand" not in text_of(page)
    file = chief.get(link_in(page, "Archiv herunterladen"))
    assert f"Archiv herunterladen ({filesizeformat(len(file.content))})" in page.content.decode()
    assert file["Content-Disposition"] == f'attachment; filename="{event.own_slug}-archiv.zip"'
    assert file["Cache-Control"] == "private, no-store"
    assert read_archive(file.content).about["name"] == "Pokal der Herzdame"
    assert director.get(address_of(event)).content == file.content
    assert Job.objects.count() == 1


def test_archive_is_made_again_once_something_has_changed(event: models.Event, kept: None, chief: Client) -> None:
    where = chief.get(address_of(event))["Location"]
    finish_jobs()
    before = chief.get(address_of(event)).content
    correct(event)
    page = chief.get(where)
    assert "Das ist nicht mehr der neueste Stand." in text_of(page)
    assert chief.get(link_in(page, "Archiv herunterladen")).content == before
    assert chief.get(link_in(page, "Neu machen")).status_code == 302
    finish_jobs()
    after = chief.get(address_of(event)).content
    assert [len(json.loads(contents(data)["freigaben.json"])) for data in (before, after)] == [1, 2]


def test_archive_of_facts_that_changed_meanwhile_is_not_offered_as_the_newest(
    event: models.Event, kept: None, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change_and_make(*args: Any, **kwargs: Any) -> bytes:
        data = event_archive(*args, **kwargs)
        correct(event)
        return data

    where = chief.get(address_of(event))["Location"]
    monkeypatch.setattr(archives, "event_archive", change_and_make)
    finish_jobs()
    assert "Das ist nicht mehr der neueste Stand." in text_of(chief.get(where))
    assert chief.get(address_of(event)).status_code == 302


def test_archive_that_failed_says_so_and_is_ordered_again(
    event: models.Event, kept: None, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = chief.get(address_of(event))["Location"]
    with monkeypatch.context() as patch:
        patch.delattr(archives, "event_archive")
        finish_jobs()
    page = chief.get(where)
    assert page.status_code == 503
    assert "Archiv: nicht fertig geworden Beim Zusammenstellen ist im Programm ein Fehler aufgetreten." in text_of(page)
    assert "http-equiv" not in page.content.decode()
    again = chief.get(link_in(page, "Noch einmal"))["Location"]
    finish_jobs()
    assert "Archiv: fertig" in text_of(chief.get(again))


def test_archive_that_failed_without_a_job_says_so(
    event: models.Event, chief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "event_archive", Mock(side_effect=PressError))
    page = chief.get(address_of(event))
    assert page.status_code == 503
    assert "Archiv: nicht fertig geworden Beim Zusammenstellen ist im Programm ein Fehler aufgetreten." in text_of(page)
    assert link_in(page, "Noch einmal") == address_of(event)


def test_ordered_archive_goes_to_no_one_without_the_right(event: models.Event, kept: None, chief: Client) -> None:
    where = chief.get(address_of(event))["Location"]
    finish_jobs()
    save, other = link_in(chief.get(where), "Archiv herunterladen"), make_event(slug="anderer")
    typist = signed_in(make_official(event, username="typist", role="entry"))
    stranger = signed_in(make_official(other, username="stranger"))
    for address in (address_of(event), where, save):
        assert typist.get(address).status_code == 403
        assert stranger.get(address).status_code == 404
        assert Client().get(address).status_code == 302
    assert stranger.get(where.replace(address_of(event), address_of(other))).status_code == 404
    assert Job.objects.count() == 1


def test_archive_of_a_season_is_made_again_only_after_changes_of_that_season(
    event: models.Event, kept: None, chief: Client
) -> None:
    season = make_season_with_players(organiser=event.held_by)
    models.Event.objects.filter(pk=event.pk).update(season=season)
    address = reverse("organiser:season_archive", args=[season.address])
    page = chief.get(chief.get(address)["Location"])
    assert "Archiv Clubjahr 2026: wird gemacht" in text_of(page)
    assert link_in(page, "Zum Ende der Saison") == reverse("organiser:season_close", args=[season.address])
    finish_jobs()
    first = chief.get(address)
    assert read_archive(first.content).about["kind"] == "season"
    correct(released_event(slug="anderswo"))
    assert chief.get(address).content == first.content
    issue(season, ["812.50", "900.00", "", "1000.25"])
    assert chief.get(address).status_code == 302
    finish_jobs()
    second = chief.get(address)
    assert "wertung-" in "".join(contents(second.content))
    correct(event)
    assert chief.get(address).status_code == 302
    assert Job.objects.count() == 3


def test_kept_archive_of_a_deleted_file_is_made_again(
    event: models.Event, kept: None, chief: Client, settings: Settings
) -> None:
    where = chief.get(address_of(event))["Location"]
    finish_jobs()
    (file,) = Path(settings.KEPT_PAPERS).rglob("*.zip")
    file.unlink()
    assert chief.get(where)["Location"] == address_of(event)
    assert chief.get(address_of(event))["Location"] != where
