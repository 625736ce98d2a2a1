"""Checking in: a number typed, or scanned from a start card; a phone that scans one gets one large button."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.core.people.names import holds
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants import check_in as service
from romme_turnier.tournament.participants.start_code import start_number
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_as_messages


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.SEE, writing=Right.REGISTER)
def check_in(request: OfficialRequest, event: Event) -> HttpResponse:
    """`?nr=14` asks about one player, as the code of a start card does, `?q=` looks for a name among those who are
    expected; POST checks in, or takes it back (`undo`)."""
    if request.method == "POST":
        with errors_as_messages(request):
            return redirect(_do(request, event))
        return redirect(_url(event))
    asked = _asked(request, event)
    arrivals, query = service.arrivals(event), request.GET.get("q", "").strip()[:120]
    context: dict[str, Any] = {
        "event": event,
        "asked": asked,
        "why_not": service.why_not(asked) if asked and asked.checked_in_at is None else "",
        "arrivals": arrivals,
        "q": query,
        "expected": [one for one in arrivals.missing if _fits(one, query)],
        "may_register": may(request.user, Right.REGISTER, event),
        "may_cash": may(request.user, Right.CASH, event),
    }
    return render(request, "organiser/participants/check_in.html", context)


def _fits(registration: Registration, query: str) -> bool:
    """For players without a start card or number: every typed word is in name or club."""
    return holds(query, registration.name, str(registration.club or ""))


def _url(event: Event, number: int | None = None) -> str:
    address = reverse("organiser:check_in", args=[event.slug])
    return f"{address}?nr={number}" if number else address


def _asked(request: OfficialRequest, event: Event) -> Registration | None:
    """Returns whom `?nr=` names; shows a message if nobody."""
    text = request.GET.get("nr", "")
    if not text:
        return None
    with errors_as_messages(request):
        return service.find(event, _number(text))
    return None


def _do(request: OfficialRequest, event: Event) -> str:
    """Carries out what was sent; returns where to go next. Raises TournamentError."""
    if pk := whole_number(request.POST.get("undo", ""), digits=18):
        who = service.undo_check_in(get_object_or_404(Registration, event=event, pk=pk), by=request.user)
        messages.success(request, _("%(name)s wird wieder erwartet.") % {"name": who.name})
        return _url(event)
    if pk := whole_number(request.POST.get("wer", ""), digits=18):
        who = get_object_or_404(Registration, event=event, pk=pk)
    else:
        who = service.find(event, _number(request.POST.get("nr", "")))
    before = who.checked_in_at
    if before is None and who.number and service.why_not(who):
        return _url(event, who.number)  # says why, with what can be done about it
    service.check_in(who, by=request.user)
    if before is None and who.number is None:
        messages.success(request, _("%(name)s ist da.") % {"name": who.name})
    return _url(event, who.number)


def _number(text: str) -> int:
    number = start_number(text)
    if number is None:
        raise TournamentError(_("„%(text)s“ ist keine Startnummer.") % {"text": text[:80]})
    return number
