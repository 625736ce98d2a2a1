"""Checks an event's scoring and its points for each game, and notes changed points for the log."""

from romme_turnier.core.lists.scoring_points import PointsPerGame, points_faults
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.scoring_points import (
    placed_fault,
    points_without_scoring,
    scoring_points_refused,
    scoring_without_points,
)
from romme_turnier.tournament.shared.service import note


def demand_scoring(scoring: str, points: PointsPerGame | None, rules: RuleSet) -> None:
    """Raises TournamentError if the rules forbid the scoring, or if the points for each game do not suit it.

    Ranking by scoring points requires faultless points; with any other scoring, there must be none.
    """
    if scoring != models.Event.Scoring.SCORING_POINTS:
        if points is not None:
            raise TournamentError(points_without_scoring(), about="points_per_game")
        return
    if rules.highest_wins:
        raise TournamentError(scoring_points_refused(rules), about="scoring")
    if points is None:
        raise TournamentError(scoring_without_points(), about="points_per_game")
    if faults := [placed_fault(fault) for fault in points_faults(points)]:
        raise TournamentError(" ".join(faults), about="points_per_game")


def note_points_per_game(old: PointsPerGame | None, new: PointsPerGame | None) -> None:
    """Notes changed points for the log, as lists of figures."""
    if old != new:
        note("points_per_game", old=_figures(old), new=_figures(new))


def _figures(points: PointsPerGame | None) -> list[str]:
    if points is None:
        return []
    return [str(points.ended), str(points.handromme), *(f"≤ {most}: {given}" for most, given in points.steps)]
