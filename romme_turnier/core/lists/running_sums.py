"""The sums of each player after every game, where the source of the rule system writes them down."""

from collections.abc import Mapping

from romme_turnier.core.lists.evaluation import read_rows
from romme_turnier.core.lists.rows import points_of
from romme_turnier.core.lists.sheet import ListSheet
from romme_turnier.core.rules.system.ruleset import RuleSet


def running_sums(sheet: ListSheet, rules: RuleSet) -> Mapping[int, tuple[int | None, ...]]:
    """Returns by game the running sums of its seats, seat 1 first; empty without `RuleSet.running_sums`.

    They count like the sums below the list. None if a seat has no points in that game.
    """
    if not rules.running_sums:
        return {}
    sums = [0] * sheet.seats
    running = {}
    for row in read_rows(sheet, games=0):
        entered = [
            seat
            for seat, points in enumerate(row.game.points, start=1)
            if points is not None and seat not in row.vacant
        ]
        for seat in entered:
            sums[seat - 1] += points_of(row, seat, rules)
        running[row.game.number] = tuple(
            sums[seat - 1] if seat in entered else None for seat in range(1, sheet.seats + 1)
        )
    return running
