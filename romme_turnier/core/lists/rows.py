"""One row of a list with all its possible readings (§ 2.2.6): its faults, and the figures that count."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from romme_turnier.core.lists.endings import Ending, worst_for
from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.core.lists.sheet import Game, Reading, Terms
from romme_turnier.core.rules.outcome.check import check_outcome
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def worst_reading(values: Sequence[int], *, highest_wins: bool = False) -> int:
    """Returns the reading that counts (§ 2.2.6): the worst for the player."""
    return min(values) if highest_wins else max(values)


@dataclass(frozen=True, slots=True)
class Row:
    """A row with all its readings; ``endings`` has one element unless the ending is in doubt."""

    game: Game
    endings: tuple[Ending, ...]
    readings: tuple[Reading, ...]
    vacant: frozenset[int]

    @property
    def in_doubt(self) -> bool:
        return len(self.endings) > 1


def is_blank(game: Game) -> bool:
    return game.finisher is None and not game.handromme and all(entry is None for entry in game.points)


def is_whole(row: Row, ruleset: RuleSet) -> bool:
    game = row.game
    entered = all(entry is not None or seat in row.vacant for seat, entry in enumerate(game.points, start=1))
    ended = game.finisher is not None or row.in_doubt or not ruleset.finisher_required
    return entered and ended and not is_blank(game)


def check_row(row: Row, terms: Terms, games: int) -> Iterator[Violation]:
    """Yields the faults of a row on a list with this many games.

    The entries are at fault only if every reading of the ending breaks a rule (§ 2.2.6).
    """
    rules, number = terms.ruleset, row.game.number
    if number > games:
        yield Violation("game_not_on_list", rules.clause("game_not_on_list"), {"game": number, "games": games})
    broken = [_check_ending(row, ending, row.game.points, terms) for ending in row.endings]
    if all(broken):
        yield from dict.fromkeys(chain(*broken))


def _check_ending(row: Row, ending: Ending, points: Sequence[int | None], terms: Terms) -> tuple[Violation, ...]:
    """Returns the faults of one reading of the ending; ``points`` are the entries by seat."""
    return check_outcome(
        terms.ruleset,
        finisher=ending.finisher,
        handromme=ending.handromme,
        points=[_as_ended(row, ending, seat, entry, terms.ruleset) for seat, entry in enumerate(points, start=1)],
        game=row.game.number,
        vacant=row.vacant,
        options_known=terms.options_known,
    )


def _as_ended(row: Row, ending: Ending, seat: int, entry: int | None, ruleset: RuleSet) -> int | None:
    """Returns a seat's entry under one ending.

    A doubtful finisher has 0 or, if the most points win, its highest reading.
    """
    if ending.finisher != seat or entry is None or all(other.finisher == seat for other in row.endings):
        return entry
    if not ruleset.highest_wins:
        return 0
    return max((entry, *(value for reading in row.readings if reading.seat == seat for value in reading.values)))


def as_if(row: Row, ending: Ending, ruleset: RuleSet) -> Row:
    """Returns the row with one reading of its ending taken as certain."""
    points = tuple(_as_ended(row, ending, seat, entry, ruleset) for seat, entry in enumerate(row.game.points, start=1))
    game = replace(row.game, finisher=ending.finisher, handromme=ending.handromme, points=points)
    return replace(row, game=game, endings=(ending,))


def points_of(row: Row, seat: int, ruleset: RuleSet) -> int:
    """Returns the points that a row adds to a seat's sum."""
    entry = row.game.points[seat - 1] or 0
    return entry * hand_factor(seat, row.endings, ruleset)


def hand_factor(seat: int, endings: tuple[Ending, ...], ruleset: RuleSet) -> int:
    """Returns the factor for a seat's points under the reading that is worst for the seat."""
    if len(endings) == 1:  # nearly always
        return ruleset.factor(handromme=endings[0].handromme)
    factors = [ruleset.factor(handromme=ending.handromme) for ending in worst_for(seat, endings)]
    return worst_reading(factors, highest_wins=ruleset.highest_wins)


def scoring_points_of(row: Row, seat: int, points: PointsPerGame) -> int:
    """Returns the scoring points that a row adds to a seat's sum: the least that any of its readings gives (§ 2.2.6).

    The steps apply to the card points as written, which a Handrommé never doubles. An empty entry gives 0. In a game
    without a finisher, every player gets the points of a step.
    """
    entry = row.game.points[seat - 1]
    if entry is None:
        return 0
    worst = max([entry, *(max(reading.values) for reading in row.readings if reading.seat == seat)])
    return min(
        points.of_ending(handromme=ending.handromme) if ending.finisher == seat else points.of_hand(worst)
        for ending in row.endings
    )


def reading_warnings(rows: Iterable[Row], terms: Terms) -> Iterator[Violation]:
    """Yields warnings for readings whose worst value is not the entry, and for conflicting readings (§ 2.2.6)."""
    ruleset = terms.ruleset
    for row in rows:
        number, points = row.game.number, list(row.game.points)
        for reading in row.readings:
            worst = worst_reading(reading.values, highest_wins=ruleset.highest_wins)
            entered = points[reading.seat - 1]
            if entered is not None and entered != worst:
                params = {"game": number, "seat": reading.seat, "points": entered, "worst": worst}
                yield Violation("reading_not_worst", ruleset.clause("reading_not_worst"), params)
            points[reading.seat - 1] = worst
        if (row.readings or row.in_doubt) and _readings_conflict(row, points, terms):
            clause = ruleset.clause("readings_not_true_together")
            yield Violation("readings_not_true_together", clause, {"game": number})


# Codes that concern all hands of a game, not one seat.
_OF_ALL_HANDS = frozenset({"not_in_deck_together", "points_beyond_pack", "no_such_melds"})


def _readings_conflict(row: Row, worst: Sequence[int | None], terms: Terms) -> bool:
    """Returns whether the readings of a row cannot all be true.

    If the ending is in doubt, they conflict if some possible endings, but not all, break a rule. Otherwise, they
    conflict if the worst readings break a rule.
    """
    broken = [_check_ending(row, ending, worst, terms) for ending in row.endings]
    if row.in_doubt:
        return any(broken) and not all(broken)
    # A violation of the worst entries comes from the readings if it concerns one of their seats or all hands together,
    # or if the row has no finisher because a worse reading replaced a 0.
    seats, codes = {reading.seat for reading in row.readings}, {violation.code for violation in broken[0]}
    gave_way = any(0 in reading.values for reading in row.readings)
    one_seat = any(violation.params.get("seat") in seats for violation in broken[0])
    return one_seat or ("no_finisher" in codes and gave_way) or not codes.isdisjoint(_OF_ALL_HANDS)
