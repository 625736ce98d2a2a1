"""The history of a list, newest first."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.histories import HistoryTable, history_lines
from romme_turnier.tournament import models
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.lists.common import get_list_view


@require_safe
@for_officials(Right.SEE)
def history(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    lines = list(history_lines(view.spielliste, event.rules))
    shown = HistoryTable.table_for(Medium.PAGE, lines, query=request.GET, part={"serie": number, "tisch": table})
    if not shown.order:
        shown.caption = _("Das Neueste steht oben")
    context = {
        **view.context(),
        "table": shown,
        "broken": ", ".join(str(line.revision) for line in reversed(lines) if line.is_broken),
        "revisions": sum(line.revision is not None for line in lines),
    }
    return render(request, "organiser/lists/corrections/history.html", context)
