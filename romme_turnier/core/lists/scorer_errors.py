"""Explanations for differences between a list's sums and the scorer's figures: single slips, likely ones first.

A difference has one of two sources: a typing error, or a wrong addition by the scorer. This module does not decide
which; it names the places to check. Only single slips are considered, because two together could explain anything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from romme_turnier.core.lists.claims import Difference, Figure, carried_on
from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.evaluation import Evaluation, read_rows, table_bonus, totals_if
from romme_turnier.core.lists.rows import Row, as_if, check_row, hand_factor
from romme_turnier.core.lists.sheet import BonusMode, ListSheet, Terms
from romme_turnier.core.lists.totals import SeatTotals

_Slip = Callable[[int, int], object]  # true if it turns the first number into the second

_CARRIES = (10, 100)

# Digits that are often confused in handwriting.
_ALIKE = frozenset(map(frozenset, ("17", "47", "38", "08", "06", "56", "35", "58", "68", "49", "79", "27")))


@dataclass(frozen=True, slots=True)
class Cause:
    """One slip that would explain a difference: ``code`` and the parameters of its wording."""

    code: str
    games: tuple[int, ...] = ()  # the rows to check
    entry: int | None = None  # the value in the row
    instead: int | None = None  # the value that would be right
    other: int | None = None  # a second seat involved in the slip
    amount: int | None = None  # the size of the slip
    ending: Ending | None = None  # the scorer's reading of a doubtful ending


@dataclass(frozen=True, slots=True)
class Explained:
    """A difference with its explanations, likely causes first."""

    difference: Difference
    causes: tuple[Cause, ...]


def explain(sheet: ListSheet, terms: Terms, evaluation: Evaluation) -> tuple[Explained, ...]:
    """Returns every difference of the list's evaluation with its causes."""
    search = _Search(sheet, terms, evaluation)
    return tuple(Explained(difference, tuple(search.causes(difference))) for difference in evaluation.differences)


