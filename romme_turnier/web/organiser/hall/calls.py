"""The page of calls from tables: open calls, which officials answer or end, and past calls."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from django.views.decorators.http import conditional_page, require_POST, require_safe

from romme_turnier.documents.tables.calls import CallsTable
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.tournament.hall import calls as services
from romme_turnier.tournament.hall.calls_reading import open_calls, past_calls
from romme_turnier.tournament.models import Event, TableCall
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may, rights_at
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.hall.call_lines import lines_of, mark_of
from romme_turnier.web.organiser.hall.views import series_played


@require_safe
@for_officials(Right.SEE)
def calls(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the open calls, and below them the past ones with their times."""
    rights = rights_at(request.user, event)
    context = {
        "event": event,
        "lines": lines_of(open_calls(event), request.user, event, series_played(event)),
        "table": CallsTable.table_for(Medium.PAGE, past_calls(event), rights=rights, query=request.GET),
        "may_answer": may(request.user, Right.ENTER, event),
    }
    return render(request, "organiser/hall/calls.html", context)


@require_safe
@conditional_page
@for_officials(Right.SEE)
def calls_now(request: OfficialRequest, event: Event) -> HttpResponse:
    """Returns the data for desk_calls.js: the mark for the bar of every page, and the list for pages that show it."""
    mark = mark_of(event)
    context: dict[str, Any] = {
        "event": event,
        "lines": lines_of(open_calls(event), request.user, event, series_played(event)) if mark else [],
        "may_answer": may(request.user, Right.ENTER, event),
    }
    return JsonResponse(
        {
            "mark": render_to_string("organiser/frame/calls_mark.html", {"mark": mark}).strip(),
            "list": render_to_string("organiser/hall/_open_calls.html", context).strip(),
            "newest": mark.newest if mark else 0,
            "said": mark.said if mark else "",
        }
    )


# The verb and the message of each step.
_ACTS = {
    "answer": (services.answer_call, gettext_lazy("An Tisch %(table)d steht jetzt, dass Sie kommen.")),
    "take_back_answer": (services.take_back_answer, gettext_lazy("Tisch %(table)d wartet wieder.")),
    "end": (services.end_call, gettext_lazy("Der Ruf von Tisch %(table)d ist erledigt.")),
    "take_back_end": (services.take_back_end, gettext_lazy("Der Ruf von Tisch %(table)d ist wieder offen.")),
}


@require_POST
@for_officials(Right.ENTER)
def change(request: OfficialRequest, event: Event, pk: int, act: str) -> HttpResponse:
    """Answers or ends a call, or undoes either; `act` is a key of `_ACTS`."""
    verb, done = _ACTS[act]
    call = get_object_or_404(TableCall.objects.select_related("table"), table__series__event=event, pk=pk)
    with errors_as_messages(request):
        verb(call, by=request.user)
        messages.success(request, done % {"table": call.table.number})
    return redirect("organiser:hall_calls", event.slug)
