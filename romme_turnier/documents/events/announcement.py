"""The announcement, for the wall and for sending."""

from typing import Any

from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.timetable_words import timetable
from romme_turnier.tournament.models import Event


def announcement_paper(event: Event) -> dict[str, Any]:
    """The same facts as the public page of the event."""
    return {"event": event, "facts": announcement(event), "timetable": timetable(event)}