class _Search:
    def __init__(self, sheet: ListSheet, terms: Terms, evaluation: Evaluation) -> None:
        self._sheet, self._terms, self._totals = sheet, terms, evaluation.totals
        self._games = evaluation.games
        self._differences = evaluation.differences
        faulty = {violation.params["game"] for violation in evaluation.violations}
        # Rows with violations come first.
        rows = read_rows(sheet, evaluation.games)
        self._rows = sorted(rows, key=lambda row: (row.game.number not in faulty, row.game.number))
        self._sums = self._off_by(Figure.TOTAL)
        # The sums by seat under each reading of each doubtful ending.
        self._as_if = [
            (doubt.game, ending, totals_if(sheet, terms, doubt.game, ending))
            for doubt in (sheet.endings if self._differences else ())
            for ending in doubt.endings
        ]

    def _off_by(self, figure: Figure) -> Mapping[int, int]:
        """Returns the scorer's figure minus the computed figure, by seat; seats without a claim are left out."""
        claimed = {seat for seat, claim in enumerate(self._sheet.claims.of(figure) or (), start=1) if claim is not None}
        off = {difference.seat: difference.off for difference in self._differences if difference.figure is figure}
        return {seat: off.get(seat, 0) for seat in claimed}

    def causes(self, difference: Difference) -> Iterator[Cause]:
        match difference.figure:
            case Figure.TOTAL:
                yield from self._one_reading(difference, difference.off, Figure.TOTAL.of)
                yield from self._causes_in_sum(difference.seat, difference.off, difference.computed)
            case Figure.RESULT:
                yield from self._causes_in_result(difference)
            case Figure.FINISHED:
                yield from self._one_reading(difference, difference.off, Figure.FINISHED.of)
                yield from self._causes_in_finished(difference.seat, difference.off)
            case _:
                assert_never(difference.figure)

    # A game whose ending is in doubt (§ 2.2.6).

    def _one_reading(self, difference: Difference, off: int, figure: Callable[[SeatTotals], int]) -> Iterator[Cause]:
        """Yields each reading of a doubtful ending that explains the difference if it counts for all players."""
        seat = difference.seat - 1
        for game, ending, totals in self._as_if:
            if figure(totals[seat]) - figure(self._totals[seat]) == off:
                yield Cause("ending_in_doubt", (game,), amount=off, ending=ending)

    # The sum of a column.

    def _causes_in_sum(self, seat: int, off: int, computed: int) -> Iterator[Cause]:
        yield from self._swapped_cells(seat, off)
        yield from self._entries(seat, off, "digits_transposed", _is_transposed)
        yield from _slip_in_figure(computed, off, "figure_transposed", _is_transposed)
        code = "entry_duplicated" if off > 0 else "entry_missing"
        for row, entry in self._column(seat):
            if entry * self._factor(row, seat) == abs(off):
                yield Cause(code, (row.game.number,), entry)
        yield from _carried(off)
        # Digits that look alike come first.
        misread = self._entries(seat, off, "digit_misread", _misread_digits)
        yield from sorted(misread, key=lambda slip: _misread_digits(slip.entry or 0, slip.instead or 0) not in _ALIKE)
        if abs(off) not in _CARRIES:
            yield from _slip_in_figure(computed, off, "figure_misread", _misread_digits)
        possible = tuple(sorted(row.game.number for row, _entry in self._column(seat) if self._fits(row, seat, off)))
        if possible:
            yield Cause("wrong_number", possible, amount=off)

    def _column(self, seat: int) -> Iterator[tuple[Row, int]]:
        """Yields the rows that count for a seat, each with the seat's entry, except entries of 0."""
        for row in self._rows:
            entry = row.game.points[seat - 1]
            if entry and seat not in row.vacant:
                yield row, entry

    def _factor(self, row: Row, seat: int) -> int:
        return hand_factor(seat, row.endings, self._terms.ruleset)

    def _fits(self, row: Row, seat: int, off: int) -> bool:
        """Returns whether the row is valid with the seat's entry changed by the difference."""
        factor, entry = self._factor(row, seat), row.game.points[seat - 1]
        if entry is None or off % factor or entry + off // factor < 0:
            return False
        points = (*row.game.points[: seat - 1], entry + off // factor, *row.game.points[seat:])
        return self._is_possible(replace(row, game=replace(row.game, points=points)))

    def _is_possible(self, row: Row) -> bool:
        return not any(check_row(row, self._terms, self._games))

    def _swapped_cells(self, seat: int, off: int) -> Iterator[Cause]:
        """Yields a cause for each row in which swapping two entries explains the differences of both columns."""
        others = [other for other, its in self._sums.items() if other != seat and its == -off]
        for row, entry in self._column(seat):
            for other in others:
                theirs, factor = row.game.points[other - 1], self._factor(row, seat)
                if theirs and factor == self._factor(row, other) and (theirs - entry) * factor == off:
                    yield Cause("cells_swapped", (row.game.number,), entry, theirs, other)

    def _entries(self, seat: int, off: int, code: str, explains: _Slip) -> Iterator[Cause]:
        for row, entry in self._column(seat):
            if self._fits(row, seat, off):
                instead = entry + off // self._factor(row, seat)
                if explains(entry, instead):
                    yield Cause(code, (row.game.number,), entry, instead)

    # The result.

    def _causes_in_result(self, difference: Difference) -> Iterator[Cause]:
        seat, totals = difference.seat, self._totals[difference.seat - 1]
        if wrong_sum := carried_on(difference, self._differences):
            yield Cause("follows_from_sum", amount=wrong_sum.off)
            return
        by_sum = self._sums.get(seat)
        rest = difference.off - (by_sum or 0)
        if by_sum is None:
            yield from self._one_reading(difference, rest, Figure.RESULT.of)
            yield from self._swapped_cells(seat, rest)
        else:
            yield from self._one_reading(difference, rest, lambda sums: sums.total - sums.minus)
        yield from self._missing_marks(seat, rest)
        yield from self._bonus_slips(seat, rest, totals)
        if difference.claimed == -totals.total:
            yield Cause("sign_lost")
        if by_sum is None:  # no sum separates the column from the deductions
            yield from self._causes_in_sum(seat, rest, totals.total)
        else:
            yield from _slip_in_figure(totals.total + by_sum, rest, "figure_transposed", _is_transposed)
            yield from _carried(rest)
            yield from _slip_in_figure(totals.total + by_sum, rest, "figure_misread", _misread_digits)

    def _missing_marks(self, seat: int, rest: int) -> Iterator[Cause]:
        """Yields causes that name the games whose Handrommé mark or deduction may have been forgotten (§ 3.2.2).

        They explain differences in results only, not in sums of points.
        """
        worth = self._terms.bonus.handromme
        if not worth or rest % worth:
            return
        ended = [row for row in self._rows if row.game.finisher == seat and not row.in_doubt]
        handromme, rules = Ending(seat, handromme=True), self._terms.ruleset
        unmarked = [row for row in ended if not row.game.handromme and self._is_possible(as_if(row, handromme, rules))]
        marked = [row for row in ended if row.game.handromme]
        if 0 < -rest // worth <= len(unmarked):
            yield Cause("handromme_mark_missing", _numbers(unmarked), amount=-rest)
        if 0 < rest // worth <= len(marked):
            yield Cause("handromme_not_deducted", _numbers(marked), amount=rest)

    def _bonus_slips(self, seat: int, rest: int, totals: SeatTotals) -> Iterator[Cause]:
        """Yields deductions and additions that may be forgotten, made twice or read differently (§ 3.2.1, § 8.3)."""
        if totals.bonus:
            if rest == totals.bonus:
                yield Cause("bonus_not_deducted", amount=rest)
            elif rest == -totals.bonus:
                yield Cause("bonus_deducted_twice", amount=-rest)
        bonus = self._terms.bonus
        other = table_bonus(self._sheet.seats, bonus)  # by the other reading of § 3.2.1
        if bonus.mode is BonusMode.PER_LIST:
            other *= totals.finished
        if rest == totals.bonus - other and other not in (0, 2 * totals.bonus):
            yield Cause("bonus_read_otherwise", amount=other)
        if totals.penalties and rest == -totals.penalties:
            games = sorted({penalty.game for penalty in self._sheet.penalties if penalty.seat == seat})
            yield Cause("penalty_not_added", tuple(games), amount=totals.penalties)

    # The number of games ended.

    def _causes_in_finished(self, seat: int, off: int) -> Iterator[Cause]:
        """Yields the games that may have been counted for another player, then a miscount."""
        for other, its in self._off_by(Figure.FINISHED).items():
            if other != seat and its == -off and abs(off) == 1:
                ended_by = other if off > 0 else seat
                yield Cause("finisher_elsewhere", self._ended(ended_by), other=other)
        yield Cause("miscounted", self._ended(seat), amount=off)

    def _ended(self, seat: int) -> tuple[int, ...]:
        return _numbers(row for row in self._rows if row.game.finisher == seat)


def _numbers(rows: Iterable[Row]) -> tuple[int, ...]:
    return tuple(sorted(row.game.number for row in rows))


def _carried(off: int) -> Iterator[Cause]:
    """Yields a cause if a ten or a hundred was probably carried once too often or forgotten."""
    if abs(off) in _CARRIES:
        yield Cause("carried_wrongly", amount=off)


def _slip_in_figure(computed: int, off: int, code: str, explains: _Slip) -> Iterator[Cause]:
    """Yields a cause if a slip in writing or typing the figure itself explains the difference."""
    if computed >= 0 and computed + off >= 0 and explains(computed, computed + off):
        yield Cause(code, entry=computed + off, instead=computed)


def _is_transposed(number: int, other: int) -> bool:
    """Returns whether the numbers differ only by two transposed neighbouring digits."""
    first, second = str(number).zfill(2), str(other).zfill(2)
    unlike = [place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b]
    if len(first) != len(second) or len(unlike) != 2 or unlike[1] != unlike[0] + 1:
        return False
    return first[unlike[0]] == second[unlike[1]] and first[unlike[1]] == second[unlike[0]]


def _misread_digits(number: int, other: int) -> frozenset[str]:
    """Returns the two different digits if the numbers differ in only one place, otherwise an empty set."""
    first, second = str(number), str(other)
    unlike = [frozenset(pair) for pair in zip(first, second, strict=False) if pair[0] != pair[1]]
    return unlike[0] if len(first) == len(second) and len(unlike) == 1 else frozenset()
