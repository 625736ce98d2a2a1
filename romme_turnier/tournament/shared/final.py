"""Facts that have just become final, told to who wants to prepare something; the act does not depend on them."""

from enum import StrEnum

from django.db import transaction
from django.dispatch import Signal

from romme_turnier.tournament.models import Series


class Final(StrEnum):
    """What became final in a series."""

    SEATS = "seats"
    STANDINGS = "standings"


became_final = Signal()  # sender: the member of Final; series


def tell(what: Final, series: Series) -> None:
    """Tells it once it is stored. What goes wrong with who listens is logged, never raised."""
    transaction.on_commit(lambda: became_final.send_robust(what, series=series), robust=True)
