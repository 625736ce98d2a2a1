"""From the results of lists to ranks, ties and teams (§ 1.5)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from romme_turnier.core.spielliste import SeatTotals


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player of an event.

    ``results`` by series, series 1 first; None where no list counts. ``withdrawn_from`` is the first series that
    was not played. ``key`` is the caller's handle and is never looked at.
    """

    number: int | None
    results: tuple[SeatTotals | None, ...]
    withdrawn_from: int | None = None
    excluded: bool = False
    key: Hashable = None


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off: start numbers, best first. These are its participants, and nobody else."""

    ranking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. ``decided_by`` says what put it behind the row before it, see ``CRITERIA``; None: first or no rank."""

    rank: int | None
    entrant: Entrant
    lists: int
    sums: SeatTotals
    series: tuple[int | None, ...]
    play_off_needed: bool
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class TeamEntry:
    """A team with its members."""

    key: str
    members: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One row of the team result; ``members`` are start numbers."""

    rank: int | None
    team: TeamEntry
    lists: int
    sums: SeatTotals
    members: tuple[int | None, ...]
    play_off_needed: bool
    decided_by: str | None


CRITERIA = ("lists", "total", "finished", "handrommes", "play_off", "tied")


def rank(
    entrants: Sequence[Entrant],
    *,
    after_series: int,
    series_count: int,
    play_offs: Sequence[PlayOff] = (),
    highest_wins: bool = False,
) -> tuple[Standing, ...]:
    """Standings after a series."""
    raise NotImplementedError


def rank_teams(
    teams: Sequence[TeamEntry], *, after_series: int, highest_wins: bool = False
) -> tuple[TeamStanding, ...]:
    """Team standings after a series."""
    raise NotImplementedError
