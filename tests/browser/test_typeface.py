"""The typeface arrives with the first page, under the content policy, and the page stays light."""

import gzip

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Response

from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db

_LOADED = """() => document.fonts.ready.then(() =>
  [...document.fonts].filter((face) => face.status === "loaded").map((face) => `${face.family} ${face.weight}`))"""


def test_first_visit_loads_both_weights_and_little_else(page: Page) -> None:
    make_official()
    event = make_event(players=12, published_at=timezone.now())
    responses: list[Response] = []

    def note(response: Response) -> None:
        responses.append(response)

    page.on("response", note)
    page.goto(f"/t/{event.slug}/", wait_until="networkidle")
    loaded = page.evaluate(_LOADED)
    assert "Atkinson Hyperlegible Next 400" in loaded
    assert "Atkinson Hyperlegible Next 700" in loaded
    assert len(loaded) <= 3  # and perhaps signs
    assert all(response.status == 200 for response in responses)
    assert sum(len(gzip.compress(response.body())) for response in responses) < 100_000
