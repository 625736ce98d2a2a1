"""A release of the standings, for the wall: the same rows and words as on the public page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.standings.head import release_head
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.participants.reading import hall_names
from romme_turnier.tournament.shared.numbers import figure_or_dash, number_format
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, TieBreak, player_lines, team_lines

# Millimetres of an upright sheet and of one on its side, and of a column of figures. The column widths are fixed:
# measuring long names takes long.
UPRIGHT, ON_ITS_SIDE = 188.0, 275.0
RANK_AND_NUMBER, TIE_BREAKS = 23.0, 12.4
NAME_LEAST, CLUB = 56.0, 36.0
DIGIT, BOLD_DIGIT, PADDING = 2.2, 2.7, 2.4
SMALL_DIGIT, SMALL_PADDING = 1.65, 0.8  # where there are so many series that names would get no room


@dataclass(frozen=True, slots=True)
class Widths:
    """Of the columns that hold results, as the style sheet wants them."""

    wide: bool  # the sheet lies on its side
    name: str  # so much is kept for a name before its club
    series: str
    total: str
    small: bool  # so many series that their figures are set smaller


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One printed row; all figures are ready to be read."""

    rank: str
    number: str
    name: str
    beside: str  # the club, or the members of a team
    series: tuple[str, ...]
    lists: str
    tie_breaks: tuple[TieBreak, ...]
    total: str
    reason: str
    lead: str  # the heading of the total


def release_document(release: StandingsRelease, *, base: str = "") -> dict[str, Any]:
    """Context of documents/standings/release.html; `base` is where phones reach the program."""
    names, rules = hall_names(release.event), release.event.rules
    lines = player_lines(release.posted_rows, names, rules, final=release.is_final)
    players = [player_row(line) for line in lines]
    return {
        **release_head(release, base=base),
        "series_numbers": range(1, release.series.number + 1),
        "widths": widths_for(players, release.series.number),
        "players": players,
        "teams": [team_row(line) for line in team_lines(release.team_rows, names, rules)],
    }


def widths_for(rows: Sequence[PaperRow], series: int) -> Widths:
    """So that the longest result fits, and names get what is left. Upright as long as names have room."""
    total = max([16.0, *(BOLD_DIGIT * len(row.total) + PADDING for row in rows)])
    longest = max((len(result) for row in rows for result in row.series), default=1)
    each, least = max(9.0, DIGIT * longest + PADDING), SMALL_DIGIT * longest + SMALL_PADDING
    tie_breaks = TIE_BREAKS * max((len(row.tie_breaks) for row in rows), default=0)
    taken = RANK_AND_NUMBER + tie_breaks + total
    wide = UPRIGHT - taken - series * least < NAME_LEAST
    room = (ON_ITS_SIDE if wide else UPRIGHT) - taken - NAME_LEAST
    fits = min(each, room / max(1, series))
    names = min(48.0, room - series * fits + NAME_LEAST - CLUB)
    return Widths(wide, f"{names:.1f}", f"{fits - PADDING:.1f}", f"{total - PADDING:.1f}", fits < each)


def player_row(line: StandingLine) -> PaperRow:
    return PaperRow(
        rank=figure_or_dash(line.rank),
        number=str(line.number),
        name=line.name,
        beside=line.club,
        series=tuple(figure_or_dash(result) for result in line.series),
        lists=str(line.lists),
        tie_breaks=line.tie_breaks,
        total=number_format(line.total) if line.lists else figure_or_dash(None),
        reason=line.reason,
        lead=line.lead,
    )


def team_row(line: TeamLine) -> PaperRow:
    return PaperRow(
        rank=figure_or_dash(line.rank),
        number="",
        name=line.name,
        beside=", ".join(line.members),
        series=(),
        lists=str(line.lists),
        tie_breaks=line.tie_breaks,
        total=number_format(line.total) if line.lists else figure_or_dash(None),
        reason=line.reason,
        lead=line.lead,
    )
