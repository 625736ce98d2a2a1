"""Minutes of disputes, for signing and filing: the events, the decisions and their consequences."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament.disputes import words
from romme_turnier.tournament.disputes.kept_case import KeptCase
from romme_turnier.tournament.models import Dispute, Event
from romme_turnier.tournament.participants.reading import full_names


@dataclass(frozen=True, slots=True)
class Minutes:
    dispute: Dispute
    where: str
    state: str
    concerned: list[str]
    case: KeptCase | None


def minutes_document(event: Event, number: int | None = None) -> dict[str, Any] | None:
    """Returns the context of the minutes of all disputes, or of dispute `number`; None if there is none."""
    disputes = event.disputes.select_related("referee", "appeal_by").prefetch_related("effects__by")
    if number is not None:
        disputes = disputes.filter(number=number)
    names = full_names(event)
    entries = [
        Minutes(
            dispute=dispute,
            where=words.where(dispute),
            state=words.state_of(dispute)[1],
            concerned=words.concerned(dispute, names),
            case=KeptCase.read(dispute.case) if dispute.case else None,
        )
        for dispute in disputes
    ]
    return {"event": event, "entries": entries} if entries else None
