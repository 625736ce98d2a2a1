"""Hands that drag: with a mouse, or with a finger as Chromium's touch screen reports it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

_STEPS = 6
REST = 300  # milliseconds that a finger rests on a card before it takes it along


def in_sight(locator: Locator) -> Locator:
    """Where no button lies over it, as the keys would bring it into sight."""
    locator.evaluate("one => one.scrollIntoView({ block: 'nearest', behavior: 'instant' })")
    return locator


def _middle(locator: Locator, across: float = 0.5) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


def drag_by_mouse(page: Page, source: Locator, target: Locator, across: float = 0.5) -> None:
    """``across``: how far from the left of the target the mouse is let go."""
    page.mouse.move(*_middle(in_sight(source)))
    page.mouse.down()
    page.mouse.move(*_middle(target, across), steps=_STEPS)
    page.mouse.up()


def drag_by_finger(page: Page, source: Locator, target: Locator, across: float = 0.5, *, rest: int = REST) -> None:
    """``rest``: milliseconds before the finger moves; one that does not rest scrolls the page."""
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = _middle(in_sight(source)), _middle(target, across)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(rest)
    for step in range(1, _STEPS + 1):
        point = {"x": x + (to_x - x) * step / _STEPS, "y": y + (to_y - y) * step / _STEPS}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
