"""The steps for a registered player at the front desk, any of them in one click, and undone one by one."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.card_code import card_code, printed, replace_card
from romme_turnier.tournament.participants.check_in import undo_check_in
from romme_turnier.tournament.participants.front_desk import hand_out
from romme_turnier.tournament.participants.start_numbers import take_number
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.participants.desk_forms import HandOutForm
from romme_turnier.web.organiser.participants.panel import served


@require_POST
@for_officials(Right.REGISTER)
def participant_hand_out(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """`paid`, `with_number` and `arrived` are the wanted steps; cashiers may allow paying `later`."""
    registration = _registration(event, pk)
    may_cash = may(request.user, Right.CASH, event)
    form = HandOutForm(registration, request.POST, books=may_cash)
    if form.is_valid():
        cleaned: dict[str, Any] = form.cleaned_data
        later = may_cash and "later" in request.POST
        with errors_in(form, "number" if cleaned.get("number") else None):
            handed = hand_out(
                registration,
                fee=form.fee,
                paid=cleaned.get("paid", False) and not later,
                later=later,
                with_number=cleaned.get("with_number", False) or cleaned.get("number") is not None,
                number=cleaned.get("number"),
                arrived=cleaned.get("arrived", False),
                book=may_cash,
                by=request.user,
            )
            return served(request, event, handed.registration)
    return served(request, event, registration, form=form)


@require_POST
@for_officials(Right.REGISTER)
def participant_take_back(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """`step` is "number" or "arrived"; the payment is taken back where it is booked (participants/paying.py)."""
    registration = _registration(event, pk)
    with errors_as_messages(request):
        match request.POST.get("step"):
            case "number":
                take_number(registration, by=request.user)
                messages.success(request, _("%(name)s hat keine Startnummer mehr.") % {"name": registration.name})
            case "arrived":
                undo_check_in(registration, by=request.user)
                messages.success(request, _("%(name)s wird wieder erwartet.") % {"name": registration.name})
    return served(request, event, registration)


def _registration(event: Event, pk: int) -> Registration:
    rows = Registration.objects.select_related("player", "club", "event", "fee", "team_membership__team")
    return get_object_or_404(rows, event=event, pk=pk)


@require_POST
@for_officials(Right.REGISTER)
def participant_new_card(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """The start card was lost."""
    registration = _registration(event, pk)
    with errors_as_messages(request):
        code = printed(card_code(replace_card(registration, by=request.user)))
        words = _(
            "Der alte Code von %(name)s gilt nicht mehr. Der neue ist %(code)s; er steht auf der neuen Startkarte."
        )
        messages.success(request, words % {"name": registration.name, "code": code})
    return redirect("organiser:participant", event.slug, pk)
