"""Tables to save: for officials only, as they name people in full."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.contents import TABLES
from romme_turnier.documents.tables.ledger import ledger
from romme_turnier.documents.tables.writing import Table, as_csv, as_xlsx
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right, for_officials

_KINDS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


@require_safe
@for_officials(Right.SEE)
def table_file(request: HttpRequest, event: Event, table: str, kind: str) -> HttpResponse:
    if table not in TABLES or kind not in _KINDS:
        raise Http404
    return _file(event, TABLES[table](event), table, kind)


@require_safe
@for_officials(Right.CASH)
def ledger_csv(request: HttpRequest, event: Event) -> HttpResponse:
    return _file(event, ledger(event), "buchungen", "csv")


@require_safe
@for_officials(Right.CASH)
def ledger_xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    return _file(event, ledger(event), "buchungen", "xlsx")


def _file(event: Event, table: Table, name: str, kind: str) -> HttpResponse:
    write, content_type = _KINDS[kind]
    response = HttpResponse(write(table), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}.{kind}"'
    response["Cache-Control"] = "private, no-store"
    return response
