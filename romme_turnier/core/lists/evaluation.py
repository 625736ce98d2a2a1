"""Evaluates one list: its rows and games, the sums by seat, the faults in its entries, and the bounds of each row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from romme_turnier.core.lists.claims import Difference, Figure, compare
from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.rows import (
    Row,
    as_if,
    check_row,
    is_blank,
    is_whole,
    points_of,
    reading_warnings,
    scoring_points_of,
)
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.lists.totals import SeatTotals, table_points
from romme_turnier.core.rules.outcome.check import check_table, points_bounds
from romme_turnier.core.rules.outcome.sheets import is_target_met
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The findings and sums of a list."""

    totals: tuple[SeatTotals, ...]  # by seat, seat 1 first
    violations: tuple[Violation, ...]  # keep the whole list from counting
    ruled: tuple[Violation, ...]  # violations in rows that officials accept
    warnings: tuple[Violation, ...]  # the list still counts
    differences: tuple[Difference, ...]  # of the scorer's figures; empty while games are missing (§ 2.2.5)
    missing: tuple[int, ...]  # the numbers of games not fully entered
    games: int  # on the list (see `games_of`)
    complete: bool
    counting: tuple[bool, ...]  # by seat: whether the list counts


def evaluate(sheet: ListSheet, terms: Terms) -> Evaluation:
    """Adds up a list and finds all of its faults.

    A vacated seat's entries count up to its last game. Rows that break a rule are added up like the others, so that the
    sums can be compared with the paper; ``counting`` says for each seat whether the list counts. The bonus of § 3.2.1
    is deducted only once all games are entered. For doubtful endings see ``core/lists/endings.py`` (§ 2.2.6).

    Raises ValueError for entries that do not fit the table, such as an unknown seat or two rows for the same game.
    """
    _demand_consistency(sheet)
    games = games_of(sheet, terms)
    rows = list(read_rows(sheet, games))
    broken: list[Violation] = []
    missing: list[int] = []
    for row in rows:
        number = row.game.number
        let_stand = number in sheet.ruled
        if number <= games and not let_stand and not is_whole(row, terms.ruleset):
            missing.append(number)
        if let_stand or not is_blank(row.game):
            broken += check_row(row, terms, games)
    complete = not missing
    totals = _all_totals(sheet, rows, terms, complete=complete)
    violations = tuple(v for v in broken if v.params["game"] not in sheet.ruled)
    sound = complete and not violations
    return Evaluation(
        totals=totals,
        violations=violations,
        ruled=tuple(v for v in broken if v.params["game"] in sheet.ruled),
        warnings=(
            *check_table(terms.ruleset, sheet.seats),
            *_penalty_warnings(sheet, terms.ruleset),
            *reading_warnings(rows, terms),
        ),
        differences=tuple(compare(sheet.claims, totals)) if complete else (),
        missing=tuple(missing),
        games=games,
        complete=complete,
        counting=tuple(sound and played for played in _played_on(sheet)),
    )


def totals_if(sheet: ListSheet, terms: Terms, game: int, ending: Ending) -> tuple[SeatTotals, ...]:
    """Returns the sums of a complete list, by seat, assuming this ending for a game in doubt (§ 2.2.6)."""
    rows = [
        as_if(row, ending, terms.ruleset) if row.game.number == game else row
        for row in read_rows(sheet, games_of(sheet, terms))
    ]
    return _all_totals(sheet, rows, terms, complete=True)


def _played_on(sheet: ListSheet) -> list[bool]:
    """Returns whether each seat's list can count: the seat was not given up, or officials let the list count."""
    return [all(vacancy.seat != seat or vacancy.counts for vacancy in sheet.vacancies) for seat in _seats(sheet)]


def _seats(sheet: ListSheet) -> range:
    return range(1, sheet.seats + 1)


