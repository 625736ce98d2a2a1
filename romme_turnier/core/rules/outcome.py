"""The one place that says what a reported game may look like."""

from __future__ import annotations

from collections.abc import Sequence

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
    """Every violation of one reported game; empty if it may count."""
    raise NotImplementedError
