"""Payments between players for their points, and the booking of these payments if they go through the cash box."""

from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.settlement import StakesTable, slips
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.money.settlements import settlement_of, settles
from romme_turnier.tournament.money.stakes import book_stake, stake_accounts
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.money.common import page, posted_key, posted_method


@require_safe
@for_officials(Right.CASH)
def settlement(request: OfficialRequest, event: Event) -> HttpResponse:
    if not settles(event):
        return page(request, event, "settlement.html", {})
    settled = settlement_of(event)
    parts = slips(event, settled, Medium.PAGE, request.GET)
    accounts = stake_accounts(event, settled.whole) if event.stake_booked else []
    context = {
        "settled": settled,
        "stake": stake_in_words(event),
        "accounts": StakesTable.table_for(Medium.PAGE, accounts, query=request.GET, currency=event.currency)
        if accounts
        else None,
        "slips": [slip for slip in parts if slip.dues is None] if event.stake_booked else parts,
    }
    return page(request, event, "settlement.html", context)


@require_POST
@for_officials(Right.CASH)
def settlement_pay(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Books a player's whole open stake, as paid in or paid out."""
    registration = get_object_or_404(Registration, event=event, pk=pk)
    with errors_as_messages(request):
        entry = book_stake(
            registration,
            seen=_seen(request.POST.get("open", "")),
            method=posted_method(request),
            key=posted_key(request, pk),
            by=request.user,
        )
        words = {
            "name": registration.name,
            "amount": amount(abs(entry.amount), event.currency),
            "number": entry.number,
        }
        text = (
            _("%(name)s hat %(amount)s gezahlt, Beleg %(number)d.")
            if entry.amount > 0
            else _("%(name)s hat %(amount)s bekommen, Beleg %(number)d.")
        )
        messages.success(request, text % words)
    return redirect("organiser:settlement", event.slug)


def _seen(text: str) -> Decimal:
    """Returns the amount that the page showed. An invalid text gives 0, which is never an open amount."""
    try:
        seen = Decimal(text[:12])
    except InvalidOperation:
        return Decimal(0)
    return seen if seen.is_finite() else Decimal(0)
