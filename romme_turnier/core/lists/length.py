"""The length of a list: a number of games, rounds with one game per player, or games until a player reaches a score."""

from dataclasses import dataclass
from typing import assert_never

from romme_turnier.core.rules.system.ruleset import LengthUnit, RuleSet

MOST_GAMES = 200
# For lists that a score ends: rows at the start, points that the best player is expected to win in a game, rows ahead.
ROWS = 12
EXPECTED = 40
ROWS_AHEAD = 4


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a list, as a ``number`` of units. Tables of different sizes can have lists of different lengths."""

    unit: LengthUnit
    number: int

    def games(self, seats: int) -> int | None:
        """Returns the number of games on a list with this many seats; None if a score ends it."""
        match self.unit:
            case LengthUnit.GAMES:
                return self.number
            case LengthUnit.ROUNDS:
                return self.number * seats
            case LengthUnit.TARGET:
                return None
            case _:
                assert_never(self.unit)

    @property
    def target(self) -> int | None:
        """The score that ends the list; None if the number of games is fixed."""
        return self.number if self.unit is LengthUnit.TARGET else None

    def rows(self, seats: int, entered: int = 0) -> int:
        """Returns the number of rows of an unfinished list; ``entered`` is the number of its last entered game."""
        return self.games(seats) or max(ROWS, -(-self.number // EXPECTED), entered + ROWS_AHEAD)


def games(number: int) -> Length:
    """Returns a length of this many games."""
    return Length(LengthUnit.GAMES, number)


def units_of(ruleset: RuleSet) -> tuple[LengthUnit, ...]:
    """Returns the units in which a list's length can be announced; units that the source names come first."""
    return (*(option.length for option in ruleset.options.values() if option.length), LengthUnit.GAMES)


def bounds_of(ruleset: RuleSet, unit: LengthUnit) -> tuple[int, int] | None:
    """Returns the least and the greatest number of units; None if the rule system does not use the unit."""
    if unit not in units_of(ruleset):
        return None
    if unit is LengthUnit.GAMES:
        contracts = len(ruleset.play.contracts)
        return (contracts, contracts) if contracts else (1, MOST_GAMES)
    option = next(option for option in ruleset.options.values() if option.length is unit)
    return (1, option.most) if option.most else (min(option.values), max(option.values))


def usual_length(ruleset: RuleSet) -> Length | None:
    """Returns the default length of a list; None if the source names none."""
    for option in ruleset.options.values():
        if option.length and option.usual:
            return Length(option.length, option.usual)
    return games(ruleset.games) if ruleset.games else None
