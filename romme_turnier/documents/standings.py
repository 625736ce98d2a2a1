"""An issue of the standings, for the wall: the same rows and words as on the public page."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from romme_turnier.tournament.figures import figure, figure_or_dash
from romme_turnier.tournament.issue_words import how_final, issue_line
from romme_turnier.tournament.models import StandingsIssue
from romme_turnier.tournament.queries import public_names
from romme_turnier.tournament.standing_lines import StandingLine, TeamLine, player_lines, team_lines

WIDE_FROM = 6  # so many series need the sheet on its side


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One printed row; all figures are ready to be read."""

    rank: str
    number: str
    name: str
    beside: str  # the club, or the members of a team
    series: tuple[str, ...]
    lists: str
    finished: str
    handrommes: str
    total: str
    reason: str


def issue_document(issue: StandingsIssue) -> dict[str, Any]:
    names = public_names(issue.event)
    rows = [row for row in issue.rows if row["number"] is not None]
    return {
        "event": issue.event,
        "issue": issue,
        "after": issue.series.number,
        "issue_line": issue_line(issue),
        "how_final": how_final(issue, timezone.now()),
        "series_numbers": range(1, issue.series.number + 1),
        "wide": issue.series.number >= WIDE_FROM,
        "players": [player_row(line) for line in player_lines(rows, names, final=issue.is_final)],
        "teams": [team_row(line) for line in team_lines(issue.team_rows, names)],
    }


def player_row(line: StandingLine) -> PaperRow:
    return PaperRow(
        rank=figure_or_dash(line.rank),
        number=str(line.number),
        name=line.name,
        beside=line.club,
        series=tuple(figure_or_dash(result) for result in line.series),
        lists=str(line.lists),
        finished=str(line.finished),
        handrommes=str(line.handrommes),
        total=figure(line.total) if line.lists else figure_or_dash(None),
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
        finished=str(line.finished),
        handrommes=str(line.handrommes),
        total=figure(line.total) if line.lists else figure_or_dash(None),
        reason=line.reason,
    )
