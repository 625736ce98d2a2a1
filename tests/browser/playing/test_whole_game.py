"""Two people and two opponents play a game in the browser, by taps: one at a laptop, one on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents import simple
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import awaited
from romme_turnier.core.rules.system.cards import Card, format_card, unnamed
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.state import State, state_of
from tests.browser.axe import violations
from tests.factories import make_official
from tests.tournament.playing.tables import restarted

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TURNS = 200
SHORT = {"rommeordnung": 556, "classic": 1009, "rommee": 861, "treppenromme": 73, "contract": 586}
"""By rule system the secret of a table whose first game is short, with cards laid out."""
CARDS_IN_A_ROW = {"treppenromme"}  # each open discard is a button, which takes all down to it


@pytest.fixture
def people(
    open_context: Callable[..., BrowserContext], live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Page]]:
    """The pages of Anna and of Bernd, who holds a phone; every script that fails on them fails the test."""
    monkeypatch.setattr(moving, "FAST_PACE", timedelta())
    restarted()
    make_official()
    problems, opened = [], []
    for size in ({"width": 1366, "height": 641}, {"width": 360, "height": 740}):
        page = open_context(viewport=size, has_touch=True).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend([said.text] if "Content Security" in said.text else []))
        opened.append(page)
    yield opened
    for page in opened:
        page.close()
    restarted()
    assert problems == []


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_two_people_and_two_opponents_play_a_whole_game_by_taps(people: list[Page], system: str) -> None:
    anna, bernd = people
    anna.goto(f"/spielen/?regeln={system}")
    anna.get_by_label("Ihr Name am Tisch").fill("Anna")
    anna.get_by_label("Gegner, für die das Programm spielt").select_option("2")
    anna.get_by_label("Die Gegner spielen schnell").check()
    anna.get_by_role("button", name="Tisch eröffnen").tap()
    anna.wait_for_url("**/tisch/**")
    bernd.goto(anna.url)
    bernd.get_by_label("Ihr Name am Tisch").fill("Bernd")
    bernd.get_by_role("button", name="Mitspielen").tap()
    expect(bernd.get_by_text("Bernd (Sie)")).to_be_visible()
    expect(anna.get_by_text("Bernd", exact=True)).to_be_visible()  # without reloading the page
    for page in people:  # large text breaks in the box of its player
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.locator(".player__facts > span").evaluate_all(_CUT) == []
        page.evaluate("document.documentElement.style.fontSize = ''")
    PlayTable.objects.update(secret=f"{SHORT[system]:064x}")  # the same game each time
    restarted()
    anna.get_by_role("button", name="Mischen, geben und beginnen").tap()
    for page in people:
        expect(page.locator(".hand")).to_be_visible()
    seats, row = {1: anna, 4: bernd}, PlayTable.objects.get()
    _keeps_what_is_chosen_while_others_move(row, seats)
    state = _played(row, seats)
    for page in people:
        expect(page.locator(".result")).to_be_visible()
        expect(page.locator(".result__one")).to_have_count(4)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        assert violations(page) == []
    assert state.table.finished[0].result is not None


_CUT = """facts => facts
  .filter((fact) => fact.getBoundingClientRect().right > fact.closest(".player").getBoundingClientRect().right)
  .map((fact) => fact.textContent)"""


def _keeps_what_is_chosen_while_others_move(row: PlayTable, seats: dict[int, Page]) -> None:
    """Cards can be chosen out of turn; they stay chosen when the table changes."""
    state = _now(row)
    while seats.keys() <= {*awaited(state.table)}:  # both are asked whether they want the top discard
        state = _a_move_later(row, seats, state)
    seat = next(seat for seat in seats if seat not in awaited(state.table))
    page = seats[seat]
    first = page.locator("[name=k]").first
    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_be_checked()
    mark, number = first.get_attribute("value"), page.locator("[data-number]").get_attribute("data-number")
    others = [seat for seat in awaited(state.table) if seat in seats]
    if others:
        _move(row, seats[others[0]], others[0], state)
    expect(page.locator("[data-number]")).not_to_have_attribute("data-number", str(number))
    expect(page.locator(f"[name=k][value='{mark}']")).to_be_checked()
    page.locator(f"[name=k][value='{mark}']").uncheck(force=True)


def _played(row: PlayTable, seats: dict[int, Page]) -> State:
    state = _now(row)
    for _ in range(MOST_TURNS):
        if state.table.finished:
            return state
        state = _a_move_later(row, seats, state)
    raise AssertionError("the game does not end")


def _a_move_later(row: PlayTable, seats: dict[int, Page], state: State) -> State:
    """People do what a simple opponent would, as soon as their page says that it is their turn."""
    waited_for = awaited(state.table)
    if seats.keys() >= {*waited_for}:  # otherwise an opponent is about to change the table
        _move(row, seats[waited_for[0]], waited_for[0], state)
    else:
        seats[1].wait_for_timeout(50)
    return _now(row)


def _now(row: PlayTable) -> State:
    row.refresh_from_db()
    return state_of(row)


def _move(row: PlayTable, page: Page, seat: int, state: State) -> None:
    """One move by taps, and the page shows that it was made."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # reloading does not wait
    expect(page.locator(f"[data-number='{state.number}']")).to_be_attached()
    view = view_at(state.table, seat)
    assert view is not None
    command = simple.decide(view, random.Random(state.number))
    match command.word:
        case Word.LAY_OUT if len(command.groups) > 1:
            for meld in command.groups:
                _choose(page, meld)
                _press(page, "zur-auslage").tap()
                expect(page.locator(".groups__one")).to_have_count(command.groups.index(meld) + 1)
            _press(page, "rauslegen").tap()
        case Word.LAY_OUT:
            _choose(page, command.groups[0])
            _press(page, "rauslegen").tap()
        case _:
            _choose(page, command.cards)
            _press(page, _sent(command, row.system)).tap()
    expect(page.locator(f"[data-number='{state.number}']")).not_to_be_attached()


def _sent(command: Command, system: str) -> str:
    """Presses its button; the cards are chosen."""
    if command.word is Word.TAKE and system in CARDS_IN_A_ROW:
        return f"nehmen {command.number or 1}"
    return " ".join([command.word, *map(str, command.melds)])


def _choose(page: Page, cards: tuple[Card, ...]) -> None:
    for card in map(unnamed, cards):
        free = page.locator(f"[name=k]:enabled:not(:checked)[value^='{format_card(card)}.']").first
        free.locator("xpath=..").tap()


def _press(page: Page, do: str) -> Locator:
    return page.locator(f"button[name=do][value='{do}']").first
