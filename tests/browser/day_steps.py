"""Steps of a day at the desk for events under any rules."""

from collections.abc import Sequence
from io import BytesIO

from playwright.sync_api import Page, expect
from pypdf import PageObject, PdfReader

from romme_turnier.tournament.models import Registration


def paste_participants(page: Page, home: str, lines: Sequence[str]) -> None:
    """Each line a person, judged before it is stored; a heading above them is none."""
    before = Registration.objects.count()
    page.goto(f"{home}teilnehmer/import/")
    page.locator("textarea").fill("\n".join(lines))
    page.get_by_role("button", name="Liste prüfen").click()
    expect(page.get_by_text("Gespeichert ist noch nichts.")).to_be_visible()
    assert Registration.objects.count() == before
    page.get_by_role("button", name="Teilnehmer melden").last.click()


def let_in(page: Page, number: int, name: str, *, club: str = "") -> None:
    """At the door, by keyboard only; `club` for players on no list."""
    page.locator("#q").fill(name)
    expect(page.locator(f"[data-for='{name}']")).to_be_visible()
    page.keyboard.press("Enter")
    if club:
        expect(page.locator("#tresen [name=club]")).to_be_focused()
        page.keyboard.type(club)
        page.keyboard.press("Enter")
    expect(page.locator("#tresen[data-done] #karte")).to_have_text(f"{number} {name}")


def draw_series(page: Page, home: str, number: int, *, tables: int) -> str:
    """Draws, applies and releases the seats; returns what the preview says that it achieves."""
    page.goto(f"{home}serie/{number}/auslosen/")
    page.get_by_role("button", name="Vorschau auslosen").click()
    expect(page.get_by_role("heading", name=f"Serie {number}: Vorschau der Auslosung")).to_be_visible()
    achieved = page.locator("section.note").inner_text()
    page.get_by_role("button", name="Diese Auslosung übernehmen").click()
    expect(page.locator(".hall__table")).to_have_count(tables)
    page.get_by_role("button", name="Plätze freigeben").click()
    expect(page.get_by_text("Plätze freigegeben")).to_be_visible()
    return achieved


def close_and_release(page: Page, home: str, number: int) -> None:
    page.goto(f"{home}serie/{number}/abschliessen/")
    page.get_by_role("button", name=f"Serie {number} abschließen").click()
    page.goto(f"{home}rangliste/{number}/freigeben/")
    page.get_by_role("button", name="Ausgabe 1 freigeben").click()
    expect(page.get_by_text(f"Ausgabe 1 der Rangliste nach Serie {number} ist freigegeben.")).to_be_visible()


def pdf_at(page: Page, path: str) -> PdfReader:
    response = page.request.get(path)
    assert response.ok
    assert response.headers["content-type"] == "application/pdf"
    return PdfReader(BytesIO(response.body()))


def words(pdf_page: PageObject) -> str:
    return " ".join(pdf_page.extract_text().split())
