"""Papers are checked from their pictures on the saved page, without a server."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.content import Kind
from romme_turnier.core.codes.signing import Code, sign
from romme_turnier.documents.archives import event_archive
from romme_turnier.documents.events.papers import closing_report
from romme_turnier.documents.lists.sheets import lists_document
from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.documents.seasons.papers import Sheet, honour_certificates, honours_code, league_paper, poster
from romme_turnier.documents.standings.prize_giving import certificates
from romme_turnier.documents.standings.release import release_document
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.seasons.year_end import HonoursTable, honours_of
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.signing_keys import change_key, private_key
from romme_turnier.tournament.papers.archive import pack
from romme_turnier.tournament.papers.seal import seal_now
from romme_turnier.tournament.papers.words import figures_of
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seasons.year_end import tallies_of
from tests.documents.paper_codes.scanning import barcodes_on, codes_on, pages_of, photographed
from tests.factories import make_official
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import (
    add_lists,
    code_of_list,
    code_of_report,
    code_of_standings,
    released_event,
    released_league,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(live_server: object) -> models.Event:
    make_official()
    event = released_event(name="Pokal der Herzdame")
    models.Organiser.objects.update(name="Rommé-Club Herz")
    return event


@pytest.fixture
def saved(page: Page, tmp_path: Path) -> Callable[[], None]:
    """Saves the page from the server, and opens the file."""

    def save() -> None:
        answer = Client().get(reverse("public:papers_offline"))
        assert answer.headers["Content-Disposition"].startswith("attachment")
        file = tmp_path / "papiere-pruefen.html"
        file.write_bytes(answer.content)
        page.goto(file.as_uri())

    return save


def _check(page: Page, text: str) -> None:
    page.get_by_label("Text des Codes").fill(text)
    page.get_by_role("button", name="Prüfen", exact=True).click()


def _of_standings(event: models.Event) -> bytes:
    release = event.releases.select_related("event", "series").get()
    return render_pdf("documents/standings/release.html", release_document(release))


def _of_list(event: models.Event) -> bytes:
    context = lists_document(event.series.get(), empty=False, tables={1})
    return render_pdf("documents/lists/sheets.html", context)


def _of_certificate(event: models.Event) -> bytes:
    return render_pdf("documents/standings/certificates.html", certificates(event, 1) or {})


def _of_season(event: models.Event) -> bytes:
    season = make_season_with_players(organiser=event.held_by)
    edition = issue(season, ["812.50", "900.00", "", "1000.25"])
    return render_pdf("documents/seasons/poster.html", poster(edition.ranking, Sheet.A4) or {})


def _of_report(event: models.Event) -> bytes:
    return render_pdf("documents/events/closing_report.html", closing_report(event))


def _of_league(_event: models.Event) -> bytes:
    league = released_league(make_official(username="chief", is_superuser=True), groups=2)
    return render_pdf("documents/seasons/league.html", {"event": None, **league_paper(league, tables_of(league))})


def _of_honour(event: models.Event) -> bytes:
    season = make_season_with_players(organiser=event.held_by)
    add_lists(season, models.SeasonPlayer.objects.get(season=season, number=2).player, 3)
    certificates_of = honour_certificates(season, honours_of(season, tallies_of(season)))
    return render_pdf("documents/seasons/honours.html", certificates_of)


def _of_honours(event: models.Event) -> bytes:
    season = make_season_with_players(organiser=event.held_by)
    issue(season, ["812.50", "900.00", "", "1000.25"])
    honours = honours_of(season, tallies_of(season))
    context = {"season": season, "sentence": "", "event": None, "proof": honours_code(season, honours)}
    table = HonoursTable.table_for(Medium.PAPER, honours)
    return render_pdf("documents/seasons/year_end.html", {**context, "table": table})


@pytest.mark.parametrize(
    ("paper", "title", "figures", "name", "place"),
    [
        (_of_standings, "Rangliste nach Serie 1, Ausgabe 1", "1 1 −20", "Vera1 S.", "Rang 1"),
        (_of_list, "Spielliste Serie 1, Tisch 1, Fassung", "1 0 20 30 40 Platz 1", "Spieler2 Vera2", "Platz 2"),
        (_of_certificate, "Urkunde nach Serie 1, Ausgabe 1", "1 1 −20", "Vera1 Spieler1", "Rang 1"),
        (_of_season, "Saisontabelle, Ausgabe 1", "3 1.000,25", "Vor4 Nach4", "Rang 3"),
        (_of_report, "Abschlussbericht mit der Rangliste nach Serie 1", "1 1 −20", "Vera1 Spieler1", "Rang 1"),
        (_of_league, "Ligatabelle", "2 1 9", "RC Herz 2", "Gruppe 2, Rang 1"),
        (_of_honour, "Die meisten Listen", "3", "Vor2 Nach2", "als Geehrte oder Geehrter"),
        (_of_honours, "Ehrungen der Saison", "3 1.000,25", "Vor4 Nach4", "Zeile 3"),
    ],
)
def test_paper_is_checked_from_its_picture_without_a_server(
    *,
    page: Page,
    event: models.Event,
    saved: Callable[[], None],
    paper: Callable[[models.Event], bytes],
    title: str,
    figures: str,
    name: str,
    place: str,
) -> None:
    picture = next(pages_of(paper(event)))
    (text,) = [text for text in codes_on(picture) if text.startswith("beleg:")]
    saved()
    _check(page, text)
    result = page.locator("#result")
    expect(result).to_contain_text("Unterschrift echt")
    expect(result).to_contain_text("Rommé-Club Herz")
    expect(result).to_contain_text(title)
    rows = [" ".join(row.split()) for row in page.locator("#result tr").all_inner_texts()]
    assert figures in rows
    page.get_by_label("Name wie auf dem Papier").fill(name)
    page.get_by_role("button", name="Name prüfen").click()
    expect(page.locator("#place")).to_contain_text(f"✓ Der Name stand auf dem Papier: {place}")
    page.get_by_label("Name wie auf dem Papier").fill("Jemand Anders")
    page.get_by_role("button", name="Name prüfen").click()
    expect(page.locator("#place")).to_contain_text("✗")


@pytest.mark.parametrize("paper", [_of_standings, _of_list, _of_certificate, _of_season])
def test_code_is_read_from_a_photo(
    page: Page, event: models.Event, saved: Callable[[], None], paper: Callable[[models.Event], bytes]
) -> None:
    picture = next(pages_of(paper(event), dpi=300))
    (text,) = [text for text in codes_on(picture) if text.startswith("beleg:")]
    saved()
    _choose(page, photographed(picture.crop(_around_the_code(picture))))
    expect(page.locator("#result")).to_contain_text("Unterschrift echt", timeout=30_000)
    expect(page.get_by_label("Text des Codes")).to_have_value(text)


def _around_the_code(picture: Image.Image) -> tuple[int, int, int, int]:
    (code,) = [code for code in barcodes_on(picture) if code.text.startswith("beleg:")]
    corners = [code.position.top_left, code.position.bottom_right]
    left, top, right, bottom = (value for corner in corners for value in (corner.x, corner.y))
    margin = (right - left) // 3
    return left - margin, top - margin, right + margin, bottom + margin


@pytest.mark.parametrize("base", ["http://192.168.178.20:8000/", ""])
def test_code_is_read_from_a_photo_of_a_whole_list_with_two_codes(
    page: Page, event: models.Event, saved: Callable[[], None], base: str
) -> None:
    context = lists_document(event.series.get(), empty=False, tables={1}, base=base)
    picture = next(pages_of(render_pdf("documents/lists/sheets.html", context), dpi=300))
    texts = codes_on(picture)
    (text,) = [text for text in texts if "beleg" in text]
    assert len(texts) == 2
    saved()
    _choose(page, photographed(picture))
    expect(page.get_by_label("Text des Codes")).to_have_value(text, timeout=60_000)
    expect(page.locator("#result")).to_contain_text("Unterschrift echt")


def test_report_shows_the_seal_that_is_printed_on_it(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    saved()
    _check(page, code_of_report(event).digits)
    expect(page.locator("#result")).to_contain_text(f"Siegel der Listen, ebenfalls zum Vergleichen: {seal_now(event)}")


def _choose(page: Page, picture: Image.Image) -> None:
    file = io.BytesIO()
    picture.convert("RGB").save(file, "JPEG", quality=80)
    page.get_by_label("oder ein Foto davon").set_input_files(
        {"name": "foto.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}
    )


def test_photo_without_a_code_and_other_files_are_refused(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    saved()
    _check(page, code_of_standings(event).digits)
    expect(page.locator("#result .good")).to_be_visible()
    event_page = io.BytesIO()
    segno.make("https://turnier.example/t/pokal/").save(event_page, kind="png", scale=8)
    for picture in (Image.new("L", (300, 200), 180), Image.open(event_page)):
        _choose(page, picture)
        expect(page.locator("#result .bad")).to_contain_text("Auf dem Foto ist kein Code eines Papiers")
        _check(page, code_of_standings(event).digits)
        expect(page.locator("#result .bad")).to_have_count(0)
    page.get_by_label("oder ein Foto davon").set_input_files(
        {"name": "notiz.jpg", "mimeType": "image/jpeg", "buffer": b"not a picture"}
    )
    expect(page.locator("#result .bad")).to_contain_text("Auf dem Foto ist kein Code eines Papiers")
    expect(page.locator("#result .good")).to_have_count(0)


def test_halves_are_written_as_on_paper(page: Page, event: models.Event, saved: Callable[[], None]) -> None:
    key = private_key(event.held_by)
    assert key is not None
    rows = ((1, 1, 2469), (2, 2, 24), (3, 3, 1), (4, 4, -1), (5, 5, -25))
    content = replace(code_of_standings(event).content, unit=2, rows=rows, whole=5, names=bytes(15))
    saved()
    _check(page, sign(content, key).digits)
    expect(page.locator("#result .good")).to_be_visible()
    shown = page.locator("#result tr td:last-child").all_inner_texts()
    assert shown == [row[-1] for row in figures_of(content).rows] == ["1.234½", "12", "½", "−½", "−12½"]


@pytest.mark.parametrize(
    ("values", "written"),
    [((34_167, 35_100), ["341,67", "351,00"]), ((130_000, -1_200), ["1.300", "−12"])],
)
def test_values_of_a_season_are_written_as_on_paper(
    *, page: Page, event: models.Event, saved: Callable[[], None], values: tuple[int, ...], written: list[str]
) -> None:
    key = private_key(event.held_by)
    assert key is not None
    rows = tuple(enumerate(values, 1))
    content = code_of_standings(event).content
    content = replace(content, kind=Kind.EDITION, part=(), unit=100, whole=2, rows=rows, names=bytes(6))
    saved()
    _check(page, sign(content, key).digits)
    expect(page.locator("#result .good")).to_be_visible()
    shown = page.locator("#result tr td:last-child").all_inner_texts()
    assert shown == [row[-1] for row in figures_of(content).rows] == written


def test_result_is_in_sight_on_a_phone(page: Page, event: models.Event, saved: Callable[[], None]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    saved()
    _check(page, "Das ist kein Code.")
    expect(page.locator("#result .bad")).to_be_in_viewport(ratio=0.9)
    _check(page, code_of_list(event).digits)
    expect(page.locator("#result .good")).to_be_in_viewport(ratio=0.9)
    widths = page.locator("#result div").evaluate("part => [part.scrollWidth, part.clientWidth]")
    assert widths[0] <= widths[1]  # four seats fit


def test_forged_and_altered_codes_are_refused_without_a_server(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    code, listed = code_of_standings(event), code_of_list(event)
    saved()
    _check(page, code.digits)
    expect(page.locator("#result")).to_contain_text("Unterschrift echt")
    raised = replace(code.content, rows=((1, 1, -21), *code.content.rows[1:]))
    for forged in (
        Code(raised, code.signature),
        Code(code.content, listed.signature),
        Code(code.content, bytes(64)),
        replace(code, content=replace(code.content, key=b"another!")),
    ):
        _check(page, forged.digits)
        expect(page.locator("#result")).to_contain_text("✗ Nicht von hier")
        expect(page.locator("#result")).not_to_contain_text("Pokal")
    for text in ("", "hallo", code.digits[:-30], "7" * 300):
        _check(page, text)
        expect(page.locator("#result .bad")).to_be_visible()
        expect(page.locator("#result")).not_to_contain_text("Pokal")


def test_saved_page_refuses_a_thousand_altered_codes(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    """Digits are changed one after the other; the page itself says which it accepts."""
    digits = code_of_standings(event).digits
    saved()
    accepted = page.evaluate(
        """async (digits) => {
            const code = document.getElementById("code");
            const box = document.getElementById("result");
            const accepted = [];
            for (let n = -1; n < 1000; n += 1) {
                const at = (n * 7) % digits.length;
                const other = String((Number(digits[at]) + 1 + (n % 9)) % 10);
                code.value = n < 0 ? digits : digits.slice(0, at) + other + digits.slice(at + 1);
                document.getElementById("check").requestSubmit();
                while (!box.querySelector(".good, .bad")) await new Promise((done) => setTimeout(done));
                if (box.querySelector(".good")) accepted.push(n);
            }
            return accepted;
        }""",
        digits,
    )
    assert accepted == [-1]


def test_saved_page_knows_that_a_key_was_revoked(page: Page, event: models.Event, saved: Callable[[], None]) -> None:
    code, chief = code_of_standings(event), User.objects.create_superuser("chief")
    change_key(event.held_by, reason="Neuer Vorsitz", revoked=False, by=chief)
    saved()
    _check(page, code.digits)
    expect(page.locator("#result .good")).to_contain_text("Unterschrift echt")
    newer = code_of_standings(event)
    change_key(event.held_by, reason="Laptop gestohlen", revoked=True, by=chief)
    saved()
    _check(page, newer.digits)
    expect(page.locator("#result .bad")).to_contain_text("widerrufen")
    expect(page.get_by_label("Name wie auf dem Papier")).to_be_hidden()
    _check(page, code.digits)
    expect(page.locator("#result .good")).to_contain_text("Unterschrift echt")


def _choose_archive(page: Page, data: bytes) -> None:
    page.get_by_label("Oder ein Archiv").set_input_files(
        {"name": "archiv.zip", "mimeType": "application/zip", "buffer": data}
    )


def test_archive_is_checked_without_a_server(
    page: Page, event: models.Event, saved: Callable[[], None], tmp_path: Path
) -> None:
    key = private_key(event.held_by)
    assert key is not None
    archive = event_archive(models.Event.objects.get(), key)
    saved()
    _choose_archive(page, archive)
    expect(page.locator("#result .good")).to_contain_text("in jedem Byte unverändert")
    expect(page.locator("#result h1")).to_have_text("Pokal der Herzdame")
    expect(page.locator("#result")).to_contain_text("Rommé-Club Herz")
    foreign = event_archive(event, Ed25519PrivateKey.generate())
    for altered in (archive[:300] + b"!" + archive[301:], archive + b"\0", archive[1:], b"hallo", b"", foreign):
        _choose_archive(page, altered)
        expect(page.locator("#result .bad")).to_be_visible()
        expect(page.locator("#result")).not_to_contain_text("Pokal")
        _choose_archive(page, archive)
        expect(page.locator("#result .good")).to_be_visible()
    with ZipFile(io.BytesIO(archive)) as zipped:
        enclosed = tmp_path / "enclosed.html"
        enclosed.write_bytes(zipped.read("papiere-pruefen.html"))
    page.goto(enclosed.as_uri())
    _choose_archive(page, archive)
    expect(page.locator("#result .good")).to_be_visible()
    change_key(event.held_by, reason="Laptop gestohlen", revoked=True, by=User.objects.create_superuser("chief"))
    saved()
    _choose_archive(page, archive)
    expect(page.locator("#result .bad")).to_contain_text("widerrufen")


def test_saved_page_refuses_an_archive_altered_in_any_byte(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    """More than a thousand bytes, one after the other; the page itself says which archives it accepts."""
    key = private_key(event.held_by)
    assert key is not None
    archive = pack({"name": "Pokal", "organiser": "Herz", "made_day": 20_743}, {"turnier.json": b"{}"}, key)
    saved()
    accepted = page.evaluate(
        """async (bytes) => {
            const input = document.getElementById("archive");
            const box = document.getElementById("result");
            const accepted = [];
            for (let at = -1; at < bytes.length; at += 1) {
                const altered = Uint8Array.from(bytes);
                if (at >= 0) altered[at] ^= 1 + (at % 255);
                const chosen = new DataTransfer();
                chosen.items.add(new File([altered], "archiv.zip"));
                box.textContent = "";
                input.files = chosen.files;
                input.dispatchEvent(new Event("change"));
                while (!box.querySelector(".good, .bad")) await new Promise((done) => setTimeout(done));
                if (box.querySelector(".good")) accepted.push(at);
            }
            return accepted;
        }""",
        list(archive),
    )
    assert accepted == [-1]
    assert len(archive) > 1000


def test_page_says_so_if_the_browser_cannot_check_signatures(
    page: Page, event: models.Event, saved: Callable[[], None]
) -> None:
    page.add_init_script("crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))")
    saved()
    _check(page, code_of_standings(event).digits)
    expect(page.locator("#result")).to_contain_text("Dieser Browser kann keine Unterschriften prüfen")
    expect(page.locator("#result .good")).to_have_count(0)
