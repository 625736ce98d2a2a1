"""One transaction for one verb, and no write without one."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from romme_turnier.tournament.shared import service
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.service import frame, one_transaction
from tests.factories import make_event


@pytest.mark.django_db(transaction=True)
def test_step_of_a_service_is_refused_when_no_service_calls_it():
    event = make_event()

    with pytest.raises(TransactionManagementError, match="invalidate_public_pages was called outside of a service"):
        invalidate_public_pages(event.pk)


@frame
def within() -> None:
    """Within another one it is a savepoint."""


@frame
def around() -> None:
    within()
    within()


def said_by_one() -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        around()
    return [query["sql"] for query in captured if "SAVEPOINT" in query["sql"]]


def can_write_elsewhere() -> bool:
    """Whether another thread would be let into a service."""

    def enter() -> bool:
        entered = service._one_writer.acquire(blocking=False)
        if entered:
            service._one_writer.release()
        return entered

    with ThreadPoolExecutor(1) as other:
        return other.submit(enter).result()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has many writers")
def test_no_other_thread_comes_between_the_services_of_one_transaction():
    """It would wait for SQLite's lock, and this one for the lock that it has taken."""
    with one_transaction():
        within()
        assert not can_write_elsewhere()
        within()
    assert can_write_elsewhere()


@pytest.mark.django_db(transaction=True)
def test_savepoints_of_one_transaction_are_told_apart_and_have_the_names_of_every_other():
    first = said_by_one()
    assert len({*first}) == len(first) == 4  # two that are made, two that are released
    assert said_by_one() == first
