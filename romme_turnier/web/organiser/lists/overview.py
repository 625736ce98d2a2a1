"""The lists of a series, the most urgent first."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.overview import ListLine, ListsFilter, ListsTable, list_lines
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import announced, terms_of
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.models.list_state import SETTLED
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.web.organiser.lists.common import why_elsewhere


@require_safe
@for_officials(Right.SEE)
def overview(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    demand_series(event, number)
    lines = list_lines(event, number)
    wanted = request.GET.get("tisch", "").strip()
    code = parse_list_code(wanted)
    if (
        code
        and code.event in ("", event.slug)
        and code.series in (None, number)
        and code.table in {line.table for line in lines}
    ):
        return redirect("organiser:list", event.slug, number, code.table)
    series = event.series.filter(number=number).first()
    chosen = ListsFilter(request.GET)
    context = {
        "event": event,
        "number": number,
        "table": ListsTable.table_for(Medium.PAGE, chosen.narrowed(lines), query=request.GET, part={"serie": number}),
        "tabs": _tabs(event, number, lines, chosen),
        "summary": _summary(lines),
        "checkable": sum(line.faultless for line in lines) if may(request.user, Right.RULE, event) else 0,
        "wanted": wanted,
        "wrong_table": bool(wanted) and bool(lines),
        "elsewhere": why_elsewhere(event, number, code),
        "tables": ", ".join(str(line.table) for line in lines),
        "series": series,
        "on_phones": terms_of(series).on_phones if series else announced(event).on_phones,
        "may_direct": may(request.user, Right.DIRECT, event),
    }
    return render(request, "organiser/lists/overview.html", context)


def _tabs(event: models.Event, number: int, lines: list[ListLine], chosen: ListsFilter) -> list[tuple[str, str, bool]]:
    here, only_open = reverse("organiser:lists", args=[event.slug, number]), bool(chosen.asked.get("zeige"))
    count = sum(line.hand_in_is_open for line in lines)
    return [
        (_("alle: %(count)d") % {"count": len(lines)}, here, not only_open),
        (_("Abgabe offen: %(count)d") % {"count": count}, f"{here}?zeige=abgabe", only_open),
    ]


def _summary(lines: list[ListLine]) -> str:
    waiting = sum(line.state not in SETTLED for line in lines)
    if not waiting:
        return _("Alle %(all)d Listen sind geprüft oder ungültig.") % {"all": len(lines)}
    return _("%(done)d von %(all)d Listen sind geprüft oder ungültig.") % {
        "done": len(lines) - waiting,
        "all": len(lines),
    }
