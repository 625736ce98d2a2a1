"""One rule system as frozen data. A further system is one more value, not a subclass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PenaltyFit:
    """Penalty points and the hands they can belong to (§ 8.3): from ``least`` to ``most`` minus points."""

    penalty: int
    least: int
    most: int
    in_handromme: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What a list needs to know of a rule system.

    ``games`` is the usual number of games of a list, None where it is agreed upon.
    ``left_min`` and ``left_max`` bound the points that somebody who did not end the game reports (where
    ``highest_wins``: the points that anybody reports). ``hand_romme_min`` is the least in a Handrommé, None
    where the system has none; ``hand_factor`` is what a point lost in one counts.
    ``usual_bonus`` is what an announcement starts from: at a table of four, of three, for a Handrommé.
    ``clauses`` maps a violation's code to its place in the source; "" stands for all others.
    """

    key: str
    name: str
    seats_min: int
    seats_max: int
    games: int | None
    finisher_required: bool
    highest_wins: bool
    left_min: int
    left_max: int
    hand_romme_min: int | None
    hand_factor: int
    usual_bonus: tuple[int, int, int] = (0, 0, 0)
    penalties: tuple[PenaltyFit, ...] = ()
    clauses: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)

    def dealer(self, game: int, seats: int) -> int:
        """Seat that deals game number ``game`` at a table of ``seats``: seat 1 first, then round (§ 5.7)."""
        return (game - 1) % seats + 1

    def clause(self, code: str) -> str:
        """Where the source says what ``code`` holds against a row."""
        return self.clauses.get(code) or self.clauses[""]

    def points_bounds(self, *, ended: bool, handromme: bool) -> tuple[int, int]:
        """Least and most points that a row may show for one seat, of a game that was ended (by Handrommé)."""
        if ended and not self.highest_wins:
            return 0, 0
        if handromme and self.hand_romme_min is not None:
            return self.hand_romme_min, self.left_max
        return self.left_min, self.left_max
