"""Simulated events for the tests, each played once."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from romme_turnier.simulation.checks.issues import Witness
from romme_turnier.simulation.course import Course
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario

PROBE = Scenario(slug="probe", players=9, series=2, games=2, seed=5, clubs=3, trouble=1.5)


@pytest.fixture(scope="module")
def witness() -> Witness:
    """Who has seen the issues of the played event."""
    return Witness()


@pytest.fixture(scope="module")
def course(witness: Witness, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Course]:
    """A small event with much trouble, taken away again after the tests of a module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield simulate(PROBE, released=witness)
        transaction.set_rollback(True)
