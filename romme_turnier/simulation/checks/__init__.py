"""Checks the stored rows of an event with independent arithmetic."""

from collections.abc import Callable, Iterator
from typing import Final

from django.db import IntegrityError, connection, transaction

from romme_turnier.simulation.checks import (
    bench,
    consents,
    money,
    notices,
    ranks,
    records,
    releases,
    seating,
    settlement,
    sums,
    transfer,
)
from romme_turnier.simulation.checks.door import Door
from romme_turnier.simulation.checks.facts import Facts, Finding, load_facts
from romme_turnier.simulation.checks.releases import Witness
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.register_integrity import register_differences

Check = Callable[[Facts], Iterator[Finding]]


def check_verify(facts: Facts) -> Iterator[Finding]:
    """Yields each difference that `manage.py verify` finds in the event and in the register."""
    for difference in (*differences(facts.event), *register_differences()):
        yield Finding("verify", str(difference))


def check_links(_facts: Facts) -> Iterator[Finding]:
    """Yields a finding if a row refers to a missing row."""
    try:
        with transaction.atomic():
            connection.check_constraints()
    except IntegrityError as error:
        yield Finding("links", str(error))


CHECKS: Final[tuple[Check, ...]] = (
    seating.check_tables,
    seating.check_sizes,
    seating.check_seats,
    seating.check_draws,
    seating.check_presence,
    bench.check_bench,
    bench.check_admitted,
    bench.check_people,
    consents.check_consents,
    sums.check_sums,
    sums.check_marks,
    sums.check_rows,
    sums.check_readings,
    sums.check_endings,
    ranks.check_ranks,
    releases.check_releases,
    records.check_chains,
    records.check_versions,
    notices.check_notices,
    money.check_fines,
    money.check_ledger,
    money.check_balance,
    money.check_fees,
    money.check_prizes,
    settlement.check_settlement,
    records.check_disputes,
    records.check_acts,
    transfer.check_transfer,
    check_verify,
    check_links,
)


def findings(event: models.Event, witness: Witness | None = None, door: Door | None = None) -> list[Finding]:
    """Returns the findings of all checks of an event.

    `witness` must have been called with each release of the standings, `door` after each step before the first draw.
    """
    facts = load_facts(event)
    results = [finding for check in CHECKS for finding in check(facts)]
    return [*results, *(witness.compare(facts) if witness else ()), *(door.findings if door else ())]
