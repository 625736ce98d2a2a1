"""The fee with one click: booked by cashiers, noted by registrars; and allowing later payment."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.tournament.models import Event, LedgerEntry, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.registrations import set_paid
from romme_turnier.tournament.participants.unpaid import set_pays_later
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.participants.return_link import back_from


@require_POST
@for_officials(Right.REGISTER)
def participant_paid(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """`paid` is the new state: "yes" takes the open amount in cash, "no" takes the last payment back."""
    registration = _registration(event, pk)
    with errors_as_messages(request):
        _book_or_note(request, event, registration, request.POST.get("paid") == "yes")
    return back_from(request, event, pk)


def _book_or_note(request: OfficialRequest, event: Event, registration: Registration, paid: bool) -> None:
    if registration.paid == paid:
        return
    if may(request.user, Right.CASH, event):
        if paid and fees.owed(registration) > 0:
            entry = fees.pay(registration, key="", by=request.user)
            messages.success(request, receipt_line(event, registration, entry))
            return
        if not paid and (entry_before := fees.last_payment(registration)):
            reason = _("auf der Teilnehmerliste zurückgenommen")
            counter = fees.reverse_fee(entry_before, reason=reason, by=request.user)
            words = {"name": registration.name, "amount": amount(entry_before.amount, event.currency)}
            words |= {"number": str(counter.number)}
            messages.success(request, _("%(name)s: %(amount)s storniert, Beleg %(number)s.") % words)
            return
    set_paid(registration, paid, by=request.user)


def receipt_line(event: Event, registration: Registration, entry: LedgerEntry) -> SafeString:
    """Returns a sentence on the payment, with a link to the receipt."""
    words = {"name": registration.name, "amount": amount(entry.amount, event.currency), "number": entry.number}
    return format_html(
        '{} <a href="{}?beleg={}">{}</a>',
        _("%(name)s: %(amount)s bar erhalten, Beleg %(number)d.") % words,
        reverse("documents:receipts_pdf", args=[event.slug]),
        entry.number,
        _("Quittung"),
    )


@require_POST
@for_officials(Right.CASH)
def participant_pays_later(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Lets the player play although the fee is open, or with `later=no` no longer."""
    registration = _registration(event, pk)
    later = request.POST.get("later") != "no"
    with errors_as_messages(request):
        set_pays_later(registration, later, by=request.user)
        text = _("%(name)s zahlt später.") if later else _("%(name)s zahlt vor der Auslosung.")
        messages.success(request, text % {"name": registration.name})
    return back_from(request, event, pk)


def _registration(event: Event, pk: int) -> Registration:
    return get_object_or_404(Registration.objects.select_related("player", "event", "fee"), event=event, pk=pk)
