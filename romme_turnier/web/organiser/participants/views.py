"""The list of participants: searched, filtered, sorted; the fee is taken with one click (participants/paying.py)."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from romme_turnier.core.people.names import holds
from romme_turnier.tournament.models import Absence, Club, Event, LedgerEntry, Registration
from romme_turnier.tournament.participants.register.ban_reading import warnings
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.participants.grid import owes_nothing, participant_grid

SHOWN = {
    "": _("alle"),
    "unpaid": _("nicht bezahlt"),
    "without-number": _("ohne Startnummer"),
    "waiting": _("auf der Warteliste"),
    "alone": _("selbst gemeldet"),
    "left": _("zurückgezogen oder ausgeschlossen"),
    "absent": _("setzt eine Serie aus"),
    "tied": _("mit festem Tisch"),
    "out-of-competition": _("außer Konkurrenz"),
}


@require_safe
@for_officials(Right.SEE)
def participants(request: OfficialRequest, event: Event) -> HttpResponse:
    everybody = event.registrations.all()
    shown = _matching(_shown(everybody, request.GET), request.GET.get("q", ""))
    if request.GET.get("show") == "unpaid":  # those who need not pay do not owe
        shown = shown.exclude(pk__in=[one.pk for one in _with_fees(shown) if owes_nothing(one)])
    rows = _with_fees(shown).annotate(
        team_name=F("team_membership__team__name"),
        fee_booked=Exists(LedgerEntry.objects.filter(registration=OuterRef("pk"), kind=LedgerEntry.Kind.FEE)),
    )
    with_teams = event.teams.exists()
    context = {
        "event": event,
        "grid": participant_grid(rows, request.GET.get("sort", ""), with_teams=with_teams, bans=warnings(event)),
        "total": everybody.count(),
        "waiting": everybody.filter(status=Registration.Status.WAITING).count(),
        "here": everybody.taking_part().count(),
        "count": shown.count(),
        "without_number": everybody.filter(number=None, status=Registration.Status.ACTIVE).count(),
        "clubs": _clubs(event),
        "choices": SHOWN.items(),
        "q": request.GET.get("q", ""),
        "club": request.GET.get("club", ""),
        "show": request.GET.get("show", ""),
        "sort": request.GET.get("sort", ""),
        "may_register": may(request.user, Right.REGISTER, event),
        "may_cash": may(request.user, Right.CASH, event),
        "may_direct": may(request.user, Right.DIRECT, event),
        "back": request.GET.urlencode(),
    }
    return render(request, "organiser/participants/participants.html", context)


def _clubs(event: Event) -> list[tuple[int, str]]:
    """Returns the clubs of those registered, by name."""
    found = Club.objects.filter(registrations__event=event).distinct()
    return [(club.pk, club.name) for club in sorted(found, key=lambda club: club.order)]


def _with_fees(rows: QuerySet[Registration]) -> QuerySet[Registration]:
    """With all that says what somebody owes."""
    return rows.select_related("player", "club", "event", "fee", "team_membership").prefetch_related("call_ins__member")


def _shown(rows: QuerySet[Registration], query: QueryDict) -> QuerySet[Registration]:
    club, show = whole_number(query.get("club", ""), digits=18), query.get("show", "")
    if club is not None:
        rows = rows.filter(club=club)
    active = Q(status=Registration.Status.ACTIVE)
    conditions = {
        "unpaid": active & Q(paid=False, out_of_competition=False),
        "without-number": active & Q(number=None),
        "waiting": Q(status=Registration.Status.WAITING),
        "alone": Q(token__isnull=False),
        "left": Q(status__in=(Registration.Status.WITHDRAWN, Registration.Status.EXCLUDED)),
        "absent": Q(pk__in=Absence.objects.values("registration")),
        "tied": Q(fixed_table__isnull=False),
        "out-of-competition": Q(out_of_competition=True),
    }
    return rows.filter(conditions.get(show, Q()))


def _matching(rows: QuerySet[Registration], text: str) -> QuerySet[Registration]:
    """Returns those whose number, name or club holds each typed word."""
    if not text.strip():
        return rows
    texts = rows.values_list("pk", "number", "player__first_name", "player__last_name", "club__name")
    found = [pk for pk, number, *names in texts if holds(text, *filter(None, names), numbers=[number])]
    return rows.filter(pk__in=found)
