"""No keystroke is lost while a save is slow, fails, or the server is gone; none has its effect twice."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.models import EventRole, SavedKey
from tests.browser.entry import PATH, ROWS, Scene, cell, make_scene, open_list, points_of, sign_in, until
from tests.factories import enter, make_complete
from tests.safety.databases import SqliteFile
from tests.safety.server import Server

pytestmark = pytest.mark.django_db(transaction=True)


def typed(games: int, first: int = 1) -> dict[int, list[int]]:
    return {game: points_of(ROWS[game - 1]) for game in range(first, games + 1)}


def says(page: Page, words: str) -> None:
    expect(page.locator("#eingabe-stand")).to_contain_text(words)


def instead_of_save_row(monkeypatch: pytest.MonkeyPatch, deed: Callable[..., Any]) -> None:
    """The server's save, done another way; the real one is handed over first."""
    real = entries.save_row
    monkeypatch.setattr(entries, "save_row", lambda *args, **kwargs: deed(real, *args, **kwargs))


def test_nothing_is_lost_when_the_server_answers_late(
    page: Page, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_on = threading.Event()

    def slowly(real: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        typed_on.wait(timeout=30)
        return real(*args, **kwargs)

    instead_of_save_row(monkeypatch, slowly)
    hands = open_list(page)
    for row in ROWS[:4]:
        hands.cells(*row)
    says(page, "Eingaben warten")
    expect(page.locator("#spiel-2 .sheet__words")).to_have_text("wartet")
    cell(page, 1, 2).fill("21")  # while the first save of that row is on its way
    cell(page, 1, 2).press("Enter")
    assert scene.rows() == {}  # without waiting for the first answer
    typed_on.set()
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(4) | {1: [0, 21, 31, 45]}
    assert scene.saves() == 5


def test_nothing_is_lost_when_the_server_fails(page: Page, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter(range(3))

    def failing(real: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if next(failures, None) is not None:
            raise RuntimeError("the disk is full")
        return real(*args, **kwargs)

    instead_of_save_row(monkeypatch, failing)
    hands = open_list(page)
    for row in ROWS[:3]:
        hands.cells(*row)
    says(page, "Der Server antwortet nicht. 3 Eingaben warten; es geht nichts verloren.")
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(3)
    assert scene.saves() == 3


def test_save_whose_answer_got_lost_is_not_done_twice(page: Page, scene: Scene) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)  # stored by the server, never heard of here
            route.abort()
        else:
            route.continue_()

    page.route("**/zeile/", lose)
    hands = open_list(page)
    hands.cells(*ROWS[0])
    says(page, "Alles ist gespeichert")
    assert lost == [200]
    assert scene.rows() == typed(1)
    assert scene.saves() == 1
    assert SavedKey.objects.count() == 1


def test_what_waits_survives_a_reload(page: Page, scene: Scene) -> None:
    page.route("**/zeile/", lambda route: route.abort())
    hands = open_list(page)
    for row in ROWS[:3]:
        hands.cells(*row)
    hands.type("51")
    hands.press("Enter")
    hands.type("37")
    says(page, "3 Eingaben warten")
    page.reload()  # without a net, so that no row is saved between the page's request and its answer
    says(page, "3 Eingaben warten")
    page.unroute("**/zeile/")
    says(page, "Alles ist gespeichert")
    expect(cell(page, 4, 3)).to_be_focused()  # all except the row being typed
    assert scene.rows() == typed(3)
    expect(cell(page, 4, 1)).to_have_value("51")  # an incomplete row stays in place
    expect(cell(page, 4, 2)).to_have_value("37")
    assert 4 not in scene.rows()


def test_what_waits_goes_out_from_the_next_list(page: Page, scene: Scene) -> None:
    page.route("**/tisch/1/zeile/", lambda route: route.abort())
    hands = open_list(page)
    hands.cells(*ROWS[0])
    says(page, "Eine Eingabe wartet")
    page.locator("#tisch").fill("2")
    page.unroute("**/tisch/1/zeile/")
    page.locator("#tisch").press("Enter")
    expect(page).to_have_url(re.compile("/tisch/2/"))
    until(lambda: scene.rows() == typed(1))


def test_what_waits_goes_out_from_any_page_of_the_officials(page: Page, scene: Scene) -> None:
    page.route("**/tisch/1/zeile/", lambda route: route.abort())
    hands = open_list(page)
    hands.cells(*ROWS[0])
    hands.cells(*ROWS[1])
    says(page, "Eingaben warten")
    enter(scene.sheet(), 2, "0 21 31 45")
    page.unroute("**/tisch/1/zeile/")
    page.goto("/leitung/testpokal/einlass/")
    expect(page.locator("#postausgang")).to_contain_text("Serie 1, Tisch 1: Hier liegt noch etwas")
    assert scene.rows() == typed(1) | {2: [0, 21, 31, 45]}
    page.get_by_role("link", name="Liste öffnen").click()
    says(page, "Konflikt in Spiel 2")


def test_conflict_whose_page_was_left_is_reported_on_any_page_of_the_officials(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    enter(scene.sheet(), 1, "0 21 31 45")
    hands.cells(*ROWS[0])
    says(page, "Konflikt in Spiel 1")
    for _look in range(2):
        page.goto("/leitung/testpokal/einlass/")
        expect(page.locator("#postausgang")).to_contain_text("Serie 1, Tisch 1: Hier liegt noch etwas")
    page.get_by_role("link", name="Liste öffnen").click()
    says(page, "Konflikt in Spiel 1")
    page.get_by_role("button", name="Die gespeicherte gilt").click()
    page.goto("/leitung/testpokal/einlass/")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#postausgang")).to_be_hidden()


@pytest.mark.own_context
def test_connection_that_is_back_is_used_at_once(page: Page, scene: Scene) -> None:
    page.clock.install()
    hands = open_list(page)
    page.clock.pause_at(time.time() + 60)  # no automatic attempts any more
    page.context.set_offline(True)
    hands.cells(*ROWS[0])
    hands.cells(*ROWS[1])
    says(page, "2 Eingaben warten")
    page.context.set_offline(False)
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(2)


def test_who_was_signed_out_loses_nothing(page: Page, scene: Scene, live_server: LiveServer) -> None:
    hands = open_list(page)
    page.context.clear_cookies(name="sessionid")
    hands.cells(*ROWS[0])
    says(page, "Sie sind nicht mehr angemeldet")
    expect(page.locator("#eingabe-stand").get_by_role("link", name="Wieder anmelden")).to_be_visible()
    hands.cells(*ROWS[1])
    sign_in(page, scene.official, live_server.url)
    page.get_by_role("button", name="Erneut versuchen").click()
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(2)


def test_official_without_the_right_is_told_who_has_it_and_what_was_typed_is_not_sent_for_ever(
    page: Page, scene: Scene
) -> None:
    hands = open_list(page)
    role = EventRole.objects.get(user=scene.official)
    EventRole.objects.filter(pk=role.pk).update(role=EventRole.Role.CASHIER)
    with page.expect_response("**/zeile/"):
        hands.cells(*ROWS[0])
    expect(page.locator("#spiel-1")).to_contain_text("brauchen Sie das Recht: Spielleitung, Schiedsrichter oder")
    expect(page.locator("body")).not_to_contain_text("nicht mehr angemeldet")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/zeile/" in request.url else None)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.goto("/leitung/testpokal/einlass/")
    page.wait_for_load_state("networkidle")
    assert (sent, scene.rows()) == ([], {})
    EventRole.objects.filter(pk=role.pk).update(role=role.role)
    page.goto(PATH)
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(1)


@pytest.mark.own_context
def test_network_that_wants_people_to_sign_in_to_it_is_no_sign_out(page: Page, scene: Scene) -> None:
    """Its answers count as no answer: the save is retried automatically."""
    answers: list[dict[str, Any]] = [
        {"status": 302, "headers": {"Location": "http://anmeldung.hotspot.example/"}},
        {"status": 403, "body": "<h1>Willkommen im WLAN</h1>", "content_type": "text/html"},
        {"status": 404, "body": "<h1>Willkommen im WLAN</h1>", "content_type": "text/html"},
        {"status": 200, "body": "<h1>Willkommen im WLAN</h1>", "content_type": "text/html"},
    ]
    page.clock.install()  # the next attempt is seconds away
    given = iter(answers)

    def answer(route: Route) -> None:
        portal = next(given, None)
        if portal is None:
            route.continue_()
        else:
            route.fulfill(**portal)

    page.route("**/zeile/", answer)
    hands = open_list(page)
    hands.cells(*ROWS[0])
    for _attempt in answers:
        says(page, "Der Server antwortet nicht.")
        page.clock.run_for(16_000)
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(1)
    assert next(given, None) is None


def test_list_completed_meanwhile_says_so_and_keeps_what_was_typed(page: Page, scene: Scene) -> None:
    hands = open_list(page)
    make_complete(scene.sheet())
    hands.cells(*ROWS[0])
    expect(page.locator("#eingabe-hinweise")).to_contain_text("Die Liste ist inzwischen vollständig oder gesperrt")
    expect(page.locator("#spiel-1")).to_contain_text("Nicht gespeichert")
    expect(cell(page, 1, 3)).to_have_value("31")
    page.reload()
    expect(page.locator("#eingabe-hinweise")).to_contain_text("Spiel 1: 0 · 20 · 31 · 45")
    page.locator("#eingabe-hinweise").get_by_role("link", name="Liste berichtigen").click()
    page.get_by_role("button", name="In die Liste übernehmen").click()
    expect(cell(page, 1, 3)).to_have_value("31")
    expect(page.locator("#spiel-1")).to_contain_text("noch nicht gespeichert")


def test_what_is_older_than_what_is_stored_becomes_a_conflict_after_a_reload(page: Page, scene: Scene) -> None:
    page.route("**/zeile/", lambda route: route.abort())
    hands = open_list(page)
    hands.cells(*ROWS[0])
    says(page, "wartet")
    enter(scene.sheet(), 1, "0 21 31 45")
    page.unroute("**/zeile/")
    page.reload()
    says(page, "Konflikt in Spiel 1")
    assert scene.rows()[1] == [0, 21, 31, 45]
    expect(cell(page, 1, 2)).to_have_value("20")


@pytest.fixture(scope="module")
def program(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program in a separate process, on the database of the tests, to be killed. The first test starts it."""
    if connection.vendor != "sqlite":
        pytest.skip("the same page is tested on SQLite")
    database = SqliteFile(Path(connection.settings_dict["NAME"]))
    own = {"SECRET_KEY": settings.SECRET_KEY, "DEBUG": "1"}  # with static files from their source folders
    server = Server(database, tmp_path_factory.mktemp("program"), settings=own)
    yield server
    server.kill()


@pytest.mark.own_context
@pytest.mark.parametrize("reloaded", [False, True], ids=["page stays", "page reloaded"])
def test_nothing_is_lost_when_the_server_is_killed_and_restarted(
    page: Page, program: Server, *, reloaded: bool
) -> None:
    scene, address = make_scene(), f"http://localhost:{program.port}"
    if program.process is None:
        program.start()
    sign_in(page, scene.official, address)
    hands = open_list(page, address + PATH)
    for row in ROWS[:3]:
        hands.cells(*row)
    program.kill()  # with some of them stored, and one perhaps stored without an answer
    for row in ROWS[3:6]:
        hands.cells(*row)
    says(page, "es geht nichts verloren")
    program.start()
    if reloaded:
        page.reload()
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(6)
    assert scene.saves() == 6


def test_full_disk_of_the_server_is_said_and_what_was_typed_is_stored_once_there_is_room(
    page: Page, scene: Scene
) -> None:
    page.route("**/zeile/", lambda route: route.fulfill(status=507, body="<h1>voll</h1>"))
    hands = open_list(page)
    hands.cells(*ROWS[0])
    says(page, "Der Speicher des Servers ist voll. Eine Eingabe wartet hier")
    hands.cells(*ROWS[1])
    says(page, "Der Speicher des Servers ist voll. 2 Eingaben warten hier")
    page.unroute("**/zeile/")
    says(page, "Alles ist gespeichert")
    assert scene.rows() == typed(2)
