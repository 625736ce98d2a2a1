"""What officials see of tables that keep their lists on phones, and what they decide about them."""

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones, statements
from romme_turnier.tournament.at_table.access import are_kept_on_phones, is_shut, pin_of
from romme_turnier.tournament.at_table.reading import tables_at_work
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, demand_series, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt
from romme_turnier.web.fields import posted_line
from romme_turnier.web.organiser.lists.common import find_list


@require_safe
@for_officials(Right.SEE)
def tables(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    """All tables of a series at once, the most urgent first."""
    demand_series(event, number)
    series = models.Series.objects.filter(event=event, number=number).first()
    context = {
        "event": event,
        "number": number,
        "series": series,
        "mode": settings.MODE,
        "tables": tables_at_work(series) if series and are_kept_on_phones(event) else [],
        "kept_on_phones": are_kept_on_phones(event),
    }
    return render(request, "organiser/lists/at_table/tables.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.SEE, writing=Right.ENTER)
def table(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """One table: its PIN, its phones, and what its players say."""
    if not are_kept_on_phones(event):
        raise Http404
    spielliste = find_list(event, number, table)
    errors: dict[str, str] = {}
    if request.method == "POST":
        then = request.POST.get("then", "")
        with Attempt() as attempt:
            if then in _ACTS:
                messages.success(request, _ACTS[then](request, spielliste))
            return redirect("organiser:list_at_table", event.slug, number, table)
        errors[then] = attempt.message
    (at_work,) = tables_at_work(spielliste.table.series, table)
    context = {
        "event": event,
        "number": number,
        "at_work": at_work,
        "pin": pin_of(spielliste),
        "shut": is_shut(spielliste),
        "phones": spielliste.phones.filter(ended_at=None).select_related("registration__player"),
        "may_rule": may(request.user, Right.RULE, event),
        "may_enter": may(request.user, Right.ENTER, event),
        "reason": posted_line(request, "reason"),
        "errors": errors,
    }
    return render(request, "organiser/lists/at_table/table.html", context, status=400 if errors else 200)


def _reset(request: OfficialRequest, spielliste: models.Spielliste) -> str:
    phones.reset_access(spielliste, by=request.user)
    return _("Neue PIN: %(pin)s. Kein Handy dieses Tisches ist mehr angemeldet.") % {"pin": pin_of(spielliste)}


def _reject(request: OfficialRequest, spielliste: models.Spielliste) -> str:
    _demand_ruling(request, spielliste)
    of_list = models.Statement.objects.filter(spielliste=spielliste)
    said = get_object_or_404(of_list, pk=whole_number(request.POST.get("statement", ""), digits=18))
    statements.reject_contradiction(said, reason=posted_line(request, "reason"), by=request.user)
    return _("Der Widerspruch ist abgewiesen. Der Tisch kann die Liste jetzt bestätigen.")


def _accept(request: OfficialRequest, spielliste: models.Spielliste) -> str:
    _demand_ruling(request, spielliste)
    expected = whole_number(request.POST.get("version", "")) or 0
    statements.accept_with(spielliste, reason=posted_line(request, "reason"), expected=expected, by=request.user)
    return _("Die Liste ist angenommen.")


# What can be sent from the page of a table, by the value of its button; each returns what is to be said of it.
_ACTS: Mapping[str, Callable[[OfficialRequest, models.Spielliste], str]] = {
    "reset": _reset,
    "reject": _reject,
    "accept": _accept,
}


def _demand_ruling(request: OfficialRequest, spielliste: models.Spielliste) -> None:
    if not may(request.user, Right.RULE, spielliste.table.series.event):
        raise RightMissing(Right.RULE)
