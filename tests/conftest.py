"""Fixtures shared by all tests."""

import gc
import os
import shutil
import threading
import time
from collections.abc import Iterator

import pytest
import time_machine
from _pytest import runner
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.management.color import Style
from django.core.management.commands import flush
from django.core.signals import request_finished, request_started
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.template import Context, Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from hypothesis import settings
from pytest_django import DjangoDbBlocker

from romme_turnier.accounts.counting import CountsInDatabase
from romme_turnier.fast.frames import in_one_chunk
from romme_turnier.tournament import models
from romme_turnier.tournament.playing import moving
from tests.cast import Cast, make_cast
from tests.factories import STARTS_AT, list_of, make_event, seat_series
from tests.settings import LANGUAGE_CODE, TEST_FOLDER
from tests.strict_templates import named
from tests.tournament.at_table.scene import AtTable, at_table

STRICT = {"web", "documents", "accounts"}  # the folders whose tests fail if a template uses a missing name

BACKGROUND = ("backup", "restore", "hook", "publishing")  # the names of the program's threads begin like this

PERMISSIONS = (ContentType._meta.db_table, Permission._meta.db_table)

# Until all tests are loaded: that stays, and looking it through for garbage again and again takes a sixth of the time.
gc.disable()

# Off a developer's machine the examples are the same at every run, so that a failure is about the change.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Clears caches and resets the language, so that tests do not influence each other."""
    for each in caches:
        if not isinstance(caches[each], CountsInDatabase):  # counts in the database go with the test's rows
            caches[each].clear()
    translation.activate(LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _no_thread_goes_on() -> Iterator[None]:
    """A thread that a test leaves behind would read and lock the tables of later tests."""
    yield
    for thread in threading.enumerate():
        if thread.name.startswith(BACKGROUND):
            thread.join(10)
            assert not thread.is_alive(), "a thread of the program is still running"


@pytest.fixture(autouse=True)
def _people_play_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """At tables of games, as no people do."""
    monkeypatch.setattr(moving, "MOST_IN_A_SECOND", 10_000)


@pytest.fixture
def stopped_clock() -> Iterator[None]:
    """Stops the clock, so that a limit of seconds cannot pass on a slow machine."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
def day_of_event() -> Iterator[None]:
    """Starts the clock when the event does. For tests that know the day: during a test of today midnight may pass."""
    with time_machine.travel(STARTS_AT):
        yield


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_pages_only(django_test_environment: None) -> None:
    """Django's tests keep a copy of the context of every template, also of each that is included: a tenth of a page."""

    def render(self: Template, context: Context) -> SafeString:
        if context.template is self:  # not within another one
            template_rendered.send(sender=self, template=self, context=context)
        return self.nodelist.render(context)

    Template._render = render  # type: ignore[attr-defined]  # as Django's own, which it stands for, does


@pytest.fixture(scope="session", autouse=True)
def _permissions_stay(django_test_environment: None) -> Iterator[None]:
    """Django empties the tables after a test that commits, and then makes its permissions again: 20 ms each time."""

    def all_others(style: Style, connection: BaseDatabaseWrapper, **options: bool) -> list[str]:
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
        return list(connection.ops.sql_flush(style, sorted(tables - {*PERMISSIONS}), **options))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", all_others)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_options: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_after_the_last_request(django_test_environment: None) -> Iterator[None]:
    """A page that closes leaves its request to the live server: on PostgreSQL it and the emptying block each other."""
    answering: set[int] = set()

    def begins(**_more: object) -> None:
        answering.add(threading.get_ident())

    def ends(**_more: object) -> None:
        answering.discard(threading.get_ident())

    def emptied(test_case: TransactionTestCase) -> None:
        for _wait in range(2_000):
            if not answering & {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}:
                return empty(test_case)
            time.sleep(0.01)
        raise AssertionError("the live server still answers a request")

    empty = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # the only place before the flush
    request_started.connect(begins, weak=False)
    request_finished.connect(ends, weak=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", emptied)
        yield


@pytest.fixture(autouse=True)
def _templates_name_what_there_is(request: pytest.FixtureRequest) -> Iterator[None]:
    """In the tests of pages and papers only: see `strict_templates`."""
    if not STRICT.intersection(request.path.parts):
        yield
        return
    with named() as missing:
        yield
    assert not missing, "templates name what is not there"


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Rows that fixtures of a module make after this one stay until its last test; changes of a test are rolled back.

    Not for modules whose tests commit: they would wait for this transaction.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def event(db: None) -> models.Event:
    """Eight players of two clubs."""
    return make_event()


@pytest.fixture
def cast(event: models.Event) -> Cast:
    return make_cast(event)


@pytest.fixture
def series(event: models.Event) -> models.Series:
    """The first series: 1 to 4 at table 1, 5 to 8 at table 2."""
    return seat_series(event)


@pytest.fixture
def spielliste(series: models.Series) -> models.Spielliste:
    """The empty list of table 1."""
    return list_of(series)


@pytest.fixture
def table(db: None) -> AtTable:
    """Table 1 of a series whose tables keep their lists on phones."""
    return at_table()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A plain run has no tests of speed. Browser tests come last: Playwright's event loop would disturb the others."""
    if os.environ.get("PLAIN"):
        items[:] = [item for item in items if not item.get_closest_marker("speed")]
    items.sort(key=lambda item: "/tests/browser/" in item.path.as_posix())


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # Django's objects mostly end without it; looking took a twentieth
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """As pytest's own, which runs below dozens of frames already: its system time falls to a fifth."""
    return in_one_chunk(runner.pytest_runtest_protocol)(item, nextitem)


def pytest_unconfigure() -> None:
    """Remove the folder of the test database; the workers of xdist end without Python's own clean-up."""
    shutil.rmtree(TEST_FOLDER, ignore_errors=True)
    # pytest now collects the garbage five times over. Once is enough to find unseen errors.
    gc.collect()
    gc.freeze()
