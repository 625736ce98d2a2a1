"""The first organiser of an installation."""

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import part_of_service

FIRST_NUMBER = "1"


@part_of_service
def first_organiser() -> models.Organiser:
    """Returns the oldest organiser; a new installation makes it for its first event."""
    first = models.Organiser.objects.order_by("pk").first()
    return first or models.Organiser.objects.get_or_create(number=FIRST_NUMBER, defaults={"slug": "verein"})[0]
