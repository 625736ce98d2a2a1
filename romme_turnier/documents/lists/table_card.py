"""A card for the tables: how to write the list on a phone, in five steps with pictures; two a sheet, to be cut."""

from typing import Any

from romme_turnier.tournament.at_table.access import are_kept_on_phones
from romme_turnier.tournament.models import Event

_HALVES = ("left", "right")


def table_card(event: Event) -> dict[str, Any] | None:
    """The same for every table of every series. None where lists are kept on paper only."""
    return {"event": event, "rules": event.rules, "halves": _HALVES} if are_kept_on_phones(event) else None
