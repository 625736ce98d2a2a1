"""A file of many printouts is found by its facts: a click on a finished one makes nothing anew, and is never untrue."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.accounts.models import User
from romme_turnier.documents import bundles, files
from romme_turnier.documents.bundles import day
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.files import order_of
from romme_turnier.documents.printout import Job, Printout
from romme_turnier.documents.render import orders
from romme_turnier.documents.render.orders import Order, State
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents import longest
from tests.documents.papers import pieces_of
from tests.factories import list_of, make_checked, make_event

LONG_ENOUGH = 60  # seconds

made_of = bundles.pieces_of


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    return tmp_path / "papers"


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """No press: what is ordered is there at once."""

    def finish(order: Order, _title: str) -> None:
        order.place.write_bytes(b"%PDF")
        order.pieces.unlink(missing_ok=True)

    monkeypatch.setattr(orders, "_begin", finish)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Titles of events of which HTML was made for a file."""
    titles: list[str] = []

    def pieces_of_and_tell(printouts: list[tuple[Printout, Job]]) -> Iterator[object]:
        titles.append(printouts[0][1].event.name)
        return made_of(printouts)

    monkeypatch.setattr(files, "pieces_of", pieces_of_and_tell)
    return titles


@pytest.fixture
def released(event: models.Event, series: models.Series) -> models.Event:
    """After its only series, with a time for appeals."""
    event.series_count = 1
    event.save()
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None, appeal_until=timezone.now() + timedelta(minutes=20))
    return event


def ordered(event: models.Event) -> Order:
    return order_of("Alle Blätter", day(event))


def test_finished_file_is_found_without_making_anything(
    released: models.Event, finished: None, made: list[str]
) -> None:
    order = ordered(released)
    assert ordered(released) == order
    assert len(made) == 1


def _release(event: models.Event) -> None:
    release_standings(event, 1, by=None)


def _club(_event: models.Event) -> None:
    models.EventLog.objects.create(number=1, verb="rename_club", at=timezone.now())  # the register is nobody's event


def _account(_event: models.Event) -> None:
    User.objects.create(username="neu", display_name="Nora Neumann")


@pytest.mark.parametrize("change", [_release, _club, _account])
def test_file_is_made_anew_when_something_was_changed(
    released: models.Event, finished: None, made: list[str], change: Callable[[models.Event], None]
) -> None:
    ordered(released)
    change(released)
    ordered(released)
    assert len(made) == 2


def test_file_is_found_again_when_another_event_was_changed(
    released: models.Event, finished: None, made: list[str]
) -> None:
    ordered(released)
    other = make_event(slug="anderer")
    models.EventLog.objects.create(event=other, number=99, verb="open_event", at=timezone.now())
    ordered(released)
    assert len(made) == 1


def test_file_is_made_anew_when_the_time_for_appeals_is_over(
    released: models.Event, finished: None, made: list[str]
) -> None:
    ordered(released)
    with time_machine.travel(timezone.now() + timedelta(minutes=21)):
        ordered(released)
    assert len(made) == 2


def test_other_printouts_of_the_same_facts_are_another_file(released: models.Event, finished: None) -> None:
    whole = day(released)
    assert len({order_of("Blätter", whole), order_of("Blätter", whole[:1]), order_of("Sheets", whole)}) == 3


def test_file_that_was_tidied_away_is_made_anew(released: models.Event, finished: None, made: list[str]) -> None:
    ordered(released).place.unlink()
    assert orders.look(ordered(released)).state is State.FINISHED
    assert len(made) == 2


def test_file_is_not_known_by_facts_that_changed_while_it_was_made(
    released: models.Event, finished: None, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    def pieces_of_and_change(printouts: list[tuple[Printout, Job]]) -> Iterator[object]:
        _release(released)
        return made_of(printouts)

    monkeypatch.setattr(files, "pieces_of", pieces_of_and_change)
    ordered(released)
    assert list(folder.glob("*/*.facts")) == []


def test_click_finds_what_was_made_ahead_without_making_anything(
    official: Client, event: models.Event, series: models.Series, finished: None, made: list[str]
) -> None:
    call_command("print_ahead", "seats", str(series.pk))
    made.clear()
    answer = official.get(reverse("documents:series_papers", args=[event.slug, 1]))
    assert answer["Content-Type"] == "application/pdf"
    assert made == []


def test_what_says_when_it_was_printed_is_made_anew_each_time(
    released: models.Event, finished: None, made: list[str]
) -> None:
    wanted = [(BY_KEY["money_chart"], Job(released))]
    assert order_of("Kasse", wanted) == order_of("Kasse", wanted)
    assert len(made) == 2


def test_only_papers_that_are_marked_so_say_when_they_were_printed(db: None) -> None:
    event = longest.everything(7, series=1)
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        now = {name: html_of(template, context) for name, template, context in pieces_of(event)}
    with time_machine.travel(timezone.now() + timedelta(days=5)):
        later = {name: html_of(template, context) for name, template, context in pieces_of(event)}
    differ = {name.partition("-")[0] for name in now if now[name] != later[name]}
    assert differ == {key for key, printout in BY_KEY.items() if printout.of_its_moment}
