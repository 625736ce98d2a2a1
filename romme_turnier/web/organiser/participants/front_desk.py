"""Registering one by one, with completion from the register and the clubs, and changing an entry."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.exchange.participant_file import split_name
from romme_turnier.tournament.models import Event, Player, Registration
from romme_turnier.tournament.money.fees import last_payment
from romme_turnier.tournament.participants.categories import with_membership
from romme_turnier.tournament.participants.front_desk import Handed, register_at_desk
from romme_turnier.tournament.participants.register.ban_reading import warnings
from romme_turnier.tournament.participants.register.lookup import club_names, search
from romme_turnier.tournament.participants.registrations import NAME_LENGTH, update_registration
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.participants.forms import NewParticipantForm, participant_form


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def participant_create(request: OfficialRequest, event: Event) -> HttpResponse:
    """Registers somebody. `?q=` searches the register, `?person=` takes somebody from it; `?neu=` is the last one
    registered.
    """
    if request.method != "POST" and request.headers.get("HX-Request"):
        return render(request, "organiser/participants/register_hits.html", _hits(request, event))
    person = _chosen(request)
    may_cash = may(request.user, Right.CASH, event)
    form = NewParticipantForm(
        event,
        request.POST or None,
        player=person,
        names=_names(request),
        with_number=request.GET.get("nummer") != "nein",
        books=may_cash,
    )
    if form.is_valid():
        with errors_in(form):
            handed = register_at_desk(
                event,
                form.entry(),
                fee=form.cleaned_data.get("fee"),
                categories=form.cleaned_data.get("categories"),
                with_number=form.cleaned_data["with_number"],
                book=may_cash,
                by=request.user,
            )
            return _next(request, event, handed)
    closes_at = event.registration_closes_at
    context: dict[str, Any] = {
        "form": form,
        "person": person,
        "closed_since": closes_at if closes_at and closes_at < timezone.now() else None,
        "count": event.registrations.taking_part().count(),
        "done": _done(request, event),
        "may_cash": may_cash,
    }
    context |= _hits(request, event)
    return _page(request, event, "organiser/participants/create.html", context)


def _next(request: OfficialRequest, event: Event, handed: Handed) -> HttpResponse:
    """The page again, empty, saying who just got which number; or the list."""
    who = handed.registration
    for warning in warnings(event, [who]).get(who.pk, []):
        messages.warning(request, f"{who.name}: {warning.words}")
    if request.POST.get("then") == "list":
        messages.success(request, _("%(name)s ist gemeldet.") % {"name": who.name})
        return redirect("organiser:participants", event.slug)
    kept = "" if request.POST.get("with_number") else "&nummer=nein"
    return redirect(f"{reverse('organiser:participant_create', args=[event.slug])}?neu={who.pk}{kept}")


def _done(request: OfficialRequest, event: Event) -> dict[str, Any] | None:
    """Returns who was registered by the request before this one, with the payment that was booked."""
    pk = whole_number(request.GET.get("neu", ""), digits=18)
    who = event.registrations.select_related("player", "club").filter(pk=pk).first() if pk else None
    return {"who": who, "payment": last_payment(who)} if who else None


def _names(request: OfficialRequest) -> tuple[str, str] | None:
    """First and last name of somebody new, as they were typed into the search."""
    if not request.GET.get("last_name") and not request.GET.get("first_name"):
        return None
    return request.GET.get("first_name", "")[:NAME_LENGTH], request.GET.get("last_name", "")[:NAME_LENGTH]


def _chosen(request: OfficialRequest) -> Player | None:
    pk = whole_number((request.POST if request.method == "POST" else request.GET).get("person", ""), digits=18)
    return None if pk is None else get_object_or_404(Player.objects.select_related("club"), pk=pk)


def _hits(request: OfficialRequest, event: Event) -> dict[str, Any]:
    """Returns who in the register fits what is typed, with the registration of those who have one."""
    typed = " ".join(" ".join(request.GET.get(name, "") for name in ("q", "first_name", "last_name")).split())
    found = search(typed) if len(typed) > 1 else []
    here = {one.player_id: one for one in event.registrations.filter(player__in=found)}
    hits = [(player, here.get(player.pk)) for player in found]
    return {"event": event, "hits": hits, "q": typed, "new": split_name(typed)}


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.SEE, writing=Right.REGISTER)
def participant(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    rows = Registration.objects.select_related("player", "club", "event")
    registration = get_object_or_404(rows, event=event, pk=pk)
    form = participant_form(registration, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            said = {**form.cleaned_data}
            categories = said.pop("categories", None)
            with_membership(lambda: update_registration(registration, **said, by=request.user), categories)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("organiser:participants", event.slug)
    context: dict[str, Any] = {
        "registration": registration,
        "form": form,
        "membership": getattr(registration, "team_membership", None),
        "seats": registration.seats.select_related("table", "series").order_by("series__number"),
        "may_direct": may(request.user, Right.DIRECT, event),
        "may_register": may(request.user, Right.REGISTER, event),
    }
    return _page(request, event, "organiser/participants/participant.html", context)


def _page(request: OfficialRequest, event: Event, template: str, context: dict[str, Any]) -> HttpResponse:
    context |= {"event": event, "clubs": club_names()}
    return render(request, template, context)
