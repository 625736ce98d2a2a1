"""The time of rearranging a table: ``python -m benchmarks.rearranging``.

Seeded legal tables of 30, 45 and 60 cards with no and with two jokers, and the same with one card swapped.
``rummikub-solver`` with its SciPy backend (if it is installed) answers the same questions with the same melds: it is
given the sets and runs of ``rommee``; runs of six and more are left out, since they are two runs end to end. Elapsed
time for both. If the verdicts differ, the table is printed. Tables of 60 cards with three to six jokers are timed here
only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain, combinations
from time import perf_counter
from typing import Any

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules.search.rearrange import rearrange
from romme_turnier.core.rules.search.rules import search_rules
from romme_turnier.core.rules.system.cards import JOKER
from romme_turnier.core.rules.system.registry import get_ruleset
from tests.core.rules.search.tables import legal_table, with_one_swapped

TABLES = 40
Verdict = Callable[[Sequence[int]], bool]


def melds_of_rommee() -> list[tuple[int, ...]]:
    """Sets, runs of three to five around the corner, each also with one card as joker."""
    plain = [
        tuple(suit * 13 + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    plain += [
        tuple(suit * 13 + (first + place) % 13 for place in range(size))
        for suit in range(4)
        for first in range(13)
        for size in (3, 4, 5)
    ]
    joker = [(*meld[:place], *meld[place + 1 :], JOKER) for meld in plain for place in range(len(meld))]
    return sorted({tuple(sorted(meld)) for meld in plain + joker})


def peer() -> Verdict | None:
    try:
        library: Any = import_module("rummikub_solver")
        backend = library.MILPSolver.SCIPY
        if backend not in library.MILPSolver.supported():
            raise ImportError("no SciPy backend")
    except ImportError as missing:
        sys.stdout.write(f"rummikub-solver skipped: {missing}\n")
        return None
    rules = library.RuleSet(jokers=2, solver_backend=backend)
    # Cards as it numbers them: from 1, suit after suit, the joker last. It computes its sets once, and keeps ours.
    tiles = rules._tile_map()
    rules.__dict__["sets"] = sorted(tuple(tiles[card + 1] for card in meld) for meld in melds_of_rommee())
    rules.__dict__.pop("set_values", None)
    rules.backend = backend

    def verdict(table: Sequence[int]) -> bool:
        state = rules.new_game()
        state.add_table(*[card + 1 for card in table])
        # Its arrange_table would leave jokers out; the table is to lie with all of them.
        return bool(rules._solver(library.SolverMode.TILE_COUNT, state).set_indices)

    return verdict


def own() -> Verdict:
    rules = search_rules(get_ruleset("rommee"))
    return lambda table: rearrange(table, (), rules) is not None


def timed(verdict: Verdict, tables: Sequence[Sequence[int]]) -> tuple[list[float], list[bool]]:
    times, verdicts = [], []
    for table in tables:
        start = perf_counter()
        verdicts.append(verdict(table))
        times.append((perf_counter() - start) * 1000)
    return times, verdicts


def main() -> None:
    loop, other = fixed_loop(), peer()
    ratios: list[float] = []
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n")
    for swapped in (False, True):
        for size in (30, 45, 60):
            for jokers in (0, 2):
                ratios += report(*some_tables(size, jokers, swapped=swapped), loop, other)
    if other:
        median, high = _median_and_p90(ratios)
        sys.stdout.write(
            f"all tables, each beside rummikub-solver's time for it: median {median:.2f}, p90 {high:.2f}\n"
        )
    for swapped in (False, True):
        for jokers in (3, 4, 5, 6):
            report(*some_tables(60, jokers, swapped=swapped), loop, None)


def some_tables(size: int, jokers: int, *, swapped: bool) -> tuple[str, list[list[int]]]:
    """Yields what they are, and the tables."""
    tables = [list(chain(*legal_table(size, jokers, seed))) for seed in range(TABLES)]
    if swapped:
        tables = [with_one_swapped(table, seed) for seed, table in enumerate(tables)]
    return f"{size} cards, {jokers} jokers{', one swapped' if swapped else ''}", tables


def report(name: str, tables: Sequence[Sequence[int]], loop: float, other: Verdict | None) -> list[float]:
    """Prints the times of one kind of table; returns for each what it takes of the other program's time."""
    times, verdicts = timed(own(), tables)
    median, high = _median_and_p90(times)
    line = (
        f"{name}: {sum(verdicts)} of {TABLES} can lie; median {median:.1f} ms, p90 {high:.1f}, worst {max(times):.1f}"
    )
    line += f"; of the fixed loop {median / loop:.3f}, {high / loop:.3f}"
    ratios = []
    if other:
        other(tables[0])  # its first answer builds what all use
        theirs, their_verdicts = timed(other, tables)
        ratios = [mine / its for mine, its in zip(times, theirs, strict=True)]
        median, high = _median_and_p90(ratios)
        line += f"; of rummikub-solver's {median:.2f}, {high:.2f}; "
        line += "verdicts equal" if verdicts == their_verdicts else "VERDICTS DIFFER"
        for table, mine, its in zip(tables, verdicts, their_verdicts, strict=True):
            if mine != its:
                line += f"\n  {mine} here, {its} there: {table}"
    sys.stdout.write(line + "\n")
    return ratios


def _median_and_p90(figures: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(figures)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]


if __name__ == "__main__":
    main()
