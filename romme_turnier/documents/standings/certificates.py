"""Certificates: one sheet for each ranked player."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.standings.head import newest_release
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.shared.numbers import number_format


@dataclass(frozen=True, slots=True)
class Certificate:
    rank: int
    name: str
    club: str
    total: str


def certificates(event: Event, last_rank: int | None = None) -> dict[str, Any] | None:
    """One sheet each, the first rank first; only after the last series."""
    release = newest_release(event, after=event.series_count)
    if release is None:
        return None
    people = {
        entry.number: entry
        for entry in event.registrations.filter(number__isnull=False).select_related("player", "club")
    }
    sheets = [
        Certificate(row.rank, people[row.number].name, row.club or "", number_format(row.total))
        for row in release.rows
        if row.rank is not None and row.number in people and (last_rank is None or row.rank <= last_rank)
    ]
    return {"event": event, "sheets": sheets, "series": event.series_count} if sheets else None
