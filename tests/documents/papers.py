"""Every paper of an event with the longest names, laid out once for all tests that look at one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import Any

from django.db import transaction
from pypdf import PdfReader

from romme_turnier.documents.bundles import day, pieces_of as pieces_of_many
from romme_turnier.documents.catalogue import BY_KEY
from romme_turnier.documents.printout import Job
from romme_turnier.documents.render.pdf import html_of
from tests.documents import longest
from tests.documents.every import pieces_of
from tests.documents.layout import faults, laid_out_html


@dataclass(frozen=True)
class Paper:
    """A paper as it came out. Reading it needs no database."""

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
        transaction.set_rollback(True)
    return Papers(made, whole_day, public_names)


def _made(template: str, context: dict[str, Any]) -> Paper:
    html = html_of(template, context)
    document = laid_out_html(html)
    pdf = document.write_pdf(pdf_variant="pdf/ua-1")
    return Paper(template, context, html, len(document.pages), faults(document), pdf)
