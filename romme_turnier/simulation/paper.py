"""The papers that scorers hand in: the games as played, and their written form."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from romme_turnier.core.lists.evaluation import evaluate
from romme_turnier.core.lists.notation import format_row
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.outcome.sheets import is_target_met
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.simulation.deck import is_possible, play_game
from romme_turnier.tournament.lists.entries import SeatClaim

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leaving:
    """The departure of a seat's player before a game."""

    seat: int
    from_game: int


@dataclass(slots=True)
class Paper:
    """A list as handed in, with the true `games` and the scorer's sums as `claims`.

    `written` has the cells of rows that are wrong on the paper, `typed` the wrong cells that will be typed for correct
    rows.
    """

    games: dict[int, Game]
    leaving: Leaving | None = None
    written: dict[int, Cells] = field(default_factory=dict)
    typed: dict[int, Cells] = field(default_factory=dict)
    claims: dict[int, SeatClaim] = field(default_factory=dict)

    def vacant(self, number: int) -> frozenset[int]:
        """Returns the seats whose players have left before a game."""
        left = self.leaving
        return frozenset({left.seat}) if left is not None and left.from_game <= number else frozenset()


def play_list(terms: Terms, seats: int, rng: random.Random, leaving: Leaving | None) -> Paper:
    """Returns a list with all games, correctly noted."""
    paper, rules, target = Paper({}, leaving), terms.ruleset, terms.length.target
    sums = [0] * seats
    for number in count(1):
        game = play_game(rules, seats, number, rng, vacant=paper.vacant(number))
        paper.games[number] = game
        sums = [so_far + (points or 0) for so_far, points in zip(sums, game.points, strict=True)]
        if number == terms.length.games(seats) or (target is not None and is_target_met(sums, target, rules)):
            break
    return paper


def sums_of(paper: Paper, terms: Terms) -> tuple[SeatTotals, ...]:
    """Returns the sums that a correct scorer writes under the list."""
    vacancies = (Vacancy(paper.leaving.seat, paper.leaving.from_game),) if paper.leaving else ()
    seats = len(paper.games[1].points)
    return evaluate(ListSheet(seats, tuple(paper.games.values()), vacancies=vacancies), terms).totals


def transposed(points: int) -> int:
    """Returns the points with the last two digits swapped: 73 for 37."""
    head, tail = divmod(points, 100)
    return head * 100 + tail % 10 * 10 + tail // 10


# Mistakes of a scorer or a typist in a row; each returns the cells, or None if the row does not allow it.
Slip = Callable[[random.Random, Game, RuleSet, frozenset[int]], Cells | None]


def transposed_digits(rng: random.Random, game: Game, rules: RuleSet, vacant: frozenset[int]) -> Cells | None:
    """Returns cells with swapped digits in one entry; the row stays possible, so no check finds the mistake.

    Returns None if no entry of the row allows that.
    """
    for seat in _losers(rng, game, vacant):
        points = game.points[seat - 1] or 0
        wrong = replace(game, points=(*game.points[: seat - 1], transposed(points), *game.points[seat:]))
        if transposed(points) not in (points, 0) and is_possible(rules, wrong, vacant):
            return format_row(wrong, highest_wins=rules.highest_wins)
    return None


def two_finishers(rng: random.Random, game: Game, rules: RuleSet, vacant: frozenset[int]) -> Cells | None:
    """Returns cells with a second 0, so that the finisher of the game is unknown."""
    return _replaced(rng, game, rules, vacant, "0") if not rules.highest_wins and not game.handromme else None


def _one_entry(text: str) -> Slip:
    return lambda rng, game, rules, vacant: _replaced(rng, game, rules, vacant, text)


def far_too_much(rng: random.Random, game: Game, rules: RuleSet, vacant: frozenset[int]) -> Cells | None:
    """Returns cells with more points than a hand can be worth."""
    return _replaced(rng, game, rules, vacant, str(max(999, rules.left_max + 1)))


def no_finisher(_rng: random.Random, game: Game, rules: RuleSet, _vacant: frozenset[int]) -> Cells | None:
    """Returns cells in which the finisher's cell is illegible."""
    cells = list(format_row(game, highest_wins=rules.highest_wins))
    if game.finisher is None or not rules.finisher_required:
        return None
    cells[game.finisher - 1] = "?"
    return tuple(cells)


IMPOSSIBLE: Mapping[str, Slip] = {
    "two_finishers": two_finishers,
    "ones": _one_entry("1"),  # no hand is worth a single point (§ 4.2)
    "too_much": far_too_much,
    "missing_entries": _one_entry(""),
    "no_finisher": no_finisher,
}


def with_readings(rng: random.Random, game: Game, rules: RuleSet, vacant: frozenset[int]) -> Cells:
    """Returns the cells with two readings of one entry; the true reading is the worse one for the player (§ 2.2.6).

    If no entry can have a better reading, the cells are those of the game itself.
    """
    for seat in _losers(rng, game, vacant):
        points = game.points[seat - 1]
        if points is None:
            continue
        other = points + 10 if rules.highest_wins else max(points - 10, rules.left_min)
        if other != points:
            return format_row(game, [Reading(seat, game.number, (other, points))], highest_wins=rules.highest_wins)
    return format_row(game, highest_wins=rules.highest_wins)


def _losers(rng: random.Random, game: Game, vacant: frozenset[int]) -> list[int]:
    seats = [seat for seat in range(1, len(game.points) + 1) if seat not in vacant and seat != game.finisher]
    rng.shuffle(seats)
    return seats


def _replaced(rng: random.Random, game: Game, rules: RuleSet, vacant: frozenset[int], text: str) -> Cells | None:
    losers = _losers(rng, game, vacant)
    if not losers:
        return None
    cells = list(format_row(game, highest_wins=rules.highest_wins))
    cells[losers[0] - 1] = text
    return tuple(cells)


def fitting_penalty(rng: random.Random, game: Game, rules: RuleSet) -> Penalty | None:
    """Returns a penalty of the rule system for a player in a game (§ 8.3); None if the system has no penalties."""
    if not rules.penalties:
        return None
    seat = rng.randint(1, len(game.points))
    return Penalty(seat, game.number, rng.choice(rules.penalties).penalty)
