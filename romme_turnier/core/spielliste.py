"""The entries of one list: what they add up to for each seat, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from romme_turnier.core.rules.outcome import check_outcome, check_table
from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.violations import Violation


class BonusMode(StrEnum):
    """The two readings of § 3.2.1; the announcement of the event chooses."""

    PER_LIST = "per_list"
    PER_FINISHED_GAME = "per_finished_game"


@dataclass(frozen=True, slots=True)
class BonusRule:
    """What is deducted: at a table of four, at a table of three (§ 3.2.1), for a Handrommé (§ 3.2.2)."""

    mode: BonusMode
    four: int
    three: int
    handromme: int


@dataclass(frozen=True, slots=True)
class Game:
    """One row: its number, who ended it, whether by Handrommé, points by seat (None: nothing readable)."""

    number: int
    finisher: int | None
    handromme: bool
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points given by the officials (§ 8.3); a positive amount."""

    seat: int
    game: int
    points: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Every possible reading of one entry; the worst for the player counts (§ 2.2.6)."""

    seat: int
    game: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that was left from a game on; ``counts``: the officials ruled that its list counts still."""

    seat: int
    from_game: int
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Claims:
    """Sums as the scorer wrote them under the list, by seat; they may be wrong, or missing."""

    totals: tuple[int | None, ...] | None = None
    results: tuple[int | None, ...] | None = None
    finished: tuple[int | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """Under what a list is played: rule system, number of games, bonus.

    ``options_known``: the rule system is the one with the options agreed upon; otherwise any of them may have been.
    """

    ruleset: RuleSet
    games: int
    bonus: BonusRule
    options_known: bool = False


@dataclass(frozen=True, slots=True)
class Spielliste:
    """The content of one list. ``ruled`` holds the numbers of the rows that the officials let stand."""

    seats: int
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...] = ()
    readings: tuple[Reading, ...] = ()
    vacancies: tuple[Vacancy, ...] = ()
    ruled: frozenset[int] = frozenset()
    claims: Claims = Claims()


