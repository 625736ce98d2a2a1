"""Reads the organisers of the installation."""

from django.db.models import Q, QuerySet

from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, Organiser

_SECOND = Prepared(lambda: Organiser.objects.order_by("pk").values_list("pk")[1:2])  # every page asks for it


def are_several() -> bool:
    """Returns whether the program has several organisers. No page or file mentions organisers if there is only one."""
    return bool(_SECOND.fetch())


def default_organiser() -> Organiser:
    """Returns the oldest organiser, the default of events that name none.

    In a new installation, it is not stored yet.
    """
    return Organiser.objects.order_by("pk").first() or Organiser(number="1", slug="verein")


def at_and_below(organiser: Organiser) -> QuerySet[Organiser]:
    """Returns the organiser with all organisers below it, as `core/organisers/numbers.covers` does."""
    return Organiser.objects.filter(Q(pk=organiser.pk) | Q(number__startswith=f"{organiser.number}-"))


def shown_organiser(event: Event) -> Organiser | None:
    """Returns the organiser that pages about the event name: none if the program has only one."""
    return event.held_by if are_several() else None
