"""The one place that says what a reported game may look like.

What is checked here are simple bounds on each entry; they refuse no game that can happen. Whether all hands
of a game can come from one pack together is a question about the whole row: its answer belongs into
``check_outcome``, for rows in which no single entry is out of bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def check_outcome(
    ruleset: RuleSet,
    *,
    finisher: int | None,
    handromme: bool,
    points: Sequence[int | None],
    game: int | None = None,
    vacant: frozenset[int] = frozenset(),
) -> tuple[Violation, ...]:
    """Every violation of one reported game; empty if it may count.

    ``points`` by seat, seat 1 first; ``vacant`` are the seats that had been left by then. A seat that the
    table does not have is a programming error and raises ValueError.
    """
    if finisher is not None and not 1 <= finisher <= len(points):
        raise ValueError(f"no seat {finisher} at a table of {len(points)}")
    row = _Row(ruleset, finisher, handromme, tuple(points), game, vacant)
    return (*_check_finish(row), *_check_entries(row))


@dataclass(frozen=True, slots=True)
class _Row:
    ruleset: RuleSet
    finisher: int | None
    handromme: bool
    points: tuple[int | None, ...]
    game: int | None
    vacant: frozenset[int]

    def violation(self, code: str, **params: int) -> Violation:
        return Violation(code, self.ruleset.clause(code), {"game": self.game, **params})


def _check_finish(row: _Row) -> Iterator[Violation]:
    """Who ended the game, and how (§ 6.2, § 8.1)."""
    if row.finisher is None and row.ruleset.finisher_required:
        ended = sum(points == 0 and seat not in row.vacant for seat, points in enumerate(row.points, start=1))
        yield row.violation("two_finishers" if ended > 1 else "no_finisher")
    if row.finisher is not None and row.finisher in row.vacant:
        yield row.violation("finisher_has_left", seat=row.finisher)
    if row.handromme and row.ruleset.hand_romme_min is None:
        yield row.violation("handromme_not_in_ruleset")
    elif row.handromme and row.finisher is None:
        yield row.violation("handromme_without_finisher")


def _check_entries(row: _Row) -> Iterator[Violation]:
    """What each seat reports (§ 8.2)."""
    for seat, points in enumerate(row.points, start=1):
        if seat in row.vacant:
            if points is not None:
                yield row.violation("vacated_seat_has_points", seat=seat, points=points)
        elif points is None:
            yield row.violation("points_missing", seat=seat)
        elif seat == row.finisher and not row.ruleset.highest_wins:
            if points != 0:
                yield row.violation("finisher_has_points", seat=seat, points=points)
        else:
            yield from _check_bounds(row, seat, points)


def _check_bounds(row: _Row, seat: int, points: int) -> Iterator[Violation]:
    """What a hand that is left can count (§ 4.2, § 6.2)."""
    rules = row.ruleset
    if points == 0 and row.finisher is None and rules.finisher_required:
        return  # not a hand that is too low: the seat that may have ended the game
    if row.handromme and rules.hand_romme_min is not None:
        code, least = "handromme_points_too_low", rules.hand_romme_min
    else:
        code, least = "points_too_low", rules.left_min
    if points < least:
        yield row.violation(code, seat=seat, points=points, least=least)
    if points > rules.left_max:
        yield row.violation("points_too_high", seat=seat, points=points, most=rules.left_max)
