"""The lines below the games of a list, from the data of its rule system and the terms of its event.

Every page, paper and script that shows the sums of a list takes its lines from here: their choice, their figures, and
their effect on the result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from romme_turnier.core.lists.claims import Figure
from romme_turnier.core.lists.evaluation import table_bonus
from romme_turnier.core.lists.sheet import BonusMode, Terms
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet


class SumKey(StrEnum):
    """The name of a line. Minus points are lost, points are won."""

    MINUS_POINTS = "minus"
    POINTS = "points"
    BONUS = "bonus"
    HANDROMME = "handromme"
    PENALTIES = "penalties"
    RESULT = "result"
    FINISHED = "finished"
    TABLE_POINTS = "table_points"


# The figure of each line as it goes into the result.
_FIGURES: Mapping[SumKey, Callable[[SeatTotals], int | Fraction]] = {
    SumKey.MINUS_POINTS: lambda totals: totals.minus,
    SumKey.POINTS: lambda totals: totals.minus,
    SumKey.BONUS: lambda totals: -totals.bonus,
    SumKey.HANDROMME: lambda totals: -totals.handromme_bonus,
    SumKey.PENALTIES: lambda totals: totals.penalties,
    SumKey.RESULT: lambda totals: totals.total,
    SumKey.FINISHED: lambda totals: totals.finished,
    SumKey.TABLE_POINTS: lambda totals: totals.table_points,
}


class Counted(StrEnum):
    """The figure that a line of the sums shows for each seat."""

    POINTS = "points"  # of its games; those of a Handrommé as often as `RuleSet.hand_factor` says
    LIST = "list"  # 1, or 0 for a seat that was left
    FINISHED = "finished"  # games ended
    HANDROMMES = "handrommes"  # games ended by Handrommé
    PENALTIES = "penalties"  # penalty points, as given
    RESULT = "result"  # the total of the other lines
    PLACE = "place"  # the place among all seats of the table, where that gives points


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line: `each` for all of its units. `sign` is its effect on the result: added (1), deducted (-1), neither (0).

    `at_end`: it is 0 until all games are in. `claim` names the scorer's figure that it is compared with. `shown` is
    false if the rule system or the announcement has no such line and no seat has a figure there.
    """

    key: SumKey
    counted: Counted
    sign: int
    each: int = 1
    at_end: bool = False
    claim: Figure | None = None
    shown: bool = True

    def is_known(self, *, complete: bool) -> bool:
        """Returns whether there is a figure: places are unknown before all games are in."""
        return complete or self.counted is not Counted.PLACE

    def value(self, totals: SeatTotals) -> int | Fraction:
        """Returns the figure of a seat as it goes into the result: below zero where it is deducted."""
        return _FIGURES[self.key](totals)


def points_key(ruleset: RuleSet) -> SumKey:
    """Returns whether a rule system counts points won or points lost."""
    return SumKey.POINTS if ruleset.highest_wins else SumKey.MINUS_POINTS


def deducts_bonus(terms: Terms) -> bool:
    """Returns whether any table of the event gets a bonus at the end of its list (§ 3.2.1)."""
    return bool(terms.bonus.four or terms.bonus.three)


def deducts_handromme(terms: Terms) -> bool:
    """Returns whether a Handrommé takes something off the result (§ 3.2.2)."""
    return terms.bonus.handromme > 0


def list_sums(terms: Terms, seats: int | None = None, totals: Sequence[SeatTotals] = ()) -> tuple[SumLine, ...]:
    """Returns the lines of a list at a table of `seats`, in the order in which they are added up (§ 3.2, § 8.3).

    An unexpected line is shown if it has a figure in `totals`, by seat. `seats` None: for sums over several
    lists, which show the bonus if there is one.
    """
    rules, bonus = terms.ruleset, terms.bonus
    once = table_bonus(seats, bonus) if seats is not None and deducts_bonus(terms) else 0
    return (
        SumLine(points_key(rules), Counted.POINTS, 1, claim=Figure.TOTAL),
        SumLine(
            SumKey.BONUS,
            Counted.FINISHED if bonus.mode is BonusMode.PER_FINISHED_GAME else Counted.LIST,
            -1,
            each=once,
            at_end=True,
            shown=bool(once) or any(seat.bonus for seat in totals),
        ),
        SumLine(
            SumKey.HANDROMME,
            Counted.HANDROMMES,
            -1,
            each=bonus.handromme,
            shown=deducts_handromme(terms) or any(seat.handromme_bonus for seat in totals),
        ),
        SumLine(
            SumKey.PENALTIES,
            Counted.PENALTIES,
            -1 if rules.highest_wins else 1,
            shown=bool(rules.penalties) or any(seat.penalties for seat in totals),
        ),
        SumLine(SumKey.RESULT, Counted.RESULT, 0, claim=Figure.RESULT),
        SumLine(SumKey.FINISHED, Counted.FINISHED, 0, claim=Figure.FINISHED),
        SumLine(
            SumKey.TABLE_POINTS,
            Counted.PLACE,
            0,
            each=(seats or 1) - 1,  # for the first place
            at_end=True,
            shown=Criterion.TABLE_POINTS in terms.ruleset.criteria,
        ),
    )


def shown_sums(terms: Terms, seats: int | None = None, totals: Sequence[SeatTotals] = ()) -> tuple[SumLine, ...]:
    """Returns the lines of `list_sums` that are shown."""
    return tuple(line for line in list_sums(terms, seats, totals) if line.shown)
