"""From a template to a PDF.

WeasyPrint is imported when the first document is asked for: it takes a second, and pages do not need it.
"""

import gc
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string

_one_render = threading.Lock()


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

    html = HTML(string=render_to_string(template, dict(context)), url_fetcher=StaticFetcher(), base_url="static:")
    with _undisturbed():
        pdf: bytes = html.write_pdf(pdf_variant="pdf/ua-1")
    return pdf


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Shown in the browser, saved under `name` (without ending); never kept by a cache, it names people."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response
