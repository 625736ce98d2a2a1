"""Releases on paper: standings, further rankings and charts, and their heading.

Like the public pages, these papers use only the rows of a release, so nothing on them is newer than the posted
standings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.paper_code import paper_code
from romme_turnier.documents.public_address import public_address
from romme_turnier.documents.tables.charts import charts_of
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.standings import StandingsTable, TeamStandingsTable, shows_sums, total_of
from romme_turnier.tournament.models import Event, StandingsRelease
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.contents import standings_content
from romme_turnier.tournament.participants.reading import hall_names
from romme_turnier.tournament.shared.numbers import figure_or_dash
from romme_turnier.tournament.standings import rankings
from romme_turnier.tournament.standings.criteria_words import ranks_by_scoring_points, tie_breaks_of, who_wins
from romme_turnier.tournament.standings.lines import StandingLine, player_lines, ranking_lines, team_lines
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.releases import how_final, release_line

# Widths in millimetres of a sheet, in portrait and landscape, and of its columns. They are fixed, because measuring
# long names takes too long.
UPRIGHT, ON_ITS_SIDE = 188.0, 275.0
RANK_AND_NUMBER, TIE_BREAK, SUM = 23.0, 12.4, 15.4
NAME_LEAST, CLUB, NAME_AND_CLUB = 56.0, 42.0, 68.0
DIGIT, BOLD_DIGIT, PADDING = 2.2, 2.7, 2.4
SMALL_DIGIT, SMALL_PADDING = 1.65, 0.8  # with so many series that names would have no room


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the columns with results, in millimetres as text, for the style sheet."""

    wide: bool  # landscape
    name: str  # the room for a name before its club
    series: str
    total: str
    small: bool  # with this number of series, figures are set smaller
    sums: bool  # card points are next to the scoring points of each series


def is_called(rank: int | None, last_rank: int | None) -> bool:
    """Returns whether a rank is announced: every rank, or, with a `last_rank`, only those up to it."""
    return rank is not None and (last_rank is None or rank <= last_rank)


def newest_release(event: Event, *, after: int | None = None) -> StandingsRelease | None:
    """Returns the newest release in force, or the newest one of series `after`; None if there is none."""
    releases = event.releases.in_force().select_related("event", "series")
    return (releases if after is None else releases.filter(series__number=after)).first()


def release_head(release: StandingsRelease, *, base: str = "") -> dict[str, Any]:
    """Returns the context of documents/standings/head.html and the footers; `base` is the address for phones."""
    return {
        "event": release.event,
        "where": public_address(release.event, "standings", base),
        "release": release,
        "after": release.series.number,
        "release_line": release_line(release),
        "how_final": how_final(release, timezone.now()),
        "proof": None,
    }


def release_document(release: StandingsRelease, *, base: str = "") -> dict[str, Any]:
    """Returns the context of documents/standings/release.html; `base` is the program's address for phones."""
    names, rules = hall_names(release.event), release.event.rules
    lines = player_lines(release.posted_rows, names, rules, final=release.is_final)
    series = range(1, release.series.number + 1)
    return {
        **release_head(release, base=base),
        "proof": paper_code(private_key(release.event.held_by), standings_content(release, names), base),
        "widths": widths_for(lines, len(series), rules),
        "who_wins": who_wins(rules) if ranks_by_scoring_points(rules) else "",
        "players": StandingsTable.of(Medium.PAPER, lines, rules, series),
        "teams": TeamStandingsTable.of(Medium.PAPER, team_lines(release.team_rows, names, rules), rules),
    }


def widths_for(lines: Sequence[StandingLine], series: int, rules: RuleSet) -> Widths:
    """Returns widths that fit the longest result; names get the remaining space.

    The sheet is in portrait format if the names fit on it. It has the card points of each series if the rules call for
    them, and names and clubs then still fit in one line.
    """
    total = max([16.0, *(BOLD_DIGIT * len(figure_or_dash(total_of(line))) + PADDING for line in lines)])
    longest = max((len(figure_or_dash(result)) for line in lines for result in line.series), default=1)
    sums = max((len(f" / {figure_or_dash(result)}") for line in lines for result in line.sums), default=0)
    each, least = max(9.0, DIGIT * longest + PADDING), SMALL_DIGIT * longest + SMALL_PADDING
    tie_breaks = sum(SUM if criterion is Criterion.TOTAL else TIE_BREAK for criterion in tie_breaks_of(rules))
    taken = RANK_AND_NUMBER + tie_breaks + total
    wide = UPRIGHT - taken - series * least < NAME_LEAST
    room = (ON_ITS_SIDE if wide else UPRIGHT) - taken - NAME_LEAST
    with_sums = (
        shows_sums(rules, range(series)) and series * (each + SMALL_DIGIT * sums) <= room + NAME_LEAST - NAME_AND_CLUB
    )
    if with_sums:
        each += SMALL_DIGIT * sums
    fits = min(each, room / max(1, series))
    names = min(48.0, room - series * fits + NAME_LEAST - CLUB)
    return Widths(wide, f"{names:.1f}", f"{fits - PADDING:.1f}", f"{total - PADDING:.1f}", fits < each, with_sums)


def further_rankings(event: Event, *, base: str = "") -> dict[str, Any] | None:
    """Returns the context of all further rankings, one below the other; None if there are none."""
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
    """Returns the context of the charts of ranks after each series and of results; None before the first release."""
    release = newest_release(event)
    if release is None:
        return None
    source, names = rankings_of(release), hall_names(event)
    return {**release_head(release, base=base), **charts_of(Medium.PAPER, source, names)}
