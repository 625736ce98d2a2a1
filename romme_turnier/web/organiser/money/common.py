"""Code that the pages of the cash desk share."""

import secrets
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from romme_turnier.tournament.models import Event, LedgerEntry
from romme_turnier.tournament.money.cash import expected
from romme_turnier.tournament.permissions import OfficialRequest, Right, may


def new_key() -> str:
    """Returns a key for one payment, so that a page that is sent twice books the payment once."""
    return secrets.token_hex(16)


def posted_key(request: OfficialRequest, row: int | None = None) -> str:
    """Returns the posted key, extended by `row` on pages with several payments."""
    key = request.POST.get("key", "")[:48]
    return f"{key}-{row}" if key and row is not None else key


def posted_method(request: OfficialRequest) -> LedgerEntry.Method:
    """Returns the posted payment method: cash, unless the form names a bank transfer."""
    method = LedgerEntry.Method
    return method.BANK if request.POST.get("method") == method.BANK else method.CASH


def page(request: OfficialRequest, event: Event, template: str, context: dict[str, Any]) -> HttpResponse:
    """Renders a page of the cash desk; cashiers see a warning if more was paid out than was in the box."""
    may_cash = may(request.user, Right.CASH, event)
    in_box = expected(event) if may_cash else None
    context |= {
        "event": event,
        "may_cash": may_cash,
        "below_zero": in_box if in_box is not None and in_box < 0 else None,
        "may_direct": may(request.user, Right.DIRECT, event),
        "key": new_key(),
    }
    return render(request, f"organiser/money/{template}", context)


class MethodForm(forms.Form):
    method = forms.ChoiceField(
        label=gettext_lazy("Zahlungsweg"), choices=LedgerEntry.Method.choices, widget=forms.RadioSelect, initial="cash"
    )
