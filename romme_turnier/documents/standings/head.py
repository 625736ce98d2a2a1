"""The newest release of the standings, and its heading on printouts based on it."""

from typing import Any

from django.utils import timezone

from romme_turnier.documents.public_address import public_address
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.standings.words import how_final, release_line


def newest_release(event: Event, *, after: int | None = None) -> StandingsRelease | None:
    """Of all, or of those after one series."""
    releases = event.releases.select_related("event", "series")
    return (releases if after is None else releases.filter(series__number=after)).first()


def release_head(release: StandingsRelease, *, base: str = "") -> dict[str, Any]:
    """Context of documents/standings/head.html, and of the feet of such papers. `base` is where phones reach the
    program: for what hangs on the wall.
    """
    return {
        "event": release.event,
        "where": public_address(release.event, "standings", base),
        "release": release,
        "after": release.series.number,
        "release_line": release_line(release),
        "how_final": how_final(release, timezone.now()),
    }
