"""The announcement, for the wall and for sending."""

from typing import Any

from romme_turnier.documents.public_address import public_address
from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.timetable_words import timetable
from romme_turnier.tournament.models import Event


def announcement_paper(event: Event, *, base: str = "") -> dict[str, Any]:
    """The same facts as the public page of the event, and its address. `base` is where phones reach the program."""
    return {
        "event": event,
        "where": public_address(event, "event", base, announced=True),
        "facts": announcement(event),
        "timetable": timetable(event),
    }
