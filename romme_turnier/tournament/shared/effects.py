"""Effects of an act beyond its rows: public pages become outdated, and listeners learn that a fact is final."""

from enum import StrEnum

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal

from romme_turnier.tournament.models import PublicVersion, Series
from romme_turnier.tournament.shared.service import part_of_service


@part_of_service
def invalidate_public_pages(event_id: int) -> None:
    """Marks the public pages of the event as outdated. Called in each service that changes their content."""
    PublicVersion.objects.bulk_create([PublicVersion(event_id=event_id)], ignore_conflicts=True)
    PublicVersion.objects.filter(event=event_id).update(number=F("number") + 1)


class Final(StrEnum):
    """The facts of a series that can become final."""

    SEATS = "seats"
    STANDINGS = "standings"


became_final = Signal()  # sender: the member of Final; series
rankings_outdated = Signal()  # sender: the model Season; season, its primary key


def tell(what: Final, series: Series) -> None:
    """Sends `became_final` to its listeners after the transaction. Their errors are logged, never raised."""
    transaction.on_commit(lambda: became_final.send_robust(what, series=series), robust=True)
