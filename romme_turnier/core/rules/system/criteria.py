"""The criteria that rank players in the standings, and the figures that an event can add up."""

from enum import StrEnum
from typing import assert_never


class Criterion(StrEnum):
    """A criterion that decides places; ``RuleSet.criteria`` gives the order. Released standings store the value."""

    LISTS = "lists"  # more counting lists come first: sums over different numbers of lists cannot be compared
    SCORING_POINTS = "scoring_points"  # for each game, if announced
    TABLE_POINTS = "table_points"  # for the place at each table, if announced
    TOTAL = "total"
    FINISHED = "finished"
    HANDROMMES = "handrommes"
    PLAY_OFF = "play_off"


class Scoring(StrEnum):
    """The figure that an event adds up over all lists, chosen in its announcement."""

    SUM = "sum"
    TABLE_POINTS = "table_points"
    SCORING_POINTS = "scoring_points"


SUM_THEN_GAMES_ENDED = (Criterion.LISTS, Criterion.TOTAL, Criterion.FINISHED)


def criteria_under(criteria: tuple[Criterion, ...], scoring: Scoring) -> tuple[Criterion, ...]:
    """Returns the criteria of an event with this scoring, from those of its rule system.

    Table points decide before the sum. Scoring points decide first, and the number of lists is ignored, because another
    list never makes the points worse. Next come the sum, games ended and Handrommés, and then the other criteria of the
    rule system, such as a play-off.
    """
    match scoring:
        case Scoring.SUM:
            return criteria
        case Scoring.TABLE_POINTS:
            at = criteria.index(Criterion.TOTAL)
            return (*criteria[:at], Criterion.TABLE_POINTS, *criteria[at:])
        case Scoring.SCORING_POINTS:
            figures = (Criterion.SCORING_POINTS, Criterion.TOTAL, Criterion.FINISHED, Criterion.HANDROMMES)
            others = (each for each in criteria if each not in figures and each is not Criterion.LISTS)
            return (*figures, *others)
    assert_never(scoring)


def leading(criteria: tuple[Criterion, ...]) -> Criterion:
    """Returns the first criterion other than the number of lists; it compares sums over the lists."""
    return next(criterion for criterion in criteria if criterion is not Criterion.LISTS)
