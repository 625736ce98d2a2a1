"""Opens a list by its table number, so that the pile of paper need not be sorted."""

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.lists.common import Status, why_elsewhere


@dataclass(frozen=True, slots=True)
class Target:
    """The list that the number names, and the reason why it was not opened directly."""

    wanted: str
    table: int | None
    why: str
    seats: list[models.Seat]


@require_safe
@for_officials(Right.SEE)
def go(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Opens the list of that table if it waits to be typed. Otherwise shows its players, large, and its state.

    There, pressing Enter opens it anyway (`doch`).
    """
    demand_series(event, number)
    wanted = request.GET.get("tisch", "").strip()[:200]
    seats = models.Seat.objects.select_related("registration__player", "registration__club")
    lists = models.Spielliste.objects.filter(table__series__event=event, table__series__number=number)
    code = parse_list_code(wanted)
    here = code is not None and code.event in ("", event.slug) and code.series in (None, number)
    table = code.table if code and here else 0
    anyway = whole_number(request.GET.get("doch", ""))
    if not wanted and anyway and lists.filter(table__number=anyway).exists():
        return redirect("organiser:list", event.slug, number, anyway)
    spielliste = (
        lists.filter(table__number=table)
        .select_related("table", "hand_in")
        .prefetch_related(Prefetch("table__seats", queryset=seats))
        .first()
    )
    why = _why_not(spielliste) if spielliste else ""
    if spielliste and not why:
        return redirect("organiser:list", event.slug, number, spielliste.table.number)
    tables = list(lists.order_by("table__number").values_list("table__number", flat=True))
    if elsewhere := why_elsewhere(event, number, code):
        why = elsewhere
    elif not spielliste and wanted:
        existing = ", ".join(map(str, tables)) or "–"
        why = _("Tisch %(table)s gibt es in dieser Serie nicht. Vorhanden: %(tables)s.") % {
            "table": wanted,
            "tables": existing,
        }
    context = {
        "event": event,
        "number": number,
        "target": Target(
            wanted=wanted,
            table=spielliste.table.number if spielliste else None,
            why=why,
            seats=list(spielliste.table.seats.all()) if spielliste else [],
        ),
        "back": whole_number(request.GET.get("von", "")),
        "tables": tables,
    }
    return render(request, "organiser/lists/go.html", context)


def _why_not(spielliste: models.Spielliste) -> str:
    """Returns the reason why the list need not be typed; "" if it waits to be typed."""
    if spielliste.status == Status.OPEN:
        if not spielliste.whole:
            return ""
        return _("Diese Liste ist schon ganz eingegeben, aber noch nicht abgeschlossen.")
    return _("Diese Liste ist schon eingegeben: %(state)s.") % {"state": spielliste.state.label}
