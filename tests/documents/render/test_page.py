"""Papers as pages that the browser prints: on machines without PDF, and on request."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from romme_turnier.documents import views
from romme_turnier.documents.catalogue import jobs_of
from romme_turnier.documents.printout import WHOLE
from romme_turnier.documents.render import page
from romme_turnier.documents.views import as_page
from romme_turnier.tournament import models
from romme_turnier.web.organiser.printouts import print_page
from tests.cast import Cast, signed_in

NOT_ALLOWED = re.compile(r"<style>|style=|static:|data:|onclick", re.IGNORECASE)  # by the content security policy


@pytest.fixture
def no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (views, print_page):
        monkeypatch.setattr(module, "pdf_is_possible", lambda: False)
    monkeypatch.setattr(views, "render_pdf", lambda *_args: pytest.fail("a PDF"))


def own_style(client: Client, address: str) -> str:
    """The inline styles of a paper, which the policy of this answer allows by their nonce."""
    answer = client.get(address)
    policy = answer["Content-Security-Policy"]
    nonce = re.search(r"style-src 'self' 'nonce-([^']+)'(?:;|$)", policy)
    assert nonce, policy
    text = answer.content.decode()
    styles: list[str] = re.findall(rf'<style nonce="{re.escape(nonce[1])}">(.*?)</style>', text, re.DOTALL)
    assert len(styles) == text.count("<style")
    return "\n".join(styles)


def test_printouts_are_pages_without_a_style_of_their_own(
    event: models.Event, cast: Cast, series: models.Series, no_pdf: None
) -> None:
    petra, opened = signed_in(cast.petra), set()
    for printout, job in jobs_of(event):
        if not printout.why_not(job):
            answer = petra.get(printout.address(job, WHOLE))
            text = answer.content.decode()
            assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8"), printout.key
            assert not NOT_ALLOWED.search(text), printout.key
            assert "css/documents/browser.css" in text
            own_style(petra, printout.address(job, WHOLE))
            opened.add(printout.key)
    assert {"announcement", "start_cards", "table_plan", "table_signs", "blank_lists", "closing_report"} <= opened


def test_no_template_of_a_paper_styles_an_element_by_itself() -> None:
    templates = Path(settings.RESOURCES, "templates", "documents").rglob("*.html")
    assert [path.name for path in templates if re.search(r"\sstyle=", path.read_text(encoding="utf-8"))] == []


def test_foot_of_a_paper_is_in_its_own_style(
    official: Client, event: models.Event, series: models.Series, no_pdf: None
) -> None:
    event.name = 'Pokal "am See" {x}\\</style>'
    event.save()
    style = own_style(official, reverse("documents:table_plan_pdf", args=[event.slug, 1]))
    assert r'@bottom-left { content: "Pokal \22 am See\22  {x}\5c \3c /style>" }' in style
    assert '@bottom-center { content: "Tischplan Serie 1' in style


def test_heights_of_a_list_are_in_its_own_style(
    official: Client, event: models.Event, series: models.Series, no_pdf: None
) -> None:
    address = reverse("documents:blank_lists_pdf", args=[event.slug, 1])
    assert re.search(r"\{ height: [\d.]+mm \}", own_style(official, address))


def test_nonce_differs_between_answers(
    official: Client, event: models.Event, series: models.Series, no_pdf: None
) -> None:
    address = reverse("documents:table_plan_pdf", args=[event.slug, 1])
    policies = {official.get(address)["Content-Security-Policy"] for _ in range(2)}
    assert len(policies) == 2


def test_page_is_available_on_request_even_if_pdf_is_made(
    official: Client, event: models.Event, series: models.Series
) -> None:
    address = reverse("documents:blank_lists_pdf", args=[event.slug, 1])
    assert as_page(address) == f"{address}?seite"
    assert as_page(f"{address}?nr=1") == f"{address}?nr=1&seite"
    assert official.get(as_page(address))["Content-Type"].startswith("text/html")


def test_many_papers_are_printed_one_by_one(
    official: Client, event: models.Event, series: models.Series, no_pdf: None
) -> None:
    everything = official.get(reverse("documents:series_papers", args=[event.slug, 1])).content.decode()
    for key in ("table_plan", "blank_lists"):
        assert f'href="{reverse(f"documents:{key}_pdf", args=[event.slug, 1])}"' in everything
    ticked = official.get(f"{reverse('documents:all_papers', args=[event.slug])}?auswahl=1&blatt=announcement")
    assert f'href="{reverse("documents:announcement_pdf", args=[event.slug])}"' in ticked.content.decode()


def test_print_page_says_so(official: Client, event: models.Event, no_pdf: None) -> None:
    text = official.get(reverse("organiser:print_page", args=[event.slug])).content.decode()
    assert "Dieser Rechner macht keine PDF-Dateien" in text
    assert ">PDF<" not in text


def test_libraries_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def missing(name: str) -> None:
        asked.append(name)
        raise OSError("cannot load library")

    monkeypatch.setattr(page, "import_module", missing)
    page.pdf_is_possible.cache_clear()
    try:
        assert [page.pdf_is_possible(), page.pdf_is_possible()] == [False, False]
    finally:
        page.pdf_is_possible.cache_clear()
    assert asked == ["weasyprint"]
