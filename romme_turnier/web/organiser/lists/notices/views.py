"""Notices of corrections (§ 2.2.5): the players to inform, the players already informed, and withdrawn notices."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.notices import NoticesTable
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notice_words import NoticeText, notices_of, texts
from romme_turnier.tournament.lists.checking.notices import record_told, take_back_told
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.web.acting import errors_as_messages


@require_safe
@for_officials(Right.SEE)
def notices(request: OfficialRequest, event: models.Event) -> HttpResponse:
    lines = texts(notices_of(event))
    waiting = [line for line in lines if not line.told and not line.withdrawn]
    told = [line for line in reversed(lines) if line.told]
    withdrawn = [line for line in reversed(lines) if line.withdrawn]
    context = {
        "event": event,
        "waiting": _table(request, event, "offen", _("Wer noch zu unterrichten ist"), waiting),
        "told": _table(request, event, "erledigt", _("Wer unterrichtet ist"), told),
        "withdrawn": _table(request, event, "zurueckgezogen", _("Zurückgezogene Mitteilungen"), withdrawn),
        "may_rule": may(request.user, Right.RULE, event),
    }
    context["table"] = context["waiting"] if lines else None
    return render(request, "organiser/lists/notices/notices.html", context)


def _table(
    request: OfficialRequest, event: models.Event, name: str, caption: str, lines: list[NoticeText]
) -> NoticesTable:
    def history(line: NoticeText) -> str:
        return reverse("organiser:list_history", args=[event.slug, line.series, line.table])

    return NoticesTable.table_for(
        Medium.PAGE,
        lines,
        query=request.GET,
        without=["told" if name == "zurueckgezogen" else "withdrawn"],
        links={"place": history},
        caption=caption,
        id=name,
    )


@require_POST
@for_officials(Right.RULE)
def notice_told(request: OfficialRequest, event: models.Event, pk: int) -> HttpResponse:
    """Records that the player has been informed, or undoes that (`zurueck` in the form)."""
    notice = get_object_or_404(notices_of(event), pk=pk)
    verb, done = record_told, _("%(who)s ist unterrichtet.")
    if "zurueck" in request.POST:
        verb, done = take_back_told, _("%(who)s ist noch zu unterrichten.")
    with errors_as_messages(request):
        verb(notice, by=request.user)
        messages.success(request, done % {"who": str(notice.registration)})
    return redirect("organiser:notices", event.slug)
