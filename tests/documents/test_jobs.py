"""Files of many printouts that take a while: progress, failures, and papers made ahead."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from romme_turnier.documents import ahead, archives, delivery, files, jobs
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.models import Job
from romme_turnier.documents.printout import Job as PrintJob
from romme_turnier.documents.render import paper_cache
from romme_turnier.tournament import models
from romme_turnier.tournament.papers.archive import read_archive
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.shared.effects import Final, became_final
from romme_turnier.tournament.standings.releases import release_standings
from tests.documents.conftest import read, words_of, work_at_once
from tests.factories import list_of, make_checked, make_event
from tests.safety.server import KEY, environ
from tests.tournament.papers.papers import released_event

PAGE = '<html lang="de"><head><title>Blatt</title></head><body><p>{words}</p></body></html>'
LONG_ENOUGH = 300  # seconds: workers give way to everything else on a busy machine

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.KEPT_PAPERS = str(tmp_path / "papers")
    return tmp_path / "papers"


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pieces of every file; each shows only its name."""
    names = ["Tischplan", "Startkarten"]
    monkeypatch.setattr(files, "pieces_of", lambda _printouts: [(name, {}) for name in names])
    monkeypatch.setattr(files, "html_of", lambda template, _context: PAGE.format(words=template))
    return names


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs stay open."""
    monkeypatch.setattr(jobs, "hand_out", lambda: None)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are done by this process when they are placed; it must not fork."""
    monkeypatch.delattr(os, "fork")
    work_at_once(monkeypatch)


def placed(event: models.Event, title: str = "Blätter") -> Job:
    return files.job_for(title, [(BY_KEY["announcement"], PrintJob(event))])


def pages_of(job: Job) -> list[str]:
    job.refresh_from_db()
    assert job.state == Job.State.FINISHED
    file = read(files.file_of(job).read_bytes())
    return [words_of(file, page) for page in range(1, len(file.pages) + 1)]


def test_job_becomes_one_file_that_is_kept_with_its_pieces_and_leaves_nothing_else(
    event: models.Event, folder: Path, sheets: list[str], at_once: None
) -> None:
    job = placed(event)
    assert pages_of(job) == ["Tischplan", "Startkarten"]
    assert sorted(path.suffix for path in folder.glob("*/*")) == [".pdf"] * 3
    assert list(folder.glob("*")) == list(folder.glob("??"))
    assert placed(event) == job
    assert Job.objects.count() == 1


def test_job_that_is_asked_for_twice_is_made_once(event: models.Event, no_worker: None) -> None:
    assert placed(event) == placed(event)
    assert placed(event, "Sheets") != placed(event)


def test_how_far_it_is_are_the_pieces_that_are_done(event: models.Event, sheets: list[str], at_once: None) -> None:
    job = placed(event)
    job.refresh_from_db()
    assert (job.done, job.pieces) == (2, 2)


