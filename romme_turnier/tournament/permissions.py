"""Who may do what at an event, and the one way for a view to get at an event.

A foreign event answers 404, as if it did not exist; a right that is missing answers 403 and says which.
"""

from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventRole


class Right(StrEnum):
    SEE = "event.see"  # look at everything of the event
    REGISTER = "event.register"  # participants, start numbers, who has paid
    COLLECT = "event.collect"  # what tables hand in: lists, start cards, fines (§ 2.3.3)
    CASH = "event.cash"  # money: payments, refunds, prizes handed out, the count of the cash box
    ENTER = "event.enter"  # first entries of lists
    RULE = "event.rule"  # rulings, penalties, corrections, checking
    DIRECT = "event.direct"  # the event itself: announcement, draws, closing, releasing, officials


WHO_HAS = {
    Right.SEE: _("eine Aufgabe bei diesem Turnier"),
    Right.REGISTER: _("Spielleitung, Kasse oder Listenerfassung"),
    Right.COLLECT: _("Spielleitung, Schiedsrichter, Kasse oder Listenerfassung"),
    Right.CASH: _("Spielleitung oder Kasse"),
    Right.ENTER: _("Spielleitung, Schiedsrichter oder Listenerfassung"),
    Right.RULE: _("Spielleitung oder Schiedsrichter"),
    Right.DIRECT: _("Spielleitung"),
}


class RightMissing(PermissionDenied):
    """Shown by the 403 page with the names of those who may."""

    def __init__(self, right: Right) -> None:
        super().__init__(str(WHO_HAS[right]))
        self.needed = str(WHO_HAS[right])


def may(user: User | AnonymousUser, right: Right, event: Event) -> bool:
    return bool(user.is_active and (user.is_superuser or user.has_perm(right.value, event)))


def get_event(user: User | AnonymousUser, slug: str, right: Right = Right.SEE) -> Event:
    """The event for an official with that right; Http404 for strangers, RightMissing without the right."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not may(user, Right.SEE, event):
        raise Http404
    if not may(user, right, event):
        raise RightMissing(right)
    return event


def directs_any(user: User | AnonymousUser) -> bool:
    """Whether somebody directs an event here, whichever: for what concerns the program as a whole."""
    if not user.is_active or user.is_anonymous:
        return False
    return user.is_superuser or EventRole.objects.filter(user=user, role=EventRole.Role.DIRECTOR).exists()
