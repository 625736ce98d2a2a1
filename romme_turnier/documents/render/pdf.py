"""Renders templates to PDF: single documents, many pieces as one file for the printer, and copies for archives.

WeasyPrint is imported with the first document: it takes a second, and pages do not need it. The threads of the
server make documents concurrently. Each document has its own font configuration, and thus its own Pango font map and
FreeType library; fontconfig and Pango are safe for threads that share neither. The press makes large documents in a
separate process, which frees its memory and does not slow down other threads.
"""

import gc
import subprocess
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string

from romme_turnier import own_process
from romme_turnier.documents.render import paper_cache
from romme_turnier.documents.render.pieces import (
    LIBRARIES_MISSING,
    Attached,
    LibrariesMissingError,
    PressError,
    copies_from,
    line_of_copy,
    put,
)
from romme_turnier.documents.render.press import VARIANT, layout, prefer_single_sides

Piece = tuple[str, Mapping[str, Any]]  # a template and its context
LARGE = 2**17  # characters of HTML: two seconds and 40 MB, most of which the server would never free
_OF_VIEWERS = {"style-src": ["'self'", "'unsafe-inline'"]}  # WebKit shows a PDF in a page with inline styles
_LARGE_AT_A_TIME = 2  # presses at a time; further requests wait


class _Collector:
    """Pauses garbage collection while documents are made, because it would take a fifth of the time and free little.

    Collection resumes when the last concurrent document is finished. Every document finished before that ends with one
    collection, so that garbage cannot accumulate.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._growing = 0

    @contextmanager
    def resting(self) -> Iterator[None]:
        with self._lock:
            self._growing += 1
            gc.disable()
        try:
            yield
        finally:
            with self._lock:
                self._growing -= 1
                others = self._growing > 0
                if not others:
                    gc.enable()
            if others:
                gc.collect()


_collector = _Collector()
_large = threading.BoundedSemaphore(_LARGE_AT_A_TIME)


def render_pdf(template: str, context: Mapping[str, Any]) -> bytes:
    """Returns the document as tagged PDF (PDF/UA-1) with the language, title and author of the template's head.

    A document in the cache is returned from there, and a new one is stored there. Raises LibrariesMissingError,
    PressError if the document cannot be laid out, and OSError if the disk is full.
    """
    text = html_of(template, context)
    path = paper_cache.path_of(text)
    if (finished := paper_cache.fetch(path)) is not None:
        return finished
    if len(text) > LARGE:
        with _large:
            return _pressed([text])
    document_of = layout(static())
    try:
        with _collector.resting():
            pdf: bytes = document_of(string=text).write_pdf(pdf_variant=VARIANT, finisher=prefer_single_sides)
    except OSError:
        raise
    except Exception as error:
        raise PressError("The document could not be laid out.") from error
    paper_cache.keep(pdf, path)
    return pdf


def render_archive_copies(copies: Iterable[tuple[Piece, Attached]]) -> list[bytes]:
    """Returns each document as tagged PDF/A-3u, with an embedded file that contains its source data.

    WeasyPrint writes one variant per file, so these are different files from the PDF/UA-1 for printing. A separate
    process makes them, as it does large documents. Raises the same errors as `_pressed`.
    """
    asked = b"".join(line_of_copy(html_of(*piece), attached) for piece, attached in copies)
    with (
        _large,
        own_process.start(
            *own_process.command("press-copies", str(static())), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as press,
    ):
        made, _errors = press.communicate(asked)
    _demand_success(press.returncode)
    return copies_from(made)


def render_batch(pieces: Iterable[Piece], *, title: str) -> bytes:
    """Returns all pieces in order as one tagged PDF, each with its own page numbers.

    The HTML of a piece is made while earlier pieces are laid out, so an iterator is never in memory as a whole. Cached
    pieces are only joined. Also deletes cached files that have not been used for a week. Raises the same errors as
    `_pressed`.
    """
    paper_cache.tidy()
    return _pressed((html_of(template, context) for template, context in pieces), title)


def _pressed(texts: Iterable[str], *title: str) -> bytes:
    """Returns the PDF that the press makes: all pieces as one file with a title, or the only piece.

    Raises LibrariesMissingError, and PressError if a piece cannot be laid out.
    """
    command = own_process.command("press", str(static()), *title)
    with own_process.start(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as press:
        source, target = cast(BinaryIO, press.stdin), cast(BinaryIO, press.stdout)
        with suppress(BrokenPipeError), source:  # the press ended early: reported below
            for html in texts:
                path = paper_cache.path_of(html)
                put(str(path or ""), "" if path and paper_cache.is_finished(path) else html, source)
        pdf = target.read()
    _demand_success(press.returncode)
    return pdf


def _demand_success(returncode: int) -> None:
    """Raises LibrariesMissingError or PressError if the press failed."""
    if returncode == LIBRARIES_MISSING:
        raise LibrariesMissingError
    if returncode:
        raise PressError(f"The press ended with {returncode}")


def html_of(template: str, context: Mapping[str, Any]) -> str:
    """Returns the HTML to lay out, with no-break spaces between a section sign and its number and in "e. V."."""
    html = render_to_string(template, dict(context))
    return html.replace("§ ", "§\N{NO-BREAK SPACE}").replace("e. V.", "e.\N{NO-BREAK SPACE}V.")


def static() -> Path:
    """Returns the folder of the style sheets and typefaces of papers."""
    return Path(settings.STATICFILES_DIRS[0])


def pdf_response(pdf: bytes, name: str) -> HttpResponse:
    """Returns a PDF to show or to save as `name` (without extension). It is never cached, because it names people."""
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "private, no-store"
    setattr(response, "_csp_update", _OF_VIEWERS)  # noqa: B010 - as django-csp's decorator for views does
    return response
