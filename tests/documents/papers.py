"""Every printout of the catalogue for an event that has something to say on each, laid out once for all tests."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any

from django.db import transaction
from pypdf import PdfReader

from romme_turnier.documents.bundles import day, pieces_of as pieces_of_many
from romme_turnier.documents.catalogue import BY_KEY, jobs_of
from romme_turnier.documents.printout import Job, Printout
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.tournament import models
from tests.documents import longest
from tests.documents.layout import faults, laid_out_html

Piece = tuple[str, str, dict[str, Any]]  # name, template, context

BASE = "https://rommefreunde-mecklenburg-vorpommern.example/"  # the address for phones

# Narrowed to one, as a receipt and the minutes of a dispute have a different look then.
ONE_OF_MANY = {"receipts": {"beleg": 1}, "minutes": {"nr": 1}}


@dataclass(frozen=True)
class Paper:
    """A finished paper. It can be read without a database."""

    template: str
    context: dict[str, Any] = field(repr=False)
    html: str = field(repr=False)
    pages: int
    faults: list[str]
    pdf: bytes = field(repr=False)

    @cached_property
    def file(self) -> PdfReader:
        return PdfReader(BytesIO(self.pdf))


@dataclass(frozen=True, slots=True)
class Papers:
    """Of an event at its end: two series are played and released, then a third is drawn by hand."""

    by_name: Mapping[str, Paper]
    whole_day: list[str]  # its templates in their order, before the third series
    public_names: Mapping[int | None, str]  # by start number


def every_paper() -> Papers:
    """Makes them; the event is gone afterwards."""
    with transaction.atomic():
        event = longest.everything(7, series=2)
        made = {name: _made(template, context) for name, template, context in pieces_of(event)}
        whole_day = [template for template, _context in pieces_of_many(day(event))]
        public_names = {entry.number: entry.public_name for entry in event.registrations.all()}
        longest.with_cards(event, 3)
        cards, series = BY_KEY["drawing_cards"], event.series.get(number=3)
        context = cards.fill(Job(event, series))
        assert context is not None
        made["drawing_cards-3"] = _made(cards.template, context)
        card = BY_KEY["table_card"].fill(Job(longest.on_phones(event)))
        assert card is not None
        made["table_card"] = _made(BY_KEY["table_card"].template, card)
        slips = BY_KEY["settlement"].fill(Job(longest.with_stake(event)))
        assert slips is not None
        made["settlement"] = _made(BY_KEY["settlement"].template, slips)
        transaction.set_rollback(True)
    return Papers(made, whole_day, public_names)


def _made(template: str, context: dict[str, Any]) -> Paper:
    html = html_of(template, context)
    document = laid_out_html(html)
    pdf = document.write_pdf(pdf_variant="pdf/ua-1")
    return Paper(template, context, html, len(document.pages), faults(document), pdf)


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
    """Returns the context of a printout, which must not be empty."""
    context = printout.fill(job)
    assert context is not None, printout.key
    return context
