"""A participant: the stored data, and the steps at the front desk, which are done together and undone one by one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.card_code import card_code, printed, replace_card
from romme_turnier.tournament.participants.check_in import undo_check_in
from romme_turnier.tournament.participants.front_desk import hand_out
from romme_turnier.tournament.participants.register.lookup import club_names
from romme_turnier.tournament.participants.registrations import set_paid, update_registration
from romme_turnier.tournament.participants.start_numbers import take_number
from romme_turnier.tournament.participants.unpaid import set_pays_later
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.seasons.evenings.people import set_guest
from romme_turnier.tournament.shared.service import one_transaction
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.participants.forms import HandOutForm, participant_form
from romme_turnier.web.organiser.participants.panel import back_from, served


def _registration(event: Event, pk: int) -> Registration:
    rows = Registration.objects.select_related("player", "club", "event", "fee", "team_membership__team")
    return get_object_or_404(rows, event=event, pk=pk)


@for_officials(Right.SEE, writing=Right.REGISTER)
def participant(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    registration = _registration(event, pk)
    form = participant_form(registration, request.POST or None)
    if form.is_valid():
        with errors_in(form), one_transaction():
            update_registration(registration, form.entry(), by=request.user)
            if "guest" in form.fields and form.cleaned_data["guest"] != registration.guest:
                set_guest(registration, form.cleaned_data["guest"], by=request.user)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return back_from(request, event, pk)
    context = {
        "event": event,
        "registration": registration,
        "form": form,
        "membership": getattr(registration, "team_membership", None),
        "seats": registration.seats.select_related("table", "series").order_by("series__number"),
        "may_direct": may(request.user, Right.DIRECT, event),
        "may_register": may(request.user, Right.REGISTER, event),
        "clubs": club_names(event.held_by),
        "consents": registration.consents.select_related("official") if "agrees" in form.fields else (),
    }
    return render(request, "organiser/participants/participant.html", context)


@require_POST
@for_officials(Right.REGISTER)
def participant_hand_out(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Carries out the ticked steps of `paid`, `with_number` and `arrived`; cashiers may also allow paying `later`."""
    registration = _registration(event, pk)
    may_cash = may(request.user, Right.CASH, event)
    form = HandOutForm(registration, request.POST, books=may_cash)
    if form.is_valid():
        cleaned = form.cleaned_data
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
    """Undoes the step "number" or "arrived"; `participant_paid` undoes a payment."""
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


@require_POST
@for_officials(Right.REGISTER)
def participant_new_card(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Gives the participant a new code for a new start card, so that the lost card is no longer valid.

    The player's phones at tables are logged out, and the player's lasting page is deleted.
    """
    registration = _registration(event, pk)
    with errors_as_messages(request):
        code = printed(card_code(replace_card(registration, by=request.user)))
        words = _(
            "Der alte Code von %(name)s gilt nicht mehr. Der neue ist %(code)s; er steht auf der neuen Startkarte."
        )
        messages.success(request, words % {"name": registration.name, "code": code})
    return redirect("organiser:participant", event.slug, pk)


@require_POST
@for_officials(Right.REGISTER)
def participant_paid(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Marks the fee as paid in cash (`paid` is "yes") or as not paid.

    If cashiers do this, an open amount is booked, or the last payment, if any, is reversed.
    """
    registration, paid = _registration(event, pk), request.POST.get("paid") == "yes"
    books = may(request.user, Right.CASH, event)
    with errors_as_messages(request):
        if registration.paid == paid:
            return back_from(request, event, pk)
        if books and paid and fees.owed(registration) > 0:
            entry = fees.pay(registration, key="", by=request.user)
            words = {"name": registration.name, "amount": amount(entry.amount, event.currency), "number": entry.number}
            text = _("%(name)s: %(amount)s bar erhalten, Beleg %(number)d.") % words
            receipt = reverse("documents:receipts_pdf", args=[event.slug], query={"beleg": entry.number})
            messages.success(request, format_html('{} <a href="{}">{}</a>', text, receipt, _("Quittung")))
        elif books and not paid and (payment := fees.last_payment(registration)):
            reason = _("auf der Teilnehmerliste zurückgenommen")
            counter = fees.reverse_fee(payment, reason=reason, by=request.user)
            words = {"name": registration.name, "amount": amount(payment.amount, event.currency)}
            words |= {"number": str(counter.number)}
            messages.success(request, _("%(name)s: %(amount)s storniert, Beleg %(number)s.") % words)
        else:
            set_paid(registration, paid, by=request.user)
    return back_from(request, event, pk)


@require_POST
@for_officials(Right.CASH)
def participant_pays_later(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Lets the player play although the fee is open; `later=no` undoes that."""
    registration = _registration(event, pk)
    later = request.POST.get("later") != "no"
    with errors_as_messages(request):
        set_pays_later(registration, later, by=request.user)
        text = _("%(name)s zahlt später.") if later else _("%(name)s zahlt vor der Auslosung.")
        messages.success(request, text % {"name": registration.name})
    return back_from(request, event, pk)
