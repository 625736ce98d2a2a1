"""Files of many printouts that take a while: who asks sees how far they are, whatever happens to who makes them."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from filelock import FileLock
from pytest_django import Settings

from romme_turnier.documents import ahead, waiting
from romme_turnier.documents.render import kept, orders, pdf
from romme_turnier.documents.render.orders import Order, Progress, State
from romme_turnier.documents.render.pieces import Why, pieces_from
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.shared.final import Final, became_final
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents.conftest import read, words_of
from tests.factories import list_of, make_checked

PAGE = '<html lang="de"><head><title>Blatt</title></head><body><p>{words}</p></body></html>'
LONG_ENOUGH = 60  # seconds

begin = orders._begin


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A paper says the name of its template."""
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    monkeypatch.setattr(pdf, "html_of", lambda template, _context: PAGE.format(words=template))
    monkeypatch.setattr(orders, "html_of", lambda template, _context: PAGE.format(words=template))
    return tmp_path / "papers"


@pytest.fixture
def no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order is placed, and nobody begins."""
    monkeypatch.setattr(orders, "_begin", lambda _order, _title: None)


def placed(*words: str) -> Order:
    return orders.place([(one, {}) for one in words], title="Blätter")


def finished(order: Order) -> list[str]:
    assert orders.wait(order, LONG_ENOUGH) == Progress(State.FINISHED)
    file = read(order.place.read_bytes())
    return [words_of(file, page) for page in range(1, len(file.pages) + 1)]


def at_work(order: Order) -> Callable[[], None]:
    """Somebody holds the order's lock; returns how to let go."""
    lock = FileLock(order.lock)
    lock.acquire()
    return lock.release


def press_is_gone(order: Order) -> bool:
    until = time.monotonic() + LONG_ENOUGH
    while orders.look(order).state is State.AT_WORK and time.monotonic() < until:
        time.sleep(0.05)
    return orders.look(order).state is not State.AT_WORK


def test_order_becomes_one_file_that_is_kept_with_its_pieces_and_leaves_nothing_else(folder: Path) -> None:
    order = placed("Tischplan", "Startkarten")
    assert finished(order) == ["Tischplan", "Startkarten"]
    assert press_is_gone(order)
    assert sorted(path.suffix for path in folder.glob("*/*")) == [".pdf"] * 3
    assert placed("Tischplan", "Startkarten") == order
    assert list(folder.glob("*/*.order")) == []


def test_other_papers_and_another_order_of_them_are_another_file(no_press: None) -> None:
    assert len({placed("A", "B"), placed("B", "A"), placed("A"), placed("A", "C")}) == 4


def test_how_far_it_is_are_the_pieces_that_are_there(no_press: None) -> None:
    order = placed("A", "B", "C")
    let_go = at_work(order)
    assert orders.look(order) == Progress(State.AT_WORK, 0, 3)
    kept.keep(b"%PDF", kept.place_of(PAGE.format(words="B")))
    assert orders.look(order) == Progress(State.AT_WORK, 1, 3)
    let_go()


def test_two_processes_never_make_the_same_file_at_a_time(no_press: None, monkeypatch: pytest.MonkeyPatch) -> None:
    order = placed("A", "B")
    let_go = at_work(order)
    monkeypatch.setattr(subprocess, "Popen", lambda *_args, **_kwargs: pytest.fail("a second press"))
    begin(order, "Blätter")
    let_go()


def test_what_was_broken_off_says_so_and_goes_on_where_it_stopped(no_press: None, folder: Path) -> None:
    """The server was killed, and its press with it: the lock is gone, the piece that was finished is there."""
    order = placed("A", "B")
    already = pdf.render_pdf("A", {})
    assert orders.look(order) == Progress(State.FAILED, 1, 2, Why.BROKEN_OFF)
    place = kept.place_of(PAGE.format(words="A"))
    assert place is not None
    before = place.stat().st_ino
    begin(order, "Blätter")
    assert finished(order) == ["A", "B"]
    assert place.stat().st_ino == before
    assert place.read_bytes() == already


def test_paper_that_cannot_be_printed_is_a_failure_that_says_why(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(orders, "html_of", lambda template, _context: f"<p>Without a language: {template}</p>")
    order = placed("A")
    assert orders.wait(order, LONG_ENOUGH) == Progress(State.FAILED, 1, 1, Why.MISTAKE)
    assert "ValueError" in capfd.readouterr().err


def test_machine_without_the_libraries_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weasyprint.py").write_text('raise OSError("cannot load library")')
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    order = placed("A")
    assert orders.wait(order, LONG_ENOUGH) == Progress(State.FAILED, 0, 1, Why.LIBRARIES)


def test_order_that_was_tidied_away_is_unknown(no_press: None) -> None:
    order = placed("A")
    order.pieces.unlink()
    assert orders.look(order).state is State.UNKNOWN


# The page that leads to the file


@pytest.fixture
def address(event: models.Event, series: models.Series) -> str:
    return reverse("documents:series_papers", args=[event.slug, 1])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, no_press: None) -> Iterator[Callable[[], None]]:
    """A press holds the order and gets nowhere, until it is let go."""
    held: list[Callable[[], None]] = []
    monkeypatch.setattr(orders, "_begin", lambda order, _title: held.append(at_work(order)))
    monkeypatch.setattr(waiting, "PATIENCE", 0)

    def let_go() -> None:
        while held:
            held.pop()()

    yield let_go
    let_go()


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_file_that_is_soon_finished_is_the_answer(official: Client, address: str) -> None:
    first = official.get(address)
    if first.status_code == 302:  # a slow machine
        assert orders.wait(order_of(first), LONG_ENOUGH).state is State.FINISHED
    answer = official.get(address)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="testpokal-serie-1-alles.pdf"'
    assert "no-store" in answer["Cache-Control"]


