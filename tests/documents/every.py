"""Every printout of the catalogue for an event that has something to say on each: (name, template, context)."""

from collections.abc import Iterator
from typing import Any

from romme_turnier.documents.catalogue import BY_KEY, jobs_of
from romme_turnier.documents.printout import Job, Printout
from romme_turnier.tournament import models

Piece = tuple[str, str, dict[str, Any]]

BASE = "https://rommefreunde-mecklenburg-vorpommern.example/"  # where phones reach the program

# Narrowed to one: a receipt and the minutes of a dispute have a look of their own then.
ONE_OF_MANY = {"receipts": {"beleg": 1}, "minutes": {"nr": 1}}


def pieces_of(event: models.Event) -> Iterator[Piece]:
    """Printouts that cannot be made are left out; the name is the key, with the number of the series."""
    for printout, job in jobs_of(event, base=BASE):
        if not printout.why_not(job):
            yield from _pieces(printout, job)
    for key, numbers in ONE_OF_MANY.items():
        job = Job(event, numbers=numbers, base=BASE)
        if not BY_KEY[key].why_not(job):
            yield f"{key}-one", BY_KEY[key].template, _filled(BY_KEY[key], job)


def _pieces(printout: Printout, job: Job) -> Iterator[Piece]:
    name = f"{printout.key}-{job.series.number}" if job.of_series else printout.key
    yield name, printout.template, _filled(printout, job)
    if printout.batch is not None:
        for place, (template, context) in enumerate(printout.batch.pieces(job)):
            yield f"{name}-batch-{place}", template, dict(context)


def _filled(printout: Printout, job: Job) -> dict[str, Any]:
    """What can be made has something on it."""
    context = printout.fill(job)
    assert context is not None, printout.key
    return context
