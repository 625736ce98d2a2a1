"""The thread that copies: when it does, and that nothing stops it."""

import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.backup import clock, engine, memory
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.folder import Backup, backups_in
from romme_turnier.tournament.seating.series import close_series
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("programs")]


@pytest.fixture
def marks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The count of writes that the watch sees; a test raises it for each write."""
    seen = [1]

    class Watch:
        def mark(self) -> dict[str, int]:
            return {"writes": seen[0]}

    monkeypatch.setattr(engine.engine(), "watch", Watch)
    return seen


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """An entry for each copy by the clock, without a real copy."""
    made: list[int] = []
    monkeypatch.setattr(clock, "make_backup", lambda: made.append(1))
    return made


@pytest.mark.usefixtures("place")
def test_clock_copies_only_when_something_was_written(marks: list[int], copies: list[int]) -> None:
    rounds = clock.Rounds()
    rounds.go(asked=False)
    rounds.go(asked=False)
    assert len(copies) == 1
    assert memory.recall().looked_at is not None
    marks[0] += 1
    rounds.go(asked=False)
    assert len(copies) == 2


@pytest.mark.usefixtures("place", "marks")
def test_clock_copies_whenever_it_is_asked(copies: list[int]) -> None:
    rounds = clock.Rounds()
    rounds.go(asked=True)
    rounds.go(asked=True)
    assert len(copies) == 2


@pytest.mark.usefixtures("place", "marks")
def test_clock_leaves_it_when_another_process_has_just_copied(
    copies: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr("romme_turnier.backup.clock.folder.backups_in", lambda _place: [Backup(Path("x"), now, 1)])
    rounds = clock.Rounds()
    rounds.go(asked=False)
    assert copies == []
    earlier = now - timedelta(minutes=10)
    monkeypatch.setattr(
        "romme_turnier.backup.clock.folder.backups_in",
        lambda _place: [Backup(Path("x"), earlier, 1)],
    )
    rounds.go(asked=False)
    assert len(copies) == 1


@pytest.mark.usefixtures("place", "marks")
@pytest.mark.parametrize("error", [BackupError("voll"), RuntimeError("something else")])
def test_clock_goes_on_after_a_failure_and_tries_again(
    monkeypatch: pytest.MonkeyPatch, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise error

    made: list[int] = []
    rounds = clock.Rounds()
    monkeypatch.setattr(clock, "make_backup", fail)
    rounds.go(asked=False)
    assert "No backup was made" in caplog.text
    monkeypatch.setattr(clock, "make_backup", lambda: made.append(1))
    rounds.go(asked=False)
    assert made == [1]


@pytest.mark.usefixtures("place")
def test_failure_nobody_thought_of_is_remembered(marks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("something else")

    monkeypatch.setattr(clock, "make_backup", fail)
    clock.Rounds().go(asked=False)
    assert memory.recall().error == "something else"


def test_real_watch_sees_a_write_and_no_reading(place: Path) -> None:
    watch = engine.engine().watch()
    before = watch.mark()
    assert User.objects.count() == 0
    if engine.engine().SUFFIX == ".sqlite3":  # PostgreSQL counts its own housekeeping, too, and with a delay
        assert watch.mark() == before
        User.objects.create_user("petra")
        assert watch.mark() != before


def test_closing_a_series_asks_for_a_copy_once_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_event()
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    asked: list[bool] = []
    monkeypatch.setattr(clock, "wake", lambda: asked.append(True))
    close_series(series, by=None)
    assert asked == [True]


@pytest.mark.filterwarnings("ignore:Exception in thread backup")
def test_thread_copies_when_it_is_woken_and_ends_with_the_process(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class OneRound(clock.Rounds):
        def go(self, *, asked: bool) -> None:
            super().go(asked=asked)
            sys.exit()  # ends this thread, which would copy the databases of later tests

    make_event()
    monkeypatch.setattr(clock, "Rounds", OneRound)
    monkeypatch.setattr(clock, "_thread", None)
    clock.start()
    assert clock.is_running()
    assert clock._thread is not None
    assert clock._thread.daemon
    clock.wake()
    clock._thread.join(60)
    assert not clock.is_running()
    assert len(backups_in(place)) == 1
