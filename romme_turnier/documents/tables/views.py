"""Saves tables as files: with full names for officials, with public names for everybody."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.catalogue import DataFile
from romme_turnier.documents.tables.writing import ODS, as_csv, as_json, as_ods, as_xlsx
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, for_officials, rights_at

_KINDS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "ods": (as_ods, ODS),
}


def file_of(table: ListTable, name: str) -> HttpResponse:
    """Returns the table as a file of the kind that the extension names. Raises Http404 for an unknown kind."""
    kind = name.rpartition(".")[2]
    if kind not in _KINDS:
        raise Http404
    write, content_type = _KINDS[kind]
    response = HttpResponse(write(str(table.title), table.as_values()), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def public_file_of(table: ListTable, name: str, about: Mapping[str, Any]) -> HttpResponse:
    """Returns a public table as CSV, XLSX, ODS or JSON. Raises Http404 for any other extension of `name`.

    `about` goes into the JSON before title, columns and rows. Columns are keyed by their names in the class, which are
    the same in all languages.
    """
    if not name.endswith(".json"):
        response = file_of(table, name)
        del response["Cache-Control"]
    else:
        columns = [{"key": bound.name, "heading": str(bound.header)} for bound in table.shown]
        content = {**about, "title": str(table.caption), "columns": columns, "rows": table.as_records()}
        response = HttpResponse(as_json(content), content_type="application/json")
    response["X-Robots-Tag"] = "noindex"  # search engines lead to the page
    return response


def view_of(data_file: DataFile) -> Callable[..., HttpResponse]:
    """Returns the view of a table file; the query selects and sorts the rows.

    Like papers, tables are in the event's language, not the user's.
    """

    @require_safe
    @for_officials(data_file.right)
    def view(request: OfficialRequest, event: Event, /, kind: str) -> HttpResponse:
        with speaking_for(event):
            table = data_file.table_for(event, request.GET, rights_at(request.user, event))
            return file_of(table, data_file.file_name(event, kind))

    return view