def _demand_consistency(sheet: ListSheet) -> None:
    numbers = [game.number for game in sheet.games]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        raise ValueError("the rows of a list are numbered from 1, each once")
    entries: list[Penalty | Reading | Vacancy] = [*sheet.penalties, *sheet.readings, *sheet.vacancies]
    named = {ending.finisher for reading in sheet.endings for ending in reading.endings} - {None}
    if any(seat not in _seats(sheet) for seat in (*(entry.seat for entry in entries), *named)):
        raise ValueError(f"no such seat at a table of {sheet.seats}")
    if len({vacancy.seat for vacancy in sheet.vacancies}) < len(sheet.vacancies):
        raise ValueError("a seat is left once")
    if len({reading.game for reading in sheet.endings}) < len(sheet.endings):
        raise ValueError("all readings of an ending are one entry")
    if any(len({*reading.endings}) < 2 for reading in sheet.endings):
        raise ValueError("an ending in doubt has at least two readings")
    claims = [line for line in map(sheet.claims.of, Figure) if line is not None]
    if any(len(by_seat) != sheet.seats for by_seat in (*claims, *(game.points for game in sheet.games))):
        raise ValueError(f"a row holds one entry for each of {sheet.seats} seats")


def games_of(sheet: ListSheet, terms: Terms) -> int:
    """Returns the number of games of the list.

    If a score ends the list, the last game is the first after which the score is reached and a single player leads.
    Until then, the result is one more than the number of the last entered game or, if a game up to there is missing or
    incomplete, the number of the last entered game.
    """
    fixed, target = terms.length.games(sheet.seats), terms.length.target
    if fixed is not None or target is None:
        return fixed or 0
    entered = max((game.number for game in sheet.games), default=0)
    sums = [0] * sheet.seats
    for row in read_rows(sheet, entered):
        if row.game.number not in sheet.ruled and not is_whole(row, terms.ruleset):
            return entered  # a gap; further games may follow
        for seat in _seats(sheet):
            sums[seat - 1] += points_of(row, seat, terms.ruleset) if seat not in row.vacant else 0
        if is_target_met(sums, target, terms.ruleset):
            return row.game.number
    return entered + 1


def rows_shown(sheet: ListSheet, terms: Terms, evaluation: Evaluation) -> int:
    """Returns the number of rows to show: all games or, until the target score is reached, some more than entered."""
    entered = max((game.number for game in sheet.games), default=0)
    if terms.length.target is not None and evaluation.complete:
        return max(evaluation.games, entered)
    return terms.length.rows(sheet.seats, entered)


def read_rows(sheet: ListSheet, games: int) -> Iterator[Row]:
    """Yields all rows in order, with a blank row for each of the first `games` games that is not entered."""
    entered = {game.number: game for game in sheet.games}
    blank = (None,) * sheet.seats
    in_doubt = {reading.game: reading.endings for reading in sheet.endings}
    for number in sorted(entered.keys() | set(range(1, games + 1))):
        game = entered.get(number) or Game(number, None, False, blank)
        yield Row(
            game=game,
            endings=in_doubt.get(number, (Ending(game.finisher, game.handromme),)),
            readings=tuple(reading for reading in sheet.readings if reading.game == number and reading.values),
            vacant=sheet.left_by(number),
        )


def _all_totals(sheet: ListSheet, rows: Sequence[Row], terms: Terms, *, complete: bool) -> tuple[SeatTotals, ...]:
    """Returns the sums by seat.

    If the list is complete and the rule system ranks by table points, the sums include them. A vacated seat gets table
    points only if its list counts.
    """
    rules = terms.ruleset
    totals = tuple(_add_up(sheet, rows, terms, seat, complete=complete) for seat in _seats(sheet))
    if not complete or Criterion.TABLE_POINTS not in rules.criteria:
        return totals
    results = [sums.total if counts else None for sums, counts in zip(totals, _played_on(sheet), strict=True)]
    places = table_points(results, highest_wins=rules.highest_wins)
    return tuple(sums._replace(half_points=int(2 * points)) for sums, points in zip(totals, places, strict=True))


