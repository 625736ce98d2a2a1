"""Protokoll: the log of an event or of the register, with official, time and reason of each action."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.event_log import LogFilter, LogRows, LogTable, WholeLogTable
from romme_turnier.tournament.models import Event, EventLog
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, Right, for_holders, for_officials


@require_safe
@for_officials(Right.DIRECT)  # it covers money, disputes and officials, so it requires the rights to all of these
def event_record(request: OfficialRequest, event: Event) -> HttpResponse:
    return _page(request, EventLog.objects.filter(event=event), event)


@require_safe
@for_holders(ProgramRight.KEEP_REGISTER)
def register_record(request: OfficialRequest) -> HttpResponse:
    """Shows the log of the register. Superusers see all entries, other officials only their own."""
    rows = EventLog.objects.filter(event=None)
    return _page(request, rows if request.user.is_superuser else rows.filter(by=request.user), None)


def _page(request: HttpRequest, rows: LogRows, event: Event | None) -> HttpResponse:
    """Shows the log page by page or, with `?alle=1`, as a whole for printing."""
    chosen = LogFilter(request.GET, rows)
    whole = request.GET.get("alle") == "1"
    table = (WholeLogTable if whole else LogTable).table_for(Medium.PAGE, chosen.qs, query=request.GET)
    count = len(table.data)
    total = rows.count() if chosen.form.narrows else count
    counted = _("%(count)s von %(total)s Einträgen") % {"count": count, "total": total}
    now = f"{timezone.localtime():%d.%m.%Y, %H:%M}"
    table.caption = ", ".join(filter(None, [counted, str(event or ""), now]))
    context = {"event": event, "filter": chosen.form, "whole": whole, "table": table, "count": count, "total": total}
    return render(request, "organiser/record/record.html", context)
