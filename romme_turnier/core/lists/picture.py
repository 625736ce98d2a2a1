"""One list as shown on pages and paper: its games seat by seat, and the sums below them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.evaluation import Evaluation, evaluate, read_rows, rows_shown
from romme_turnier.core.lists.notation import format_row
from romme_turnier.core.lists.rows import hand_factor, scoring_points_of
from romme_turnier.core.lists.sheet import Game, ListSheet, Terms, Vacancy
from romme_turnier.core.lists.sums import SumLine, shown_sums
from romme_turnier.core.rules.system.ruleset import Contract
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's entry in one game."""

    seat: int
    points: int | None  # None if the entry is missing or unreadable
    text: str  # the entry in `notation`, with its readings and the finisher's mark
    ended: bool
    deals: bool
    vacant: bool
    factor: int  # multiplies the points in the sums
    so_far: int | None  # the running sum; None without `RuleSet.running_sums` and without points
    wrong: bool  # whether a violation names this seat
    scoring_points: int | None  # None without `Terms.points_per_game` and without points


@dataclass(frozen=True, slots=True)
class Row:
    """One game, blank unless ``entered``."""

    game: Game
    entered: bool
    missing: bool
    ruled: bool
    endings: tuple[Ending, ...]  # several if the ending is in doubt
    dealer: int
    factor: int  # that of a Handrommé if any ending is one
    contract: Contract | None
    cells: tuple[Cell, ...]
    violations: tuple[Violation, ...]  # keep the list from counting
    accepted: tuple[Violation, ...]  # violations that officials have accepted, in a `ruled` row
    warnings: tuple[Violation, ...]

    @property
    def number(self) -> int:
        return self.game.number

    @property
    def unread(self) -> list[int]:
        """The seats whose entry is missing or unreadable (§ 2.2.6)."""
        return [int(fault.params["seat"] or 0) for fault in self.violations if fault.code == "points_missing"]

    @property
    def in_doubt(self) -> bool:
        return len(self.endings) > 1


@dataclass(frozen=True, slots=True)
class Sum:
    """A line below the games: by seat, the computed ``values`` and those ``claimed`` by the scorer, None if unknown."""

    line: SumLine
    values: tuple[int | Fraction | None, ...]
    claimed: tuple[int | None, ...]
    provisional: bool = False  # the result of a list without all its games


@dataclass(frozen=True, slots=True)
class Picture:
    """All games in order, including entered ones beyond the length of the list, and the lines of sums to show."""

    rows: tuple[Row, ...]
    sums: tuple[Sum, ...]

    def row(self, number: int) -> Row:
        return next(row for row in self.rows if row.number == number)


def picture_of(sheet: ListSheet, terms: Terms, evaluation: Evaluation) -> Picture:
    """Returns the picture of a list. The totals in ``evaluation`` may come from a release."""
    rules, per_game = terms.ruleset, terms.points_per_game
    entered, nobody = {game.number for game in sheet.games}, (None,) * sheet.seats
    left, running = sheet.left, [0] * sheet.seats
    violations, accepted = _by_game(evaluation.violations), _by_game(evaluation.ruled)
    warnings, missing = _by_game(evaluation.warnings), set(evaluation.missing)
    rows = []
    for row in read_rows(sheet, rows_shown(sheet, terms, evaluation)):
        game = row.game
        factor = rules.factor(handromme=game.handromme or any(ending.handromme for ending in row.endings))
        dealer = rules.dealer(game.number, sheet.seats, left)
        texts = format_row(game, row.readings, highest_wins=rules.highest_wins)
        wrong = {violation.params.get("seat") for violation in violations[game.number]}
        cells = []
        for seat, points in enumerate(game.points, start=1):
            own_factor = hand_factor(seat, row.endings, rules) if row.in_doubt else factor
            counted = None if seat in row.vacant else points
            running[seat - 1] += (counted or 0) * own_factor
            cells.append(
                Cell(
                    seat=seat,
                    points=points,
                    text=texts[seat - 1],
                    ended=game.finisher == seat,
                    deals=seat == dealer,
                    vacant=seat in row.vacant,
                    factor=own_factor,
                    so_far=running[seat - 1] if rules.running_sums and counted is not None else None,
                    wrong=seat in wrong,
                    scoring_points=scoring_points_of(row, seat, per_game) if per_game and counted is not None else None,
                )
            )
        rows.append(
            Row(
                game=game,
                entered=game.number in entered,
                missing=game.number in missing,
                ruled=game.number in sheet.ruled,
                endings=row.endings,
                dealer=dealer,
                factor=factor,
                contract=rules.contract(game.number),
                cells=tuple(cells),
                violations=tuple(violations[game.number]),
                accepted=tuple(accepted[game.number]),
                warnings=tuple(warnings[game.number]),
            )
        )
    lines = tuple(
        Sum(
            line=line,
            values=tuple(
                line.value(seat) if line.is_known(complete=evaluation.complete) else None for seat in evaluation.totals
            ),
            claimed=(sheet.claims.of(line.claim) if line.claim else None) or nobody,
            provisional=line.is_result and not evaluation.complete,
        )
        for line in shown_sums(terms, sheet.seats, evaluation.totals)
    )
    return Picture(tuple(rows), lines)


def blank_picture(seats: int, terms: Terms, vacancies: tuple[Vacancy, ...] = ()) -> Picture:
    """Returns the picture of a list without entries."""
    sheet = ListSheet(seats, games=(), vacancies=vacancies)
    return picture_of(sheet, terms, evaluate(sheet, terms))


def _by_game(violations: Iterable[Violation]) -> Mapping[object, list[Violation]]:
    by_game: Mapping[object, list[Violation]] = defaultdict(list)
    for violation in violations:
        by_game[violation.params.get("game")].append(violation)
    return by_game
