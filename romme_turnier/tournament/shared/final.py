"""Facts that have just become final, reported to listeners that prepare something; the act does not depend on them."""

from enum import StrEnum

from django.db import transaction
from django.dispatch import Signal

from romme_turnier.tournament.models import Series


class Final(StrEnum):
    """The kinds of final facts of a series."""

    SEATS = "seats"
    STANDINGS = "standings"


became_final = Signal()  # sender: the member of Final; series


def tell(what: Final, series: Series) -> None:
    """Reports the fact after the transaction. Errors of listeners are logged, never raised."""
    transaction.on_commit(lambda: became_final.send_robust(what, series=series), robust=True)
