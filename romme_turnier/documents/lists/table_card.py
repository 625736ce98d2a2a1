"""A card for the tables: how to write the list on a phone, in five steps with pictures; two a sheet, to be cut."""

from typing import Any

from romme_turnier.tournament.at_table.terms import phone_terms
from romme_turnier.tournament.models import Event


def table_card(event: Event) -> dict[str, Any] | None:
    """The same for every table of every series. None where lists are kept on paper only.

    How many confirm is on it where that is the same in all series.
    """
    terms = phone_terms(event)
    needed = {series_terms.confirmations for series_terms in terms}
    context = {"event": event, "rules": event.rules, "halves": ("left", "right"), "differ": len(needed) > 1}
    return {**context, "confirmations": terms[0].confirmations} if terms else None