def order_of(answer: Any) -> Order:
    return Order.named(answer["Location"].partition("auftrag=")[2].partition("%3A")[0])


def test_page_says_how_far_the_file_is_and_leads_to_it(
    official: Client, address: str, slow: Callable[[], None]
) -> None:
    answer = official.get(address)
    assert answer.status_code == 302
    page = official.get(answer["Location"])
    assert page.status_code == 200
    assert re.search(r"Alles für Serie 1: wird gemacht .* 0 von \d+ Teilen sind fertig", text_of(page))
    assert '<meta http-equiv="refresh" content="1">' in page.content.decode()
    here = re.search(r'<a [^>]*aria-current="true"[^>]*>Drucken</a>', page.content.decode())
    assert here, "the bar of the event does not say where one is"
    kept.keep(b"%PDF finished", order_of(answer).place)
    slow()
    file = official.get(answer["Location"])
    assert (file["Content-Type"], file.content) == ("application/pdf", b"%PDF finished")


def test_page_says_why_it_failed_and_offers_another_try(
    official: Client, address: str, slow: Callable[[], None]
) -> None:
    where = official.get(address)["Location"]
    slow()
    page = official.get(where)
    assert page.status_code == 503
    assert "Die Arbeit daran wurde abgebrochen" in text_of(page)
    assert f'<a class="button" href="{address}">Noch einmal</a>' in page.content.decode()
    assert "http-equiv" not in page.content.decode()


def test_order_is_read_at_its_own_address_alone(
    official: Client, event: models.Event, address: str, slow: Callable[[], None]
) -> None:
    query = official.get(address)["Location"].partition("?")[2]
    everything = reverse("documents:all_papers", args=[event.slug])
    assert official.get(f"{everything}?{query}").status_code == 404
    assert official.get(f"{address}?{query}x").status_code == 404


def test_order_that_is_no_longer_known_is_placed_anew(official: Client, address: str, slow: Callable[[], None]) -> None:
    answer = official.get(address)
    order_of(answer).pieces.unlink()
    assert official.get(answer["Location"])["Location"] == address


def test_file_is_made_without_an_order_where_nothing_can_be_kept(
    official: Client, address: str, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    settings.KEPT_PAPERS = str(tmp_path / "full")
    assert official.get(address)["Content-Type"] == "application/pdf"


# Made before anybody asks


@pytest.fixture
def listening(settings: Settings) -> Iterator[None]:
    """As in a process that serves."""
    settings.PAPERS_AHEAD = True
    ahead.listen()
    yield
    became_final.disconnect(dispatch_uid="papers ahead")


@pytest.fixture
def started(listening: None, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands of the processes that make papers ahead; none is really started."""
    commands: list[list[str]] = []

    class Started:
        def __init__(self, command: list[str], **_kwargs: object) -> None:
            commands.append(command)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Started)
    return commands


def test_papers_are_begun_when_seats_or_standings_are_released(
    series: models.Series, started: list[list[str]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
        for table in (1, 2):
            make_checked(list_of(series, table))
        close_series(series, by=None)
        release_standings(series.event, 1, by=None)
    assert [command[-3:] for command in started] == [
        ["print_ahead", "seats", str(series.pk)],
        ["print_ahead", "standings", str(series.pk)],
    ]
    assert all(command[0].endswith("nice") and command[1:3] == ["-n", "19"] for command in started)


@pytest.mark.parametrize("setting", [{"PAPERS_AHEAD": False}, {"KEPT_PAPERS": ""}])
def test_nothing_is_made_ahead_where_the_settings_say_so(
    series: models.Series,
    started: list[list[str]],
    settings: Settings,
    setting: dict[str, object],
    django_capture_on_commit_callbacks: Any,
) -> None:
    for name, value in setting.items():
        setattr(settings, name, value)
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
    assert started == []


def test_release_does_not_depend_on_papers_that_cannot_be_begun(
    series: models.Series,
    listening: None,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(subprocess, "Popen", lambda *_args, **_kwargs: 1 / 0)
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
    series.refresh_from_db()
    assert series.seats_released_at is not None
    assert "ZeroDivisionError" in caplog.text


def test_what_was_made_ahead_is_the_answer_to_the_click(
    official: Client, series: models.Series, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("print_ahead", "seats", str(series.pk))
    monkeypatch.setattr(orders, "_begin", lambda *_args: pytest.fail("made again"))
    assert official.get(address)["Content-Type"] == "application/pdf"


def test_papers_of_standings_are_made_ahead_as_the_catalogue_has_them(
    event: models.Event, series: models.Series, no_press: None, folder: Path
) -> None:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    ahead.make(Final.STANDINGS, series)
    (order,) = folder.glob("*/*.order")
    with order.open("rb") as file:
        said = [html.decode() for _place, html in pieces_from(file)]
    wanted = ("release", "rankings", "charts", "own_results", "speakers_sheet")
    assert said[:5] == [PAGE.format(words=f"documents/standings/{name}.html") for name in wanted]
