"""Shows the lists of a series, the most urgent first, opens a list by its table number, and checks lists (§ 2.2.5)."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.overview import ListsFilter, ListsTable, list_lines
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.terms import announced, terms_of
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.checking.checks import check_faultless
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.models.spielliste import SETTLED
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.lists.common import Status, get_list_view, lists_url, posted_version, why_elsewhere


@require_safe
@for_officials(Right.SEE)
def overview(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    demand_series(event, number)
    lines = list_lines(event, number)
    wanted = request.GET.get("tisch", "").strip()
    code = parse_list_code(wanted)
    elsewhere = why_elsewhere(event, number, code)
    if code and not elsewhere and code.table in {line.table for line in lines}:
        return redirect("organiser:list", event.slug, number, code.table)
    series = event.series.filter(number=number).first()
    chosen = ListsFilter(request.GET)
    here, only_open = reverse("organiser:lists", args=[event.slug, number]), bool(chosen.asked.get("zeige"))
    hand_ins = {"count": sum(line.hand_in_is_open for line in lines)}
    settled = {"done": sum(line.state in SETTLED for line in lines), "all": len(lines)}
    summary = _("%(done)d von %(all)d Listen sind geprüft oder ungültig.")
    if settled["done"] == settled["all"]:
        summary = _("Alle %(all)d Listen sind geprüft oder ungültig.")
    context = {
        "event": event,
        "number": number,
        "table": ListsTable.table_for(Medium.PAGE, chosen.narrowed(lines), query=request.GET, part={"serie": number}),
        "tabs": [
            (_("alle: %(count)d") % {"count": len(lines)}, here, not only_open),
            (_("Abgabe offen: %(count)d") % hand_ins, f"{here}?zeige=abgabe", only_open),
        ],
        "summary": summary % settled,
        "checkable": sum(line.faultless for line in lines) if may(request.user, Right.RULE, event) else 0,
        "wanted": wanted,
        "wrong_table": bool(wanted) and bool(lines),
        "elsewhere": elsewhere,
        "tables": ", ".join(str(line.table) for line in lines),
        "series": series,
        "on_phones": terms_of(series).on_phones if series else announced(event).on_phones,
        "may_direct": may(request.user, Right.DIRECT, event),
    }
    return render(request, "organiser/lists/overview.html", context)


@require_POST
@for_officials(Right.RULE)
def check(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Marks the list as checked and opens the next list to check, or the overview; after a refusal, the same list."""
    view = get_list_view(request, event, number, table)
    if view.spielliste.state == models.ListState.CHECKED:  # pressed twice, or after going back
        messages.info(request, _("Die Liste von Tisch %(table)d ist schon geprüft.") % {"table": table})
    else:
        with errors_as_messages(request) as attempt:
            entries.check(view.spielliste, expected=posted_version(request), by=request.user)
            messages.success(request, _("Die Liste von Tisch %(table)d ist geprüft.") % {"table": table})
        if attempt.error:
            return redirect(view.url())
    lists = models.Spielliste.objects.filter(table__series=view.series).exclude(pk=view.spielliste.pk)
    lists = lists.select_related("table", "hand_in").order_by("table__number")
    waiting = [spielliste.table.number for spielliste in lists if spielliste.state.waits_for_check]
    if not waiting:
        return redirect(lists_url(event, number))
    following = next((after for after in waiting if after > table), waiting[0])
    return redirect("organiser:list", event.slug, number, following)


@require_POST
@for_officials(Right.RULE)
def check_all(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Marks every faultless list of the series as checked."""
    series = get_object_or_404(event.series, number=number)
    with errors_as_messages(request):
        tables = ", ".join(map(str, check_faultless(series, by=request.user)))
        if tables:
            messages.success(request, _("Geprüft sind jetzt: Tisch %(tables)s.") % {"tables": tables})
        else:
            messages.info(request, _("Keine Liste wartet ohne Fehler auf die Prüfung."))
    return redirect(lists_url(event, number))


@require_safe
@for_officials(Right.SEE)
def go(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """Opens the list of a table if it still has to be entered; the paper lists can come in any order.

    For an entered list, shows the table's players in large type and the state of the list; the key Enter (`doch`) then
    opens it. If the series has no such list, shows the reason.
    """
    demand_series(event, number)
    wanted = request.GET.get("tisch", "").strip()[:200]
    lists = models.Spielliste.objects.filter(table__series__event=event, table__series__number=number)
    anyway = whole_number(request.GET.get("doch", ""))
    if not wanted and anyway and lists.filter(table__number=anyway).exists():
        return redirect("organiser:list", event.slug, number, anyway)
    code = parse_list_code(wanted)
    why = why_elsewhere(event, number, code)
    table = code.table if code and not why else 0
    seats = models.Seat.objects.select_related("registration__player", "registration__club")
    spielliste = (
        lists.filter(table__number=table)
        .select_related("table", "hand_in")
        .prefetch_related(Prefetch("table__seats", queryset=seats))
        .first()
    )
    if spielliste and spielliste.status == Status.OPEN and not spielliste.whole:
        return redirect("organiser:list", event.slug, number, table)
    if spielliste and spielliste.status == Status.OPEN:
        why = _("Diese Liste ist schon ganz eingegeben, aber noch nicht abgeschlossen.")
    elif spielliste:
        why = _("Diese Liste ist schon eingegeben: %(state)s.") % {"state": spielliste.state.label}
    elif wanted and not why:
        tables = lists.order_by("table__number").values_list("table__number", flat=True)
        words = {"table": wanted, "tables": ", ".join(map(str, tables)) or "–"}
        why = _("Tisch %(table)s gibt es in dieser Serie nicht. Vorhanden: %(tables)s.") % words
    missing = lists.filter(status=Status.OPEN, whole=False)
    if not wanted:
        why = _("Bitte geben Sie die Tischnummer ein, die oben auf der Liste steht.")
    context = {
        "event": event,
        "number": number,
        "table": table if spielliste else None,
        "why": why,
        "missing": () if wanted else missing.order_by("table__number").values_list("table__number", flat=True),
        "seats": spielliste.table.seats.all() if spielliste else (),
        "back": whole_number(request.GET.get("von", "")),
    }
    return render(request, "organiser/lists/go.html", context)
