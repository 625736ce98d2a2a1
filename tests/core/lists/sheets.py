"""Small lists: rows that break no rule, and the tested parts of an evaluation."""

from __future__ import annotations

from romme_turnier.core.lists import length
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.sheet import BonusMode, BonusRule, Game, Terms
from romme_turnier.core.rules import get_ruleset
from romme_turnier.core.violations import Violation

PER_LIST = BonusRule(BonusMode.PER_LIST, four=20, three=15, handromme=50)
PER_GAME = BonusRule(BonusMode.PER_FINISHED_GAME, four=20, three=15, handromme=50)


def terms(games: int = 12, bonus: BonusRule = PER_LIST, ruleset: str = "rommeordnung") -> Terms:
    return Terms(get_ruleset(ruleset), length.games(games), bonus)


def row(number: int, *points: int | None, finisher: int | None = None, handromme: bool = False) -> Game:
    """A row whose finisher is the first seat with 0, unless told otherwise."""
    if finisher is None and 0 in points:
        finisher = points.index(0) + 1
    return Game(number, finisher, handromme, points)


def plain_rows(seats: int = 4, games: int = 12) -> tuple[Game, ...]:
    """Each game ended by its dealer; all others hold as many points as their seat times ten."""
    rows = []
    for number in range(1, games + 1):
        finisher = (number - 1) % seats + 1
        rows.append(row(number, *(0 if seat == finisher else 10 * seat for seat in range(1, seats + 1))))
    return tuple(rows)


def replaced(rows: tuple[Game, ...], *changed: Game) -> tuple[Game, ...]:
    by_number = {game.number: game for game in (*rows, *changed)}
    return tuple(by_number[number] for number in sorted(by_number))


def totals(evaluation: Evaluation) -> list[int]:
    return [sums.total for sums in evaluation.totals]


def brief(violations: tuple[Violation, ...]) -> list[tuple[str, int | str | None, int | str | None]]:
    return [(v.code, v.params["game"], v.params.get("seat")) for v in violations]
