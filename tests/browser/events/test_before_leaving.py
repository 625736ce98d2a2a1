"""The end of the day by the page "Bevor Sie gehen": money, prize, count, copy."""

from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from romme_turnier.tournament import models
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.money.prizes import PlanLine, release, store_plan
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.browser.entry import sign_in
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(page: Page, base_url: str, settings: Settings, tmp_path: Path) -> models.Event:
    settings.BACKUP_SECOND_DIR = str(tmp_path / "STICK")
    (tmp_path / "STICK").mkdir()
    event = make_event(players=4, clubs=4, series_count=1, entry_fee=Decimal("12.00"), starts_at=timezone.now())
    event.registrations.filter(number__gt=1).update(paid=True)
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, thing="Pokal")], {}, by=None)
    release(event, by=None)
    say_done(event, models.SaidStep.Step.CERTIFICATES, by=None)
    sign_in(page, make_official(event), base_url)
    return event


def test_end_of_the_day_is_done_from_one_page(page: Page, event: models.Event) -> None:
    page.goto("/leitung/testpokal/")
    page.get_by_role("link", name="Bevor Sie gehen").first.click()
    expect(page.get_by_text("3 Punkte sind noch offen.")).to_be_visible()
    expect(page.get_by_text("schuldet noch 12,00 €")).to_be_visible()
    page.get_by_role("link", name="Zur Kasse").click()
    page.get_by_role("button", name="Bezahlt").click()
    expect(page.locator("main")).to_contain_text("12,00 € bar erhalten")  # by script or as a page

    page.goto("/leitung/testpokal/bevor-sie-gehen/")
    page.locator("main").get_by_role("link", name="Preise ausgeben").click()
    page.get_by_role("button", name="Ausgeben").click()

    page.goto("/leitung/testpokal/bevor-sie-gehen/")
    page.set_viewport_size({"width": 1366, "height": 641})
    page.locator("main").get_by_role("link", name="Kasse zählen").click()
    expect(page.get_by_role("button", name="Zählung speichern")).to_be_in_viewport(ratio=1)
    total = page.locator("[data-cash-count]")
    page.get_by_label("10,00 €", exact=True).fill("1")
    expect(total).to_have_text("Gezählt: 10,00 €. Es fehlen 2,00 €.")
    page.get_by_label("2,00 €", exact=True).fill("1")
    expect(total).to_have_text("Gezählt: 12,00 €. Die Kasse stimmt.")
    page.get_by_role("button", name="Zählung speichern").click()
    expect(page.get_by_label("10,00 €", exact=True)).to_have_value("1")

    page.goto("/leitung/testpokal/bevor-sie-gehen/")
    page.locator("main").get_by_role("link", name="Sicherung", exact=True).first.click()
    page.get_by_role("button", name="Jetzt sichern").click()
    expect(page.get_by_text("Fertig: liegt auf")).to_contain_text("STICK")
    page.locator("main").get_by_role("link", name="Bevor Sie gehen").last.click()
    expect(page.get_by_text("Alles ist erledigt. Sie können gehen.")).to_be_visible()
