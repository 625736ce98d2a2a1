"""The officials' page of the hall on the screens it is used on."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from romme_turnier.tournament.hall.clock import start_clock
from tests.browser.entry import sign_in
from tests.factories import make_event, make_official, seat_series

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/leitung/testpokal/saal/"


@pytest.fixture
def desk(page: Page, base_url: str) -> Page:
    series = seat_series(make_event(published_at=timezone.now(), series_minutes=90))
    start_clock(series, by=None)
    sign_in(page, make_official(series.event), base_url)
    return page


def test_clock_announcements_and_wall_are_in_sight_together_on_a_small_laptop(desk: Page) -> None:
    desk.set_viewport_size({"width": 1366, "height": 641})
    desk.goto(PAGE)
    below = "all => all.filter(one => one.getBoundingClientRect().bottom > innerHeight).map(one => one.textContent)"
    assert desk.locator("main :is(button, input, select)").evaluate_all(below) == []


def test_nothing_goes_sideways_on_a_phone_with_large_type(desk: Page) -> None:
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto(PAGE)
    assert desk.evaluate("document.documentElement.scrollWidth") == 360
    desk.evaluate("document.documentElement.style.fontSize = '200%'")
    assert desk.locator(".hall-desk").evaluate("one => one.scrollWidth <= innerWidth")