def _add_up(sheet: ListSheet, rows: Sequence[Row], terms: Terms, seat: int, *, complete: bool) -> SeatTotals:
    """Returns the sums of one seat (§ 3.2, § 8.3); a doubtful game counts as the worst case for the seat (§ 2.2.6)."""
    rules = terms.ruleset
    left = any(vacancy.seat == seat for vacancy in sheet.vacancies)
    played = [row for row in rows if seat not in row.vacant]
    ended = [row for row in played if all(ending.finisher == seat for ending in row.endings)]
    handrommes = sum(all(ending.handromme for ending in row.endings) for row in ended)
    penalties = sum(penalty.points for penalty in sheet.penalties if penalty.seat == seat)
    per_game = terms.points_per_game
    times = len(ended) if terms.bonus.mode is BonusMode.PER_FINISHED_GAME else int(not left)
    return SeatTotals(
        minus=sum(points_of(row, seat, rules) for row in played),
        bonus=times * table_bonus(sheet.seats, terms.bonus) if complete else 0,
        handromme_bonus=handrommes * terms.bonus.handromme,
        penalties=-penalties if rules.highest_wins else penalties,  # they lower the result
        finished=len(ended),
        handrommes=handrommes,
        scoring_points=sum(scoring_points_of(row, seat, per_game) for row in played) if per_game else 0,
    )


def table_bonus(seats: int, bonus: BonusRule) -> int:
    """Returns the amount of one deduction (§ 3.2.1) at a table of three or four; 0 for other numbers of seats."""
    return {4: bonus.four, 3: bonus.three}.get(seats, 0)


def _penalty_warnings(sheet: ListSheet, ruleset: RuleSet) -> Iterator[Violation]:
    """Yields warnings about penalties that the rule system lacks, or that do not fit the hand in that game (§ 8.3)."""
    rows = {game.number: game for game in sheet.games}
    for penalty in sheet.penalties:
        params = {"game": penalty.game, "seat": penalty.seat, "penalty": penalty.points}
        fit = next((fit for fit in ruleset.penalties if fit.penalty == penalty.points), None)
        if fit is None:
            yield Violation("penalty_not_in_ruleset", ruleset.clause("penalty_not_in_ruleset"), params)
            continue
        game = rows.get(penalty.game)
        points = game.points[penalty.seat - 1] if game else None
        if game is None or points is None:
            continue
        if not fit.least <= points <= fit.most or (game.handromme and not fit.in_handromme):
            clause = ruleset.clause("penalty_does_not_fit")
            yield Violation("penalty_does_not_fit", clause, {**params, "points": points})


Bounds = tuple[int, int] | tuple[None, None]


@dataclass(frozen=True, slots=True)
class Obligation:
    """The rules that a row must obey.

    If ``stands`` is False, it need not obey any. ``bounds`` holds the least and the most points by seat. They are
    (None, None) if unlimited.
    """

    stands: bool
    bounds: tuple[Bounds, ...]


def obligations(sheet: ListSheet, evaluation: Evaluation, terms: Terms) -> Iterator[Obligation]:
    """Yields the obligation of each entered game, in the order of the sheet.

    Rows that are invalid, unfinished, doubtful or accepted by a ruling need not obey the rules.
    """
    faulty = {violation.params.get("game") for violation in (*evaluation.violations, *evaluation.ruled)}
    free = faulty | {*evaluation.missing, *sheet.ruled} | {reading.game for reading in sheet.endings}
    left = sheet.left
    for game in sheet.games:
        if game.number in free:
            yield Obligation(False, ((None, None),) * sheet.seats)
            continue
        bounds = (
            points_bounds(
                terms.ruleset,
                ended=game.finisher == seat,
                handromme=game.handromme,
                options_known=terms.options_known,
            )
            if game.number < left.get(seat, game.number + 1)
            else (None, None)
            for seat in range(1, sheet.seats + 1)
        )
        yield Obligation(True, tuple(bounds))
