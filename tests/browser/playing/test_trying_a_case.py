"""A referee tries a case at a table: from Regel-Check on a phone, from a dispute, and from a replayed game."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament.disputes import cases
from romme_turnier.tournament.disputes.cases import Call
from romme_turnier.tournament.models import EventRole, PlayTable
from romme_turnier.web.rule_check.case_copy import kept_case
from tests.browser.axe import violations
from tests.browser.entry import sign_in
from tests.cast import Cast
from tests.factories import make_event, make_official
from tests.tournament.playing.tables import restarted

pytestmark = pytest.mark.django_db(transaction=True)
LAID_OFF = "frage=anlegen&liegt=9H+*+JH&karten=8H"


@pytest.fixture(autouse=True)
def _fresh_process() -> Iterator[None]:
    restarted()
    yield
    restarted()


def test_case_of_regel_check_is_tried_by_one_person_at_all_seats(page: Page, cast: Cast) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{reverse('rule_check:check')}?{LAID_OFF}")
    page.get_by_role("link", name="Am Tisch ausprobieren").click()
    expect(page.get_by_role("heading", name="Einen Fall ausprobieren")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Am Tisch ausprobieren").click()
    page.wait_for_url("**/tisch/**")
    PlayTable.objects.update(secret=f"{7:064x}")  # the same cards each time
    restarted()
    page.reload()
    expect(page.locator(".trial")).to_contain_text("Ein Versuch, der für nichts zählt. Sie spielen alle Plätze.")
    legend = page.locator(".hand legend")
    expect(legend).to_have_text("Karten von Platz 1 (13)")
    assert violations(page) == []
    _choose(page, "8H")
    page.get_by_role("button", name="An Kombination 1 anlegen").click()
    expect(page.locator(".lying__cards").first.locator("svg")).to_have_count(4)
    page.locator("[name=k]").first.check()
    page.get_by_role("button", name="Ablegen").click()
    expect(legend).to_have_text("Karten von Platz 2 (13)")
    for _ in range(2):
        page.get_by_role("button", name="Zurück").click()
    expect(legend).to_have_text("Karten von Platz 1 (13)")
    expect(page.get_by_role("button", name="Zurück")).to_have_count(0)
    page.get_by_role("link", name="Noch einmal von vorn").click()
    expect(page.get_by_role("heading", name="Einen Fall ausprobieren")).to_be_visible()


def test_case_of_a_dispute_is_tried_against_opponents(page: Page, live_server: LiveServer) -> None:
    event = make_event(slug="streit")
    cases.call_referee(event, Call(facts="Streit um den Joker", case=kept_case(LAID_OFF)), by=None)
    sign_in(page, make_official(event, EventRole.Role.REFEREE), live_server.url)
    page.goto(reverse("organiser:dispute", args=[event.slug, 1]))
    page.get_by_role("link", name="Am Tisch ausprobieren").click()
    page.get_by_label("einfach spielt").check()
    page.get_by_role("button", name="Am Tisch ausprobieren").click()
    page.wait_for_url("**/tisch/**")
    expect(page.get_by_text("Gegner, einfach")).to_have_count(2)
    expect(page.locator(".hand legend")).to_have_text("Ihre Karten (13)")


def test_position_of_a_replayed_game_is_tried_as_far_as_all_cards_are_seen(page: Page, cast: Cast) -> None:
    page.goto(reverse("replay:replay"))
    page.get_by_role("button", name="Beispiel ansehen").click()
    expect(page.locator("[data-keys]")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("[data-try]")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Am Tisch ausprobieren").click()
    expect(opened.value.get_by_role("heading", name="Die Lage")).to_be_visible()
    page.get_by_label("Sicht").select_option("1")
    expect(page.get_by_text("wenn alle Karten bekannt sind")).to_be_visible()


def _choose(page: Page, card: str) -> None:
    page.locator(f"[name=k][value^='{card}.']").first.check()
