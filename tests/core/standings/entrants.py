"""Players and teams for the tests of the standings, and their standings as text."""

from __future__ import annotations

from dataclasses import replace

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.standings.ranks import Entrant, PlayOff, Standing, rank

RULES = get_ruleset("rommeordnung")
MOST_WINS = replace(RULES, highest_wins=True)


def result(total: int, finished: int = 3, handrommes: int = 0) -> SeatTotals:
    return SeatTotals(minus=total, finished=finished, handrommes=handrommes)


def player(number: int | None, *results: SeatTotals | int | None) -> Entrant:
    return Entrant(number, tuple(result(r) if isinstance(r, int) else r for r in results))


def gone(number: int, *results: int, left_before_series: int) -> Entrant:
    return Entrant(number, tuple(result(r) for r in results), withdrawn_from=left_before_series)


EQUAL = (player(3, 300, 1, 1), player(8, 300, 1, 1), player(5, 900, 1, 1), player(6, 900, 1, 2))


def after(series: int, *entrants: Entrant, play_offs: tuple[PlayOff, ...] = (), last: int = 3) -> tuple[Standing, ...]:
    return rank(entrants, rules=RULES, after_series=series, series_count=last, play_offs=play_offs)


def order(standings: tuple[Standing, ...]) -> list[tuple[int | None, int | None]]:
    return [(standing.rank, standing.entrant.number) for standing in standings]


def reasons(standings: tuple[Standing, ...]) -> list[str | None]:
    return [standing.decided_by for standing in standings]


def pending(standings: tuple[Standing, ...]) -> list[int | None]:
    return [standing.entrant.number for standing in standings if standing.play_off_needed]
