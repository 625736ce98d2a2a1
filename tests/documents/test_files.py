"""A file of many printouts is found by its facts: a finished one is reused, and never out of date."""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.accounts.models import User
from romme_turnier.documents import ahead, bundles, files
from romme_turnier.documents.bundles import day
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.files import job_for
from romme_turnier.documents.models import Job
from romme_turnier.documents.printout import Job as PrintJob, Printout
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.effects import Final
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents import longest
from tests.documents.conftest import work_at_once
from tests.documents.papers import pieces_of
from tests.factories import list_of, make_checked, make_event, one

made_of = bundles.pieces_of


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    return tmp_path / "papers"


@pytest.fixture
def finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are finished when they are placed, and nothing is laid out."""
    monkeypatch.setattr(files, "print_pieces", lambda _pieces, target, *_args, **_of: target.write_bytes(b"%PDF"))
    work_at_once(monkeypatch)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Titles of events whose HTML was made for a file."""
    titles: list[str] = []

    def pieces_of_and_tell(printouts: list[tuple[Printout, PrintJob]]) -> Iterator[object]:
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


def ordered(event: models.Event) -> Job:
    return job_for("Alle Blätter", day(event))


def test_finished_file_is_found_without_making_anything(
    released: models.Event, finished: None, made: list[str]
) -> None:
    job = ordered(released)
    assert ordered(released) == job
    assert len(made) == 1


def _release(event: models.Event) -> None:
    release_standings(event, 1, by=None)


def _club(_event: models.Event) -> None:
    models.EventLog.objects.create(number=1, verb="rename_club", at=timezone.now())  # the register has no event


def _account(_event: models.Event) -> None:
    User.objects.create(username="neu", display_name="Nora Neumann")


@pytest.mark.parametrize("change", [_release, _club, _account])
def test_file_is_made_again_when_something_was_changed(
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


def test_file_is_made_again_when_the_time_for_appeals_is_over(
    released: models.Event, finished: None, made: list[str]
) -> None:
    ordered(released)
    with time_machine.travel(timezone.now() + timedelta(minutes=21)):
        ordered(released)
    assert len(made) == 2


def test_other_printouts_of_the_same_facts_are_another_file(released: models.Event, finished: None) -> None:
    whole = day(released)
    assert len({job_for("Blätter", whole), job_for("Blätter", whole[:1]), job_for("Sheets", whole)}) == 3


def test_file_that_was_tidied_away_is_made_again(released: models.Event, finished: None, made: list[str]) -> None:
    gone = ordered(released)
    gone.refresh_from_db()
    files.file_of(gone).unlink()
    assert ordered(released) != gone
    assert len(made) == 2


def test_file_is_not_known_by_facts_that_changed_while_it_was_made(
    released: models.Event, finished: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the request that placed the job gets the file."""

    def pieces_of_and_change(printouts: list[tuple[Printout, PrintJob]]) -> Iterator[object]:
        _release(released)
        return made_of(printouts)

    monkeypatch.setattr(files, "pieces_of", pieces_of_and_change)
    job = ordered(released)
    job.refresh_from_db()
    assert (job.state, job.key) == (Job.State.FINISHED, "")


def test_no_file_stays_that_was_made_while_a_person_was_erased(
    released: models.Event, finished: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pieces_of_and_erase(printouts: list[tuple[Printout, PrintJob]]) -> list[object]:
        pieces: list[object] = list(made_of(printouts))
        erase_player(one(released, 1).player, by=None)
        return pieces

    monkeypatch.setattr(files, "pieces_of", pieces_of_and_erase)
    job = ordered(released)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.FAILED, Job.Why.BROKEN_OFF)
    assert not list(folder.glob("*/*"))


def test_no_paper_stays_if_the_erasing_deletes_the_unfinished_file(
    released: models.Event, finished: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def print_and_erase(pieces: Iterable[tuple[str, str]], *_args: object, **_of: object) -> None:
        erase_player(one(released, 1).player, by=None)
        paper_cache.forget_all()
        kept_at, _html = next(iter(pieces))
        paper_cache.keep(b"%PDF with the name", Path(kept_at))

    monkeypatch.setattr(files, "print_pieces", print_and_erase)
    job = ordered(released)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.FAILED, Job.Why.BROKEN_OFF)
    assert not list(folder.glob("*/*"))


def test_click_finds_what_was_made_ahead_without_making_anything(
    official: Client, series: models.Series, finished: None, made: list[str], settings: Settings
) -> None:
    settings.PAPERS_AHEAD = True
    ahead.begin(Final.SEATS, series=series)
    made.clear()
    answer = official.get(reverse("documents:series_papers", args=[series.event.slug, 1]))
    assert answer["Content-Type"] == "application/pdf"
    assert made == []


def test_printout_with_its_time_is_made_again_each_time(
    released: models.Event, finished: None, made: list[str]
) -> None:
    wanted = [(BY_KEY["money_chart"], PrintJob(released))]
    first, second = job_for("Kasse", wanted), job_for("Kasse", wanted)
    for job in (first, second):
        job.refresh_from_db()
    assert first.result == second.result
    assert len(made) == 2


def test_only_papers_that_are_marked_so_say_when_they_were_printed(db: None) -> None:
    event = longest.everything(7, series=1)
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        now = {name: html_of(template, context) for name, template, context in pieces_of(event)}
    with time_machine.travel(timezone.now() + timedelta(days=5)):
        later = {name: html_of(template, context) for name, template, context in pieces_of(event)}
    differ = {name.partition("-")[0] for name in now if now[name] != later[name]}
    assert differ == {key for key, printout in BY_KEY.items() if printout.is_timestamped}
