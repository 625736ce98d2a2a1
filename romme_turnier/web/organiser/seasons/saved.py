"""Sends tables of a season as files, and its papers as PDF or as pages."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from romme_turnier.documents.render.page import page_response, pdf_is_possible
from romme_turnier.documents.render.pdf import pdf_response, render_pdf
from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.views import file_of
from romme_turnier.documents.views import AS_PAGE

PDF = "pdf"


def medium_of(kind: str) -> Medium:
    return Medium.PAPER if kind == PDF else Medium.FILE


def table_response(
    request: HttpRequest,
    table: ListTable,
    *,
    name: str,
    kind: str,
    template: str,
    context: Mapping[str, Any],
    back: str,
) -> HttpResponse:
    """Returns a table as CSV, XLSX or ODS, or as a paper with the additional `context` if `kind` is PDF.

    `name` is the name of the file without extension; `back` is the address of the page that offers the file. Raises
    Http404 for other kinds.
    """
    if kind != PDF:
        return file_of(table, f"{name}.{kind}")
    return paper_response(request, template, {"table": table, "event": None, **context}, name, back=back)


def paper_response(
    request: HttpRequest, template: str, context: Mapping[str, Any], name: str, *, back: str
) -> HttpResponse:
    """Returns a paper as PDF, or as a page if the address asks for a page or the libraries for PDF are missing."""
    if AS_PAGE in request.GET or not pdf_is_possible():
        return page_response(template, context, back=back)
    return pdf_response(render_pdf(template, context), name)
