"""Minutes of disputes: what happened, who decided what, what followed from it. For signing and for the file."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament.disputes import words
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.models import Dispute, Event
from romme_turnier.tournament.participants.reading import full_names


@dataclass(frozen=True, slots=True)
class Minutes:
    """One dispute, ready to be read."""

    dispute: Dispute
    where: str
    state: str
    concerned: list[str]
    case: KeptCase | None


def minutes_document(event: Event, number: int | None = None) -> dict[str, Any] | None:
    """Context of the minutes of all disputes, or of the dispute with this number; None without any."""
    disputes = event.disputes.select_related("referee", "appeal_by").prefetch_related("effects__by")
    if number is not None:
        disputes = disputes.filter(number=number)
    names = full_names(event)
    entries = [
        Minutes(
            dispute=one,
            where=words.where(one),
            state=words.state_of(one)[1],
            concerned=words.concerned(one, names),
            case=KeptCase.read(one.case) if one.case else None,
        )
        for one in disputes
    ]
    return {"event": event, "entries": entries} if entries else None
