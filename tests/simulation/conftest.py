"""A simulated event for the tests, played once."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from romme_turnier.core.seating.by_rank import ALGORITHM as BY_STANDINGS
from romme_turnier.simulation.checks.releases import Witness
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.simulation.simulated_event import SimulatedEvent
from romme_turnier.tournament import models

FIRST_SEED, TRIES = 6, 20
SURELY = frozenset({"doubts", "readings", "penalties", "disputes", "payments_reversed", "prizes"})
PROBE = Scenario(slug="probe", players=8, series=2, games=3, clubs=3, trouble=3.0, members=True, surely=SURELY)


@pytest.fixture(scope="module")
def witness() -> Witness:
    """The witness of the releases of the played event."""
    return Witness()


@pytest.fixture(scope="module")
def simulated(witness: Witness, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SimulatedEvent]:
    """A small event with all data that the tests spoil; removed after a module.

    If FIRST_SEED gives a quieter event after a change of the simulation, the next seeds are tried.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        for seed in range(FIRST_SEED, FIRST_SEED + TRIES):
            point = transaction.savepoint()
            witness.seen.clear()
            simulated = simulate(replace(PROBE, seed=seed), released=witness)
            if has_everything():
                break
            transaction.savepoint_rollback(point)
        yield simulated
        transaction.set_rollback(True)


def has_everything() -> bool:
    entries = models.LedgerEntry.objects
    return all(
        rows.exists()
        for rows in (
            models.Reading.objects.all(),
            models.EndingReading.objects.all(),
            models.Notice.objects.all(),
            models.Dispute.objects.all(),
            models.Revision.objects.filter(number=3),
            models.GameEntry.objects.filter(points__gt=50),
            entries.filter(kind="fee"),
            entries.filter(kind="fine"),
            entries.exclude(reverses=None),
            models.PrizeAward.objects.exclude(ledger_entry=None).exclude(registration=None),
            models.Draw.objects.filter(series__number=2, status="applied").exclude(algorithm=BY_STANDINGS),
        )
    ) and not models.SeatingRepair.objects.filter(series__number=2)
