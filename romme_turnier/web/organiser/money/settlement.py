"""Who pays whom where points are played for money, and booking it where the announcement says so."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.models import Event, LedgerEntry, Registration
from romme_turnier.tournament.money.settlement_words import who_pays
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles
from romme_turnier.tournament.money.stakes import book_stake, stake_accounts
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_as_messages
from romme_turnier.web.organiser.money.common import page, posted_key


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    settlement: Settlement
    losses: bool = False  # of one table
    dues: list[str] | None = None  # None: nobody pays by this part


@require_safe
@for_officials(Right.CASH)
def settlement(request: OfficialRequest, event: Event) -> HttpResponse:
    if not settles(event):
        return page(request, event, "settlement.html", {})
    found = settlement_of(event)
    parts = [
        *(Section(_("Ganzes Turnier"), one) for one in [found.whole] if one),
        *(Section(date_format(day, "l, j. F"), one) for day, one in found.evenings),
        *(
            Section(
                _("Serie %(series)d, Tisch %(table)d") % {"series": one.series, "table": one.table},
                one.settlement,
                losses=True,
            )
            for one in found.tables
        ),
    ]
    booked = event.stake_booked
    context = {
        "found": found,
        "stake": stake_in_words(event),
        "accounts": stake_accounts(event, found.whole) if booked else [],
        "sections": parts[1:] if booked else [_with_dues(one, event) for one in parts],
    }
    return page(request, event, "settlement.html", context)


def _with_dues(one: Section, event: Event) -> Section:
    return Section(one.title, one.settlement, one.losses, who_pays(one.settlement, event))


@require_POST
@for_officials(Right.CASH)
def settlement_pay(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """One click: what is open of a player is paid in or out."""
    registration = get_object_or_404(Registration, event=event, pk=pk)
    key = posted_key(request)
    method = LedgerEntry.Method.BANK if request.POST.get("method") == "bank" else LedgerEntry.Method.CASH
    with errors_as_messages(request):
        entry = book_stake(
            registration,
            seen=_seen(request.POST.get("open", "")),
            method=method,
            key=f"{key}-{pk}" if key else "",
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
    """Returns the amount that the page showed; 0, which nobody has open, where that cannot be read."""
    try:
        found = Decimal(text[:12])
    except InvalidOperation:
        return Decimal(0)
    return found if found.is_finite() else Decimal(0)
