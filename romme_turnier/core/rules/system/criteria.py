"""What ranks one player before another in the standings."""

from __future__ import annotations

from enum import StrEnum


class Criterion(StrEnum):
    """One question that decides a place; a rule system says which are asked, and in which order (``RuleSet.criteria``).

    The values are stored with the standings that were released.
    """

    LISTS = "lists"  # more counting lists come first: sums of different numbers of lists cannot be compared
    TOTAL = "total"
    FINISHED = "finished"
    HANDROMMES = "handrommes"
    PLAY_OFF = "play_off"


SUM_THEN_GAMES_ENDED = (Criterion.LISTS, Criterion.TOTAL, Criterion.FINISHED)
