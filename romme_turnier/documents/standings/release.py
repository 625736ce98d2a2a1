"""A release of the standings, for the wall: the same rows and words as on the public page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.standings.head import release_head
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.participants.reading import public_names
from romme_turnier.tournament.shared.numbers import figure_or_dash, number_format
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, TieBreak, player_lines, team_lines

# Millimetres of an upright sheet and of one on its side, and of all columns but names, series and totals. The column
# widths are fixed: measuring long names takes long.
UPRIGHT, ON_ITS_SIDE = 188.0, 275.0
OTHER_COLUMNS = 88.0
NAME_LEAST, NAME_MIDDLING = 40.0, 55.0
DIGIT, BOLD_DIGIT, PADDING = 2.1, 2.7, 3.0


@dataclass(frozen=True, slots=True)
class Widths:
    """Of the columns that hold results, as the style sheet wants them."""

    wide: bool  # the sheet lies on its side
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


def release_document(release: StandingsRelease) -> dict[str, Any]:
    names, rules = public_names(release.event), release.event.rules
    rows = [row for row in release.rows if row.number is not None]
    players = [player_row(line) for line in player_lines(rows, names, rules, final=release.is_final)]
    return {
        **release_head(release),
        "series_numbers": range(1, release.series.number + 1),
        "widths": widths_for(players, release.series.number),
        "players": players,
        "teams": [team_row(line) for line in team_lines(release.team_rows, names, rules)],
    }


def widths_for(rows: Sequence[PaperRow], series: int) -> Widths:
    """So that the longest result fits, and names get what is left."""
    total = max([16.0, *(BOLD_DIGIT * len(row.total) + PADDING for row in rows)])
    each = max([10.0, *(DIGIT * len(result) + PADDING for row in rows for result in row.series)])
    wide = UPRIGHT - OTHER_COLUMNS - total - series * each < NAME_MIDDLING
    room = (ON_ITS_SIDE if wide else UPRIGHT) - OTHER_COLUMNS - total - NAME_LEAST
    fits = min(each, room / max(1, series))
    return Widths(wide, f"{fits - PADDING:.1f}", f"{total - PADDING:.1f}", fits < each)


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
    )