def test_news_of_a_large_file_are_few(
    event: models.Event, sheets: list[str], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each report is a write to the database."""
    told: list[int] = []
    sheets[:] = [str(number) for number in range(1000)]
    monkeypatch.setattr(files, "print_pieces", lambda *_args, progress: [progress(done) for done in range(1, 1001)])
    files.make(placed_asked(event), "", lambda **values: told.append(values.get("done", 0)))
    assert 15 < len(told) < 25


def placed_asked(event: models.Event) -> dict[str, Any]:
    return {"title": "Blätter", "event": event.pk, "printouts": []}


def test_file_with_the_same_papers_is_not_joined_again(
    event: models.Event, sheets: list[str], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(event)
    monkeypatch.setattr(files, "print_pieces", lambda *_args, **_kwargs: pytest.fail("made again"))
    models.EventLog.objects.create(event=event, number=99, verb="open_event", at=timezone.now())
    assert pages_of(placed(event)) == ["Tischplan", "Startkarten"]
    assert Job.objects.count() == 2


def test_job_of_a_server_that_was_killed_says_so_and_goes_on_where_it_stopped(
    event: models.Event, sheets: list[str], no_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_off = placed(event)
    assert jobs.is_open(broken_off)
    place = paper_cache.path_of(PAGE.format(words="Tischplan"))
    paper_cache.keep(b"%PDF half of the file", place)
    monkeypatch.setattr(jobs, "SERVER", "the next one")
    jobs.start()
    broken_off.refresh_from_db()
    if connection.vendor == "sqlite":
        assert (broken_off.state, broken_off.result) == (Job.State.FAILED, Job.Why.BROKEN_OFF)
    Job.objects.update(heard_at=timezone.now() - timedelta(minutes=2))
    broken_off.refresh_from_db()
    assert not jobs.is_open(broken_off)
    assert placed(event) != broken_off


def test_job_of_another_server_is_open_while_that_one_is_heard_of(
    event: models.Event, no_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News about any job counts: the older job may still wait for its turn."""
    waits, _is_done = placed(event), placed(event, "Sheets")
    Job.objects.filter(pk=waits.pk).update(heard_at=timezone.now() - timedelta(hours=1))
    monkeypatch.setattr(jobs, "SERVER", "another one")
    waits.refresh_from_db()
    assert jobs.is_open(waits)
    assert placed(event) == waits
    for silent_for in (timedelta(minutes=2), timedelta(hours=-2)):  # the clock was set back since the last news
        Job.objects.update(heard_at=timezone.now() - silent_for)
        assert not jobs.is_open(waits)


def test_jobs_of_last_week_are_deleted(event: models.Event, no_worker: None) -> None:
    old = placed(event)
    Job.objects.update(heard_at=timezone.now() - jobs.KEPT_FOR - timedelta(hours=1))
    placed(event, "Sheets")
    assert not Job.objects.filter(pk=old.pk).exists()


def test_paper_that_cannot_be_printed_is_a_failure_that_says_why(
    event: models.Event,
    sheets: list[str],
    at_once: None,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(files, "html_of", lambda template, _context: f"<p>Without a language: {template}</p>")
    job = placed(event)
    job.refresh_from_db()
    assert (job.state, job.result, job.done) == (Job.State.FAILED, Job.Why.MISTAKE, 2)
    assert "ValueError" in capfd.readouterr().err


def test_machine_without_the_libraries_says_so(
    event: models.Event, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    job = placed(event)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.FAILED, Job.Why.LIBRARIES)


def test_disk_that_is_full_is_a_failure_that_says_so(
    event: models.Event, sheets: list[str], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "print_pieces", full)
    job = placed(event)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.FAILED, Job.Why.DISK)
    assert placed(event) != job


def test_end_that_cannot_be_stored_leaves_the_job_to_be_handed_out_again(
    event: models.Event, no_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = placed(event)
    monkeypatch.setattr(jobs, "_running", {str(job.pk): (None, False)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Job.objects, "filter", lambda **_of: (_ for _ in ()).throw(DatabaseError("full")))
        jobs._note(str(job.pk), state=Job.State.FINISHED)
    assert jobs._running == {}
    job.refresh_from_db()
    assert jobs.is_open(job)


def test_end_of_a_job_is_stored_although_no_worker_starts_for_the_next(
    event: models.Event, no_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_starts() -> None:
        raise OSError(11, "Resource temporarily unavailable")

    job = placed(event)
    monkeypatch.setattr(jobs, "hand_out", none_starts)
    jobs._note(str(job.pk), state=Job.State.FAILED)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED


# The worker process


@pytest.fixture
def real_worker(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None, folder: Path, tmp_path: Path
) -> Iterator[None]:
    """Workers on the database of the tests."""
    surroundings = environ(database_url(), tmp_path, KEPT_PAPERS=str(folder), DATA_DIR=str(tmp_path / "data"))
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    yield
    newest = jobs._newest
    if newest is not None and newest.poll() is None:
        kill(psutil.Process(newest.pid))
        newest.wait()
    jobs._newest = None
    until(lambda: not jobs._running)


def database_url() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    return (
        f"postgres://{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    )


def until(fact: Callable[[], object]) -> None:
    deadline = time.monotonic() + LONG_ENOUGH
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kill(*processes: psutil.Process) -> None:
    for process in processes:
        for child in (*process.children(recursive=True), process):
            child.kill()


def test_worker_makes_files_and_leaves_no_job_open_whatever_is_killed(
    real_worker: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A job made ahead never ends here. First its process is killed, then the worker."""
    (tmp_path / "sitecustomize.py").write_text("import os, time\nos.nice = lambda _by: time.sleep(600)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    event = make_event()
    printouts = [(BY_KEY["announcement"], PrintJob(event))]
    endless, next_one = (files.job_for(title, printouts, ahead=True) for title in ("A", "B"))
    job = placed(event)
    jobs.wait(job, LONG_ENOUGH)
    assert "Testpokal" in " ".join(pages_of(job))
    assert placed(event) == job
    assert jobs._newest is not None
    process = psutil.Process(jobs._newest.pid)
    until(lambda: len(process.children()) == 1)
    assert list(jobs._running) == [str(endless.pk)]
    kill(*process.children())
    until(lambda: list(jobs._running) == [str(next_one.pk)] and process.children())
    kill(process)
    for broken_off in (endless, next_one):
        jobs.wait(broken_off, LONG_ENOUGH)
        assert (broken_off.state, broken_off.result) == (Job.State.FAILED, Job.Why.BROKEN_OFF)


def test_worker_makes_an_archive_with_its_papers(real_worker: None, settings: Settings) -> None:
    settings.SECRET_KEY = KEY  # as in the environment of the worker, which opens the key for signing
    event = released_event()
    job = archives.job_for(event, base="")
    jobs.wait(job, LONG_ENOUGH)
    assert job.state == Job.State.FINISHED
    assert {"abschlussbericht.pdf", "rangliste.pdf"} < set(read_archive(files.file_of(job).read_bytes()).names)
    assert archives.job_for(event, base="") == job


# The page that leads to the file


@pytest.fixture
def address(event: models.Event, series: models.Series) -> str:
    return reverse("documents:series_papers", args=[event.slug, 1])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, no_worker: None) -> None:
    monkeypatch.setattr(delivery, "PATIENCE", 0)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_file_that_is_soon_finished_is_the_answer(official: Client, address: str, at_once: None) -> None:
    answer = official.get(address)
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="testpokal-serie-1-alles.pdf"'
    assert "no-store" in answer["Cache-Control"]


def test_page_says_how_far_the_file_is_and_leads_to_it(official: Client, address: str, slow: None) -> None:
    answer = official.get(address)
    assert answer.status_code == 302
    assert "Die Blätter werden vorbereitet." in text_of(official.get(answer["Location"]))
    Job.objects.update(pieces=12, done=3)
    page = official.get(answer["Location"])
    assert page.status_code == 200
    assert re.search(r"Alles für Serie 1: wird gemacht .* 3 von 12 Teilen sind fertig", text_of(page))
    assert '<meta http-equiv="refresh" content="1">' in page.content.decode()
    here = re.search(r'<a [^>]*aria-current="true"[^>]*>Drucken</a>', page.content.decode())
    assert here, "the bar of the event does not say where one is"
    paper_cache.keep(b"%PDF finished", paper_cache.path_named("finished"))
    Job.objects.update(state=Job.State.FINISHED, result="finished")
    file = official.get(answer["Location"])
    assert (file["Content-Type"], file.content) == ("application/pdf", b"%PDF finished")


def test_page_of_a_job_asks_again_while_no_worker_starts(
    official: Client, address: str, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = official.get(address)["Location"]

    def none_starts() -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(jobs, "hand_out", none_starts)
    page = official.get(where)
    assert page.status_code == 200
    assert '<meta http-equiv="refresh" content="1">' in page.content.decode()


def test_page_says_why_it_failed_and_offers_another_try(official: Client, address: str, slow: None) -> None:
    where = official.get(address)["Location"]
    Job.objects.update(state=Job.State.FAILED, result=Job.Why.BROKEN_OFF)
    page = official.get(where)
    assert page.status_code == 503
    assert "Die Arbeit daran wurde abgebrochen" in text_of(page)
    assert f'<a class="button" href="{address}">Noch einmal</a>' in page.content.decode()
    assert "http-equiv" not in page.content.decode()


def test_job_is_read_at_its_own_address_alone(official: Client, event: models.Event, address: str, slow: None) -> None:
    query = official.get(address)["Location"].partition("?")[2]
    everything = reverse("documents:all_papers", args=[event.slug])
    assert official.get(f"{everything}?{query}").status_code == 404
    assert official.get(f"{address}?{query}x").status_code == 404


@pytest.mark.parametrize("gone", [True, False])
def test_job_that_is_no_longer_known_or_whose_file_is_gone_is_placed_again(
    official: Client, address: str, slow: None, *, gone: bool
) -> None:
    answer = official.get(address)
    if gone:
        Job.objects.all().delete()
    else:
        Job.objects.update(state=Job.State.FINISHED, result="tidied")
    assert official.get(answer["Location"])["Location"] == address


def test_file_is_made_without_an_order_where_nothing_can_be_kept(
    official: Client, address: str, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "full").write_text("a file where the folder should be")
    settings.KEPT_PAPERS = str(tmp_path / "full")
    assert official.get(address)["Content-Type"] == "application/pdf"


def test_file_is_made_without_a_job_where_no_row_can_be_stored(
    official: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_args: object, **_kwargs: object) -> None:
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(jobs, "place", read_only)
    assert official.get(address)["Content-Type"] == "application/pdf"


# Made before anybody asks


@pytest.fixture
def listening(settings: Settings, no_worker: None) -> Iterator[None]:
    """As in a process that serves."""
    settings.PAPERS_AHEAD = True
    ahead.listen()
    yield
    became_final.disconnect(dispatch_uid="papers ahead")


def test_papers_are_begun_when_seats_or_standings_are_released(
    series: models.Series, listening: None, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
        for table in (1, 2):
            make_checked(list_of(series, table))
        close_series(series, by=None)
        release_standings(series.event, 1, by=None)
    of_seats, of_standings = Job.objects.order_by("heard_at")
    assert of_seats.ahead
    assert of_standings.ahead
    assert of_seats.asked["title"] == of_standings.asked["title"] == "Alles für Serie 1 – Testpokal"
    wanted = {printout[0]: BY_KEY[printout[0]].template for printout in of_standings.asked["printouts"]}
    names = ("release", "rankings", "charts", "own_results", "speakers_sheet")
    assert list(wanted.values())[:5] == [f"documents/standings/{name}.html" for name in names]


@pytest.mark.parametrize("setting", [{"PAPERS_AHEAD": False}, {"KEPT_PAPERS": ""}])
def test_nothing_is_made_ahead_where_the_settings_say_so(
    series: models.Series,
    listening: None,
    settings: Settings,
    setting: dict[str, object],
    django_capture_on_commit_callbacks: Any,
) -> None:
    for name, value in setting.items():
        setattr(settings, name, value)
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
    assert not Job.objects.exists()


def test_release_does_not_depend_on_papers_that_cannot_be_begun(
    series: models.Series,
    listening: None,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(jobs, "hand_out", lambda: 1 / 0)
    with django_capture_on_commit_callbacks(execute=True):
        release_seats(series, by=None)
    series.refresh_from_db()
    assert series.seats_released_at is not None
    assert "ZeroDivisionError" in caplog.text


def test_what_was_made_ahead_is_the_answer_to_the_click(
    official: Client, series: models.Series, address: str, at_once: None, settings: Settings
) -> None:
    settings.PAPERS_AHEAD = True
    priority = os.nice(0)
    ahead.begin(Final.SEATS, series=series)
    assert official.get(address)["Content-Type"] == "application/pdf"
    assert Job.objects.count() == 1
    assert os.nice(0) == priority, "only a forked process may lower its priority, which it never gets back"


def test_click_takes_over_a_job_that_is_made_ahead_and_goes_before_others(
    official: Client, series: models.Series, address: str, slow: None, settings: Settings
) -> None:
    settings.PAPERS_AHEAD = True
    ahead.begin(Final.SEATS, series=series)
    official.get(address)
    assert not Job.objects.get().ahead


class Told:
    """A worker that accepts jobs and does nothing."""

    def __init__(self) -> None:
        self.pks: list[str] = []
        self.stdin = self

    def write(self, line: bytes) -> None:
        self.pks.append(line.decode().strip())

    def flush(self) -> None:
        pass


def test_two_jobs_at_a_time_and_one_ahead_in_the_order_of_their_rows(
    event: models.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    monkeypatch.setattr(jobs, "_running", {})
    monkeypatch.setattr(jobs, "_worker", lambda: told)
    ahead_first, ahead_second = (jobs.place("papers", {}, key, ahead=True) for key in "ab")
    first, second, third = (jobs.place("papers", {}, key) for key in "cde")
    assert told.pks == [str(job.pk) for job in (ahead_first, first, second)]
    jobs._note(str(first.pk), state=Job.State.FINISHED, result="x")
    jobs._note(str(ahead_first.pk), state=Job.State.FINISHED, result="x")
    assert told.pks[3:] == [str(third.pk), str(ahead_second.pk)]
