"""The speaker's sheet for the prize-giving: from the last rank to the first."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from romme_turnier.documents.standings.release import is_called, newest_release, release_head
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.tournament.standings.lines import StandingLine, TeamLine, player_lines, team_lines


@dataclass(frozen=True, slots=True)
class Announced:
    """Players read out together: one, or several of equal rank."""

    rank: int
    lines: tuple[StandingLine, ...]
    total: str
    beside: str  # the criterion that separates this rank from the next better one


@dataclass(frozen=True, slots=True)
class AnnouncedTeam:
    line: TeamLine
    total: str


def speakers_sheet(event: Event, last_rank: int | None = None) -> dict[str, Any] | None:
    """All ranks of the newest release, the last one first, with full names.

    `last_rank`: the rank to begin with, since nobody reads out 250 names.
    """
    release = newest_release(event)
    if release is None:
        return None
    names = full_names(event)
    lines = player_lines(release.posted_rows, names, event.rules, final=release.is_final)
    ranked = [line for line in lines if line.rank is not None]
    called = [line for line in ranked if is_called(line.rank, last_rank)]
    together = [(rank or 0, tuple(group)) for rank, group in groupby(called, key=lambda line: line.rank)]
    groups = [Announced(rank, group, number_format(group[0].total), group[0].reason) for rank, group in together]
    teams = [line for line in team_lines(release.team_rows, names, event.rules) if is_called(line.rank, last_rank)]
    return {
        **release_head(release),
        "groups": list(reversed(groups)),
        "teams": [AnnouncedTeam(line, number_format(line.total)) for line in reversed(teams)],
        "unranked": len(lines) - len(ranked) if last_rank is None else 0,
    }
