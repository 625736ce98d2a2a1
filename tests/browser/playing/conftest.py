"""A table at a noted position in a browser: the page of Anna, on a phone or a laptop, with a finger or a mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.moving import say
from romme_turnier.tournament.playing.state import state_of
from tests.factories import make_official
from tests.tournament.playing.tables import at_position, position_of, restarted
from tests.web.public.playing.pages import seated

PHONE, LAPTOP = (360, 740), (1366, 641)


@dataclass(frozen=True)
class Seat:
    """Anna's page of a table."""

    row: PlayTable
    page: Page

    @property
    def position(self) -> str:
        """The game on one line, as the server has it."""
        return position_of(self.row)

    def do(self, line: str, seat: int) -> None:
        """A move of another player."""
        self.row.refresh_from_db()
        assert say(self.row, state_of(self.row).holders[seat - 1], [line]).done

    def commands(self) -> list[str]:
        """The moves of Anna at this table."""
        return [*self.row.made.filter(seat=1).values_list("command", flat=True)]


Sit = Callable[..., Seat]


@pytest.fixture
def sit(open_context: Callable[..., BrowserContext], base_url: str) -> Iterator[Sit]:
    """Makes a table and returns Anna's seat at it; a script that fails on her page fails the test."""
    restarted()
    make_official()
    opened, problems = [], []

    def sat(line: str, size: tuple[int, int] = PHONE, *, touch: bool = True) -> Seat:
        row, anna = at_position(line)
        context = open_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch)
        cookies = seated(row, anna).cookies.values()
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": base_url} for cookie in cookies])
        page = context.new_page()
        opened.append(page)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend([said.text] if "Content Security" in said.text else []))
        page.goto(f"/spielen/tisch/{row.token}/")
        expect(page.locator(".hand")).to_be_visible()
        return Seat(row, page)

    yield sat
    for page in opened:
        page.close()
    restarted()
    assert problems == []
