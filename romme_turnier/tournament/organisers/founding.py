"""The first organiser of an installation."""

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import part_of_service

FIRST_NUMBER = "1"


def default_organiser() -> models.Organiser:
    """Returns the oldest organiser, the default of events that name none.

    In a new installation, it is not stored yet.
    """
    return models.Organiser.objects.order_by("pk").first() or models.Organiser(number=FIRST_NUMBER, slug="verein")


@part_of_service
def first_organiser() -> models.Organiser:
    """Returns the oldest organiser; a new installation makes it for its first event."""
    first = default_organiser()
    if not first._state.adding:
        return first
    return models.Organiser.objects.get_or_create(number=first.number, defaults={"slug": first.slug})[0]
