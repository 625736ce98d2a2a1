"""The lines below the games of a list, as its rule system and the event's terms require.

Every page, printout and script that shows a list's sums gets the lines, their figures and their effect on the result
from here.
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
    """The name of a line. `MINUS_POINTS` count against a player, `POINTS` in the player's favour."""

    MINUS_POINTS = "minus"
    POINTS = "points"
    BONUS = "bonus"
    HANDROMME = "handromme"
    PENALTIES = "penalties"
    RESULT = "result"
    CARD_POINTS = "card_points"  # the result of an event that ranks by scoring points
    FINISHED = "finished"
    TABLE_POINTS = "table_points"
    SCORING_POINTS = "scoring_points"


# The figure of each line with its sign in the result.
_FIGURES: Mapping[SumKey, Callable[[SeatTotals], int | Fraction]] = {
    SumKey.MINUS_POINTS: lambda totals: totals.minus,
    SumKey.POINTS: lambda totals: totals.minus,
    SumKey.BONUS: lambda totals: -totals.bonus,
    SumKey.HANDROMME: lambda totals: -totals.handromme_bonus,
    SumKey.PENALTIES: lambda totals: totals.penalties,
    SumKey.RESULT: lambda totals: totals.total,
    SumKey.CARD_POINTS: lambda totals: totals.total,
    SumKey.FINISHED: lambda totals: totals.finished,
    SumKey.TABLE_POINTS: lambda totals: totals.table_points,
    SumKey.SCORING_POINTS: lambda totals: totals.scoring_points,
}


class Counted(StrEnum):
    """The quantity that a line shows for each seat."""

    POINTS = "points"  # of its games; those of a Handrommé multiplied by `RuleSet.hand_factor`
    LIST = "list"  # 1, or 0 for a vacated seat
    FINISHED = "finished"  # games ended
    HANDROMMES = "handrommes"  # games ended by Handrommé
    PENALTIES = "penalties"  # penalty points, as given
    RESULT = "result"  # the total of the other lines
    PLACE = "place"  # the place among all seats of the table, if places give points
    SCORING_POINTS = "scoring_points"  # of its games


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line below the games."""

    key: SumKey
    counted: Counted
    sign: int  # the effect on the result: added (1), deducted (-1), neither (0)
    each: int = 1  # the worth of one unit
    at_end: bool = False  # unknown until all games are entered
    claim: Figure | None = None  # the scorer's figure to compare
    shown: bool = True  # false if rules and announcement do not provide for the line and no seat has a figure there

    @property
    def is_result(self) -> bool:
        return self.counted is Counted.RESULT

    def is_known(self, *, complete: bool) -> bool:
        """Returns whether the figure is known; a bonus and places are unknown until all games are entered."""
        return complete or not self.at_end

    def value(self, totals: SeatTotals) -> int | Fraction:
        """Returns a seat's figure with its sign in the result: negative if it is deducted."""
        return _FIGURES[self.key](totals)


def points_key(ruleset: RuleSet) -> SumKey:
    """Returns the key of the line with the sum of points, which are won or lost depending on the rule system."""
    return SumKey.POINTS if ruleset.highest_wins else SumKey.MINUS_POINTS


def result_key(terms: Terms) -> SumKey:
    """Returns the key of the line with the results; if the event ranks by scoring points, it is `CARD_POINTS`."""
    return SumKey.RESULT if terms.points_per_game is None else SumKey.CARD_POINTS


def deducts_bonus(terms: Terms) -> bool:
    """Returns whether any table of the event gets a bonus at the end of its list (§ 3.2.1)."""
    return bool(terms.bonus.four or terms.bonus.three)


def deducts_handromme(terms: Terms) -> bool:
    """Returns whether a Handrommé earns a deduction from the result (§ 3.2.2)."""
    return terms.bonus.handromme > 0


def list_sums(terms: Terms, seats: int | None = None, totals: Sequence[SeatTotals] = ()) -> tuple[SumLine, ...]:
    """Returns the lines of a list at a table of `seats`, in the order in which they are added up (§ 3.2, § 8.3).

    In lines to leave out, ``shown`` is False. A bonus, Handrommé deduction or penalty that the terms do not provide for
    is shown if `totals`, by seat, has a figure for it. `seats` is None for sums over several lists; the bonus is then
    shown only if `totals` has one.
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
        SumLine(result_key(terms), Counted.RESULT, 0, claim=Figure.RESULT),
        SumLine(SumKey.FINISHED, Counted.FINISHED, 0, claim=Figure.FINISHED),
        SumLine(
            SumKey.TABLE_POINTS,
            Counted.PLACE,
            0,
            each=(seats or 1) - 1,  # for the first place
            at_end=True,
            shown=Criterion.TABLE_POINTS in terms.ruleset.criteria,
        ),
        SumLine(SumKey.SCORING_POINTS, Counted.SCORING_POINTS, 0, shown=terms.points_per_game is not None),
    )


def shown_sums(terms: Terms, seats: int | None = None, totals: Sequence[SeatTotals] = ()) -> tuple[SumLine, ...]:
    """Returns the lines of `list_sums` that are shown."""
    return tuple(line for line in list_sums(terms, seats, totals) if line.shown)
