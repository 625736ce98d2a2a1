"""The criteria that rank players in the standings."""

from enum import StrEnum


class Criterion(StrEnum):
    """A criterion that decides places, in the order of ``RuleSet.criteria``; released standings store its value."""

    LISTS = "lists"  # more counting lists come first, because sums of unequally many lists cannot be compared
    TABLE_POINTS = "table_points"  # for the place at each table, if announced
    TOTAL = "total"
    FINISHED = "finished"
    HANDROMMES = "handrommes"
    PLAY_OFF = "play_off"


SUM_THEN_GAMES_ENDED = (Criterion.LISTS, Criterion.TOTAL, Criterion.FINISHED)


def with_table_points(criteria: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    """Returns the criteria of an event with points for the place at each table, which decide before the sum."""
    at = criteria.index(Criterion.TOTAL)
    return (*criteria[:at], Criterion.TABLE_POINTS, *criteria[at:])


def leading(criteria: tuple[Criterion, ...]) -> Criterion:
    """Returns the first criterion after the number of lists; it compares sums over the lists."""
    return next(criterion for criterion in criteria if criterion is not Criterion.LISTS)
