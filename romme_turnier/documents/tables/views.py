"""Tables to save: for officials only, as they name people in full."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.catalogue import DataFile
from romme_turnier.documents.tables.writing import as_csv, as_xlsx
from romme_turnier.tournament.events.language import speaking_for
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import for_officials

_KINDS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


def view_of(data_file: DataFile) -> Callable[..., HttpResponse]:
    """The view of one row of the table of tables, for who has the right that the row names.

    Like papers, tables speak the event's language, so that what reads them need not know who saved them.
    """

    @require_safe
    @for_officials(data_file.right)
    def view(_request: HttpRequest, event: Event, /, kind: str) -> HttpResponse:
        if kind not in _KINDS:
            raise Http404
        write, content_type = _KINDS[kind]
        with speaking_for(event):
            response = HttpResponse(write(data_file.make(event)), content_type=content_type)
        response["Content-Disposition"] = f'attachment; filename="{data_file.file_name(event, kind)}"'
        response["Cache-Control"] = "private, no-store"
        return response

    return view
