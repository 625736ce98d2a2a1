"""Rankings over a season, of a club and of a nation: ``python -m benchmarks.rankings``.

Processor time of `rank` on results in memory, in milliseconds and as multiples of a fixed loop of plain Python: the
median, and the longest of a few repeats. Reading results from a database and storing rows are not included.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from statistics import median
from time import process_time

from benchmarks.timing import fixed_loop
from romme_turnier.core.seasons.formula import (
    Formula,
    Join,
    KeepBest,
    MeanOfAtLeast,
    Minus,
    Missing,
    Result,
    Tie,
    UnitKind,
    Value,
)
from romme_turnier.core.seasons.ranking import rank

SIZES = {"club": (16, 90, 40), "nation": (10_000, 43, 5)}  # players, lists of each, repeats
FORMULAS = {
    "mean of at least 24 lists": Formula(join=MeanOfAtLeast(24, Missing.OWN_WORST)),
    "best 30 lists, all criteria": Formula(value=Value.SCORING_POINTS, keep=KeepBest(30), ties=tuple(Tie)),
    "mean of evenings, deduction": Formula(
        unit=UnitKind.EVENT, value=Value.TABLE_POINTS, join=Join.MEAN, minus=Minus(16, 17, 2), ties=(Tie.LAST,)
    ),
    "months of 6 lists": Formula(unit=UnitKind.MONTH, month_needs=6, value=Value.SCORING_POINTS),
}


def season(players: int, lists: int) -> list[Result]:
    """Returns made-up results: evenings of two series, four in a month."""
    chance = random.Random("season")  # noqa: S311 - the same season in each run
    return [
        Result(
            player=f"player {player}",
            event=f"evening {at // 2}",
            day=f"2026-{at // 8 % 12 + 1:02}-{at // 2 % 4 * 7 + 1:02}",
            kind="evening",
            series=at % 2 + 1,
            result=round(chance.gauss(330, 90)),
            scoring_points=chance.randint(0, 60),
            table_points=Fraction(chance.randint(0, 6), 2),
            ended=chance.randint(0, 6),
            handrommes=0,
            guest=False,
        )
        for player in range(players)
        for at in range(lists)
    ]


def main() -> None:
    loop = fixed_loop()
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n{'':42}   median  longest    of the loop\n")
    for size, (players, lists, repeats) in SIZES.items():
        results = season(players, lists)
        for name, formula in FORMULAS.items():
            times = []
            for _ in range(repeats):
                start = process_time()
                rank(results, formula)
                times.append((process_time() - start) * 1000)
            middle, longest = median(times), max(times)
            ratios = f"{middle / loop:7.2f} {longest / loop:7.2f}"
            sys.stdout.write(f"{size}, {name:{40 - len(size)}} {middle:8.1f} {longest:8.1f} {ratios}\n")


if __name__ == "__main__":
    main()
