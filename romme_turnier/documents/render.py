"""From templates to PDF: a document by itself, or many pieces as one file for the printer.

WeasyPrint is imported when the first document is asked for: it takes a second, and pages do not need it.
"""

import gc
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string

from romme_turnier.documents.pieces import put

Piece = tuple[str, Mapping[str, Any]]  # a template and its context

_one_render = threading.Lock()


class PressError(RuntimeError):
    """The press could not lay out a piece: a mistake in the program."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """One document at a time, without garbage collection: it finds nothing in a document that still grows, and
    takes a fifth of the time."""
    with _one_render:
        gc.disable()
        try:
            yield
        finally:
            gc.enable()


def render_pdf(template: str, context: Mapping[str, Any]) -> bytes:
    """The document as tagged PDF (PDF/UA-1): language, title and author come from the template's head."""
    from weasyprint import HTML  # noqa: PLC0415 - see above

    from romme_turnier.documents.static_fetcher import StaticFetcher  # noqa: PLC0415

    html = HTML(string=html_of(template, context), url_fetcher=StaticFetcher(_static()), base_url="static:")
    with _undisturbed():
        pdf: bytes = html.write_pdf(pdf_variant="pdf/ua-1")
    return pdf


def render_batch(pieces: Iterable[Piece], *, title: str) -> bytes:
    """All pieces in their order as one PDF without tags, each with its own page numbers.

    Pieces are made while earlier ones are printed, so an iterator of them is never in memory as a whole.
    """
    command = [sys.executable, "-m", "romme_turnier.documents.press", str(_static()), title]
    with (
        _one_render,
        subprocess.Popen(  # noqa: S603 - the program itself
            command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as press,
    ):
        source, target = cast(BinaryIO, press.stdin), cast(BinaryIO, press.stdout)
        with suppress(BrokenPipeError), source:  # it has given up: said below
            for template, context in pieces:
                put(html_of(template, context).encode(), source)
        pdf = target.read()
    if press.returncode:
        raise PressError(f"The press ended with {press.returncode}")
    return pdf


def html_of(template: str, context: Mapping[str, Any]) -> str:
    """What is laid out. A paragraph's sign stays beside its number, however narrow the column."""
    return render_to_string(template, dict(context)).replace("§ ", "§\N{NO-BREAK SPACE}")


def _static() -> Path:
    return Path(settings.STATICFILES_DIRS[0])


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Shown in the browser, saved under `name` (without ending); never kept by a cache, it names people."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