class SeatTotals(NamedTuple):
    """Sums of one seat, or of several lists of one player.

    All are positive amounts, except ``penalties`` where the most points win: there they lower the result.
    """

    minus: int = 0
    bonus: int = 0
    handromme_bonus: int = 0
    penalties: int = 0
    finished: int = 0
    handrommes: int = 0

    @property
    def total(self) -> int:
        """The result (§ 1.5, § 3.2); below zero is possible."""
        return self.minus - self.bonus - self.handromme_bonus + self.penalties

    @classmethod
    def of(cls, parts: Iterable[SeatTotals]) -> SeatTotals:
        """Several of them added up."""
        return cls(*(sum(column) for column in zip(*parts, strict=True)))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a list says.

    ``violations`` keep the whole list from counting; ``ruled`` are those of rows that the officials let
    stand; ``warnings`` hold nothing back. ``missing`` are the numbers of the games not fully entered.
    ``totals`` and ``counting`` are by seat, seat 1 first.
    """

    totals: tuple[SeatTotals, ...]
    violations: tuple[Violation, ...]
    ruled: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[int, ...]
    complete: bool
    counting: tuple[bool, ...]


def evaluate(sheet: Spielliste, terms: Terms) -> Evaluation:
    """Add up a list and find all that is wrong with it.

    Entries of a seat count up to the game before it was left. Rows that break a rule are added up like the
    others, so that the sums can be compared with the paper; ``counting`` says whether they mean anything. The
    bonus of § 3.2.1 is deducted only once all games are in. Entries that do not fit the table (a seat it does
    not have, a row twice) are a programming error and raise ValueError.
    """
    _refuse_nonsense(sheet)
    left = {vacancy.seat: vacancy for vacancy in sheet.vacancies}
    found: list[Violation] = []
    missing: list[int] = []
    for game in _rows(sheet, terms):
        vacant = frozenset(seat for seat, vacancy in left.items() if vacancy.from_game <= game.number)
        let_stand = game.number in sheet.ruled
        on_list = game.number <= terms.games
        if on_list and not let_stand and not _is_whole(game, terms.ruleset, vacant):
            missing.append(game.number)
        if let_stand or not _is_blank(game):
            found += _check_row(game, terms, vacant)
    complete = not missing
    totals = tuple(_add_up(sheet, terms, seat, left.get(seat), complete) for seat in _seats(sheet))
    violations = tuple(v for v in found if v.params["game"] not in sheet.ruled)
    sound = complete and not violations
    return Evaluation(
        totals=totals,
        violations=violations,
        ruled=tuple(v for v in found if v.params["game"] in sheet.ruled),
        warnings=(
            *check_table(terms.ruleset, sheet.seats),
            *_penalty_warnings(sheet, terms.ruleset),
            *_reading_warnings(sheet, terms, left),
            *(_claim_warnings(sheet.claims, totals, terms.ruleset) if complete else ()),
        ),
        missing=tuple(missing),
        complete=complete,
        counting=tuple(sound and (seat not in left or left[seat].counts) for seat in _seats(sheet)),
    )


def worst_reading(values: Sequence[int], *, highest_wins: bool = False) -> int:
    """Of several readings of one entry the one that counts (§ 2.2.6): the worst for the player."""
    return min(values) if highest_wins else max(values)


def _seats(sheet: Spielliste) -> range:
    return range(1, sheet.seats + 1)


def _refuse_nonsense(sheet: Spielliste) -> None:
    numbers = [game.number for game in sheet.games]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        raise ValueError("the rows of a list are numbered from 1, each once")
    entries: list[Penalty | Reading | Vacancy] = [*sheet.penalties, *sheet.readings, *sheet.vacancies]
    if any(entry.seat not in _seats(sheet) for entry in entries):
        raise ValueError(f"no such seat at a table of {sheet.seats}")
    if len({vacancy.seat for vacancy in sheet.vacancies}) < len(sheet.vacancies):
        raise ValueError("a seat is left once")
    claims = [c for c in (sheet.claims.totals, sheet.claims.results, sheet.claims.finished) if c is not None]
    if any(len(by_seat) != sheet.seats for by_seat in (*claims, *(game.points for game in sheet.games))):
        raise ValueError(f"a row holds one entry for each of {sheet.seats} seats")


def _rows(sheet: Spielliste, terms: Terms) -> list[Game]:
    """All rows in order, a blank one for each game that was not entered."""
    entered = {game.number: game for game in sheet.games}
    blank = (None,) * sheet.seats
    numbers = sorted(entered.keys() | set(range(1, terms.games + 1)))
    return [entered.get(number) or Game(number, None, False, blank) for number in numbers]


def _is_blank(game: Game) -> bool:
    return game.finisher is None and not game.handromme and all(entry is None for entry in game.points)


def _is_whole(game: Game, ruleset: RuleSet, vacant: frozenset[int]) -> bool:
    entered = all(entry is not None or seat in vacant for seat, entry in enumerate(game.points, start=1))
    return entered and not _is_blank(game) and (game.finisher is not None or not ruleset.finisher_required)


def _check_row(game: Game, terms: Terms, vacant: frozenset[int]) -> Iterator[Violation]:
    rules = terms.ruleset
    if game.number > terms.games:
        params = {"game": game.number, "games": terms.games}
        yield Violation("game_not_on_list", rules.clause("game_not_on_list"), params)
    yield from check_outcome(
        rules,
        finisher=game.finisher,
        handromme=game.handromme,
        points=game.points,
        game=game.number,
        vacant=vacant,
        options_known=terms.options_known,
    )


def _add_up(sheet: Spielliste, terms: Terms, seat: int, left: Vacancy | None, complete: bool) -> SeatTotals:
    """The sums of one seat (§ 3.2, § 8.3)."""
    rules = terms.ruleset
    played = [game for game in sheet.games if left is None or game.number < left.from_game]
    ended = [game for game in played if game.finisher == seat]
    handrommes = sum(game.handromme for game in ended)
    penalties = sum(penalty.points for penalty in sheet.penalties if penalty.seat == seat)
    if rules.highest_wins:
        # No bonus is known there, and what is a penalty must lower the result.
        bonus, handromme_bonus, penalties = 0, 0, -penalties
    else:
        times = len(ended) if terms.bonus.mode is BonusMode.PER_FINISHED_GAME else int(left is None)
        bonus = times * table_bonus(sheet.seats, terms.bonus) if complete else 0
        handromme_bonus = handrommes * terms.bonus.handromme
    return SeatTotals(
        minus=sum((game.points[seat - 1] or 0) * rules.factor(handromme=game.handromme) for game in played),
        bonus=bonus,
        handromme_bonus=handromme_bonus,
        penalties=penalties,
        finished=len(ended),
        handrommes=handrommes,
    )


def table_bonus(seats: int, bonus: BonusRule) -> int:
    """What § 3.2.1 deducts at a table of so many seats, once."""
    return {4: bonus.four, 3: bonus.three}.get(seats, 0)


def _penalty_warnings(sheet: Spielliste, ruleset: RuleSet) -> Iterator[Violation]:
    """Penalties that do not belong to the hand they were given for (§ 8.3)."""
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


def _reading_warnings(sheet: Spielliste, terms: Terms, left: Mapping[int, Vacancy]) -> Iterator[Violation]:
    """Readings whose worst is not what was entered, or cannot be true in one game (§ 2.2.6)."""
    ruleset = terms.ruleset
    rows = {game.number: game for game in sheet.games}
    for number in sorted({reading.game for reading in sheet.readings} & rows.keys()):
        game = rows[number]
        readings = [reading for reading in sheet.readings if reading.game == number and reading.values]
        points = list(game.points)
        for reading in readings:
            worst = worst_reading(reading.values, highest_wins=ruleset.highest_wins)
            entered = points[reading.seat - 1]
            if entered is not None and entered != worst:
                params = {"game": number, "seat": reading.seat, "points": entered, "worst": worst}
                yield Violation("reading_not_worst", ruleset.clause("reading_not_worst"), params)
            points[reading.seat - 1] = worst
        vacant = frozenset(seat for seat, vacancy in left.items() if vacancy.from_game <= number)
        found = check_outcome(
            ruleset,
            finisher=game.finisher,
            handromme=game.handromme,
            points=points,
            vacant=vacant,
            options_known=terms.options_known,
        )
        if _readings_clash(readings, found):
            clause = ruleset.clause("readings_not_true_together")
            yield Violation("readings_not_true_together", clause, {"game": number})


# What is said of all hands of a game together, not of one seat.
_OF_ALL_HANDS = frozenset({"not_in_deck_together", "points_beyond_pack", "no_such_melds"})


def _readings_clash(readings: Sequence[Reading], found: Sequence[Violation]) -> bool:
    """Whether what a row breaks, each entry at its worst, comes from the readings.

    Either it concerns one of their seats or all hands together, or nobody ended the game because a 0 gave way to
    something worse.
    """
    seats = {reading.seat for reading in readings}
    nobody_ended = any(violation.code == "no_finisher" for violation in found)
    gave_way = any(0 in reading.values for reading in readings)
    together = bool(readings) and any(violation.code in _OF_ALL_HANDS for violation in found)
    one_seat = any(violation.params.get("seat") in seats for violation in found)
    return (nobody_ended and gave_way) or together or one_seat


def _claim_warnings(claims: Claims, totals: Sequence[SeatTotals], ruleset: RuleSet) -> Iterator[Violation]:
    """Where the scorer added up something else (§ 2.2.5)."""
    compared = (
        ("claimed_total_differs", claims.totals, [sums.minus for sums in totals]),
        ("claimed_result_differs", claims.results, [sums.total for sums in totals]),
        ("claimed_finished_differs", claims.finished, [sums.finished for sums in totals]),
    )
    for code, claimed_by_seat, computed_by_seat in compared:
        for seat, computed in enumerate(computed_by_seat, start=1):
            claimed = claimed_by_seat[seat - 1] if claimed_by_seat else None
            if claimed is not None and claimed != computed:
                params = {"game": None, "seat": seat, "claimed": claimed, "computed": computed}
                yield Violation(code, ruleset.clause(code), params)
