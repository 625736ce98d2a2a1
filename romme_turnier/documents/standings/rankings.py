"""Further rankings and charts of the newest release, for the wall: by series, day, tandem, category and club.

Like the public pages they use only the rows of the release, so nothing on them is newer than the posted standings.
"""

from typing import Any

from romme_turnier.documents.standings.release import newest_release, release_head
from romme_turnier.documents.tables.charts import charts_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.reading import hall_names
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.lines import ranking_lines
from romme_turnier.tournament.standings.reading import rankings_of


def further_rankings(event: Event, *, base: str = "") -> dict[str, Any] | None:
    """All further rankings, one below the other; None without any."""
    release = newest_release(event)
    if release is None:
        return None
    source, names = rankings_of(release), hall_names(event)
    shown = []
    for choice in rankings.choices(source):
        if further := rankings.ranking(source, choice.key):
            kind = TeamStandingsTable if further.teams else StandingsTable
            lines = ranking_lines(further, names, event.rules)
            shown.append((further, kind.of(Medium.PAPER, lines, event.rules)))
    return {**release_head(release, base=base), "rankings": shown} if shown else None


def charts(event: Event, *, base: str = "") -> dict[str, Any] | None:
    """Ranks over the series, and the spread of results; None without a release."""
    release = newest_release(event)
    if release is None:
        return None
    source, names = rankings_of(release), hall_names(event)
    return {**release_head(release, base=base), **charts_of(Medium.PAPER, source, names)}
