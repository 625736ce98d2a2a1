"""Hands that drag: with a mouse, or with a finger as Chromium's touch screen reports it."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page

_STEPS = 6
REST = 300  # milliseconds that a finger rests on a card before it takes it along


def in_sight(locator: Locator) -> Locator:
    """Returns a place without a button over it, as keys would scroll to."""
    locator.evaluate("one => one.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
    return locator


def middle(locator: Locator, across: float = 0.5) -> tuple[float, float]:
    """``across``: how far from its left."""
    while (box := locator.bounding_box()) is None:
        locator.wait_for()  # the page has just replaced it
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


def drag_by_mouse(page: Page, source: Locator, target: Locator, across: float = 0.5) -> None:
    """``across``: how far from the left of the target the mouse is let go."""
    page.mouse.move(*middle(in_sight(source)))
    page.mouse.down()
    page.mouse.move(*middle(target, across), steps=_STEPS)
    page.mouse.up()


class Finger:
    """Uses Chromium's touch events with explicit times, so a resting finger costs no waiting."""

    def __init__(self, page: Page) -> None:
        self._touch = page.context.new_cdp_session(page)
        self._now = time.time()  # seconds

    def rests(self, milliseconds: int) -> None:
        self._now += milliseconds / 1000

    def down(self, x: float, y: float) -> None:
        self._tell("touchStart", {"x": x, "y": y})

    def to(self, x: float, y: float) -> None:
        self.rests(10)
        self._tell("touchMove", {"x": x, "y": y})

    def up(self) -> None:
        self._tell("touchEnd")
        self._touch.detach()

    def _tell(self, what: str, *points: dict[str, float]) -> None:
        self._touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [*points], "timestamp": self._now})


def drag_by_finger(page: Page, source: Locator, target: Locator, across: float = 0.5, *, rest: int = REST) -> None:
    """``rest``: milliseconds before the finger moves; one that does not rest scrolls the page."""
    finger = Finger(page)
    (x, y), (to_x, to_y) = middle(in_sight(source)), middle(target, across)
    finger.down(x, y)
    finger.rests(rest)
    for step in range(1, _STEPS + 1):
        finger.to(x + (to_x - x) * step / _STEPS, y + (to_y - y) * step / _STEPS)
    finger.up()
