"""Decisions that a dispute requires. They cite the dispute as their reason, and are recorded as its effects.

The pages of such a decision keep the number of the dispute in their address: `?streitfall=3`.
"""

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import gettext as _

from romme_turnier.tournament.disputes.cases import because_of
from romme_turnier.tournament.models import Dispute, Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, may
from romme_turnier.tournament.shared.numbers import whole_number

R = TypeVar("R")
NAME = "streitfall"


def named_dispute(request: OfficialRequest, event: Event) -> Dispute | None:
    """Returns the dispute that the address names, or None if there is none or the user may not rule."""
    number = whole_number(request.GET.get(NAME, ""))
    if number is None or not may(request.user, Right.RULE, event):
        return None
    return Dispute.objects.filter(event=event, number=number).first()


def reason_of(dispute: Dispute) -> str:
    words = {"number": dispute.number, "clause": dispute.clause}
    return (_("Streitfall %(number)d, %(clause)s") if dispute.clause else _("Streitfall %(number)d")) % words


def carry_out(request: OfficialRequest, event: Event, words: str, deed: Callable[[], R]) -> R:
    """Calls `deed` and returns its result. If the address names a dispute, records `words` as its effect."""
    dispute = named_dispute(request, event)
    return deed() if dispute is None else because_of(dispute, words, deed, by=request.user)
