"""Announcements on a phone: within five seconds, without moving the page or flashing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.messages import announce, end
from romme_turnier.tournament.seating.series import release_seats
from tests.factories import make_event, make_official, seat_series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_context]

SEAT = "/t/testpokal/sitz/?q=5"
FIVE_SECONDS = 5_000
FLASHES = """one => {
  const style = getComputedStyle(one);
  return style.animationName === "none" ? 0 : 1 / parseFloat(style.animationDuration);
}"""

# Scrolls until a link is below the announcements; returns whether it covers the middle of the focused element.
UNDER_IT = """link => {
  const bar = document.querySelector(".announced").getBoundingClientRect();
  scrollBy({top: link.getBoundingClientRect().top - bar.top - 10, behavior: "instant"});
}"""
COVERED = """() => {
  const box = document.activeElement.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest(".announced") !== null;
}"""


@pytest.fixture
def series() -> models.Series:
    make_official()
    found = seat_series(make_event(published_at=timezone.now()))
    release_seats(found, by=None)
    return found


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    return page


@pytest.fixture
def calm(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A phone whose owner does not want motion."""
    context = browser.new_context(**{**browser_context_args, "reduced_motion": "reduce"})
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def tell(series: models.Series, text: str, table: int | None = None) -> models.HallMessage:
    of = series.tables.get(number=table) if table else None
    return announce(series.event, text, table=of, minutes=None, by=None)


def test_an_announcement_appears_within_five_seconds_and_what_was_there_stays(
    phone: Page, series: models.Series
) -> None:
    first = tell(series, "Das Buffet ist eröffnet")
    phone.goto(SEAT)
    phone.evaluate("document.querySelector('[data-message]').kept = true")
    tell(series, "An Tisch 1 allein", table=1)
    tell(series, "An Ihrem Tisch wird gewartet", table=2)
    phone.clock.run_for(FIVE_SECONDS)
    lines = phone.locator(".announced__text")
    expect(lines).to_have_text(["An Tisch 2: An Ihrem Tisch wird gewartet", "Das Buffet ist eröffnet"])
    assert phone.evaluate("document.querySelectorAll('[data-message]')[1].kept")
    aloud = phone.locator("[data-announced-aloud]")
    expect(aloud).to_have_text("An Tisch 2: An Ihrem Tisch wird gewartet")
    assert lines.first.evaluate("line => line.getBoundingClientRect().bottom <= innerHeight")
    end(first, by=None)
    phone.clock.run_for(FIVE_SECONDS)
    expect(lines).to_have_count(1)


def test_the_answer_stands_above_what_is_announced_when_two_things_are(phone: Page, series: models.Series) -> None:
    for text in ("Das Buffet ist eröffnet, bitte bringen Sie Ihre Marken mit", "Serie 2 beginnt um 14 Uhr"):
        tell(series, text)
    phone.goto(SEAT)
    answer = phone.locator(".answer__where").bounding_box()
    told = phone.locator(".announced").bounding_box()
    assert answer is not None
    assert told is not None
    assert answer["y"] + answer["height"] < told["y"]


def test_what_is_announced_covers_nothing_that_the_keyboard_reaches(phone: Page, series: models.Series) -> None:
    for text in ("Das Buffet ist eröffnet, bitte bringen Sie Ihre Marken mit", "Serie 2 beginnt um 14 Uhr"):
        tell(series, text)
    phone.set_viewport_size({"width": 360, "height": 480})
    phone.goto("/t/testpokal/")
    phone.get_by_role("button", name="Platz suchen").focus()
    phone.evaluate(UNDER_IT, phone.get_by_role("link", name="Alle Tische").element_handle())
    phone.keyboard.press("Tab")
    assert phone.evaluate("document.activeElement.textContent").startswith("Alle Tische")
    assert not phone.evaluate(COVERED)


def test_what_is_new_flashes_at_most_three_times_a_second_and_keeps_its_mark(
    phone: Page, series: models.Series
) -> None:
    phone.goto(SEAT)
    tell(series, "Das Buffet ist eröffnet")
    phone.clock.run_for(FIVE_SECONDS)
    new = phone.locator(".announced__one.is-new")
    expect(new).to_contain_text("Neu")
    assert 0 < new.evaluate(FLASHES) <= 3


def test_what_is_new_stays_when_an_answer_from_before_comes_late(phone: Page, series: models.Series) -> None:
    late: list[Route] = []
    phone.route(
        f"**{reverse('public:hall_now', args=['testpokal'])}",
        lambda route: route.continue_() if late else late.append(route),
    )
    phone.goto(SEAT)
    tell(series, "Das Buffet ist eröffnet")
    phone.clock.run_for(FIVE_SECONDS)
    expect(phone.locator(".announced__one.is-new")).to_contain_text("Neu")
    with phone.expect_event("requestfinished"):
        late[0].fulfill(body="<ul data-announced-list></ul>", content_type="text/html")
    phone.evaluate("new Promise(requestAnimationFrame)")
    expect(phone.locator(".announced__one.is-new")).to_contain_text("Neu")


def test_page_of_the_network_takes_no_announcement_away(phone: Page, series: models.Series) -> None:
    """It wants people to sign in to it first."""
    tell(series, "Das Buffet ist eröffnet")
    hall = f"**{reverse('public:hall_now', args=['testpokal'])}"
    phone.route(hall, lambda route: route.fulfill(body="<h1>Willkommen im WLAN</h1>", content_type="text/html"))
    phone.goto(SEAT)
    with phone.expect_event("requestfinished", lambda request: "jetzt" in request.url):
        phone.clock.run_for(FIVE_SECONDS)
    phone.evaluate("new Promise(requestAnimationFrame)")
    expect(phone.locator(".announced__text")).to_have_text("Das Buffet ist eröffnet")


def test_new_items_are_marked_and_do_not_flash_for_users_that_want_no_motion(calm: Page, series: models.Series) -> None:
    calm.goto(SEAT)
    tell(series, "Das Buffet ist eröffnet")
    calm.clock.run_for(FIVE_SECONDS)
    new = calm.locator(".announced__one.is-new")
    expect(new).to_contain_text("Neu")
    assert new.evaluate(FLASHES) == 0


def test_what_is_folded_stays_so_until_something_new_is_announced(phone: Page, series: models.Series) -> None:
    tell(series, "Das Buffet ist eröffnet")
    phone.goto(SEAT)
    phone.locator(".announced summary").click()
    phone.reload()
    expect(phone.get_by_text("Das Buffet ist eröffnet")).to_be_hidden()
    tell(series, "Serie 2 beginnt")
    phone.clock.run_for(FIVE_SECONDS)
    expect(phone.get_by_text("Serie 2 beginnt").first).to_be_visible()


def test_a_phone_vibrates_only_if_its_owner_wants_it(phone: Page, series: models.Series) -> None:
    phone.add_init_script("navigator.vibrate = how => { (window.felt ??= []).push(how); return true; }")
    phone.goto("/t/testpokal/durchsagen/")
    phone.get_by_label("Vibrieren, wenn etwas Neues kommt").check()
    phone.goto(SEAT)
    assert phone.evaluate("window.felt ?? []") == []
    tell(series, "Serie 2 beginnt")
    phone.clock.run_for(FIVE_SECONDS)
    expect(phone.get_by_text("Serie 2 beginnt").first).to_be_visible()
    assert len(phone.evaluate("window.felt")) == 1
