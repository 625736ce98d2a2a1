"""Invalidates the public pages of an event, in every process, after a change that they show."""

from django.db.models import F

from romme_turnier.tournament.models import PublicVersion
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def invalidate_public_pages(event_id: int) -> None:
    """Called by every service that changes the content of public pages, within its transaction."""
    PublicVersion.objects.bulk_create([PublicVersion(event_id=event_id)], ignore_conflicts=True)
    PublicVersion.objects.filter(event=event_id).update(number=F("number") + 1)
