"""Builds the melds on the table from the steps of a rearrangement."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from romme_turnier.core.rules.search.open_runs import (
    WITH_JOKER,
    Counts,
    OpenRun,
    OpenRuns,
    can_end,
    run_serves,
    with_joker,
    with_natural,
)
from romme_turnier.core.rules.system.cards import JOKER, Card


@dataclass(frozen=True, slots=True)
class Step:
    """The cards that the search lays at one rank. The first step, of rank -1, holds the runs that cross the cut."""

    rank: int
    runs: Sequence[OpenRuns]  # by suit: the runs open afterwards
    to_runs: Counts  # by suit: the natural cards added to runs
    jokers: Counts  # by suit: the jokers added to runs
    sets: tuple[tuple[int, ...], ...]  # each given by its suits, with -1 for a joker


@dataclass(eq=False, slots=True)
class _Run:
    """A run being laid; ``goes_on`` is the run that continues it on the other side of the cut."""

    counts_as: OpenRun
    cards: list[Card] = field(default_factory=list)
    goes_on: "_Run | None" = None


def melds_from(steps: Sequence[Step]) -> tuple[tuple[Card, ...], ...]:
    """Returns the sets and runs of ``steps``; the first step holds the runs that cross the cut."""
    melds: list[tuple[Card, ...]] = []
    for step in steps:
        melds += [tuple(JOKER if suit < 0 else suit * 13 + step.rank for suit in suits) for suits in step.sets]
    for suit in range(4):
        melds += _runs_of(suit, steps)
    return tuple(sorted(melds))


def _runs_of(suit: int, steps: Sequence[Step]) -> list[tuple[Card, ...]]:
    crossing = [_Run(counts_as) for counts_as in steps[0].runs[suit]]
    laid, open_runs = list(crossing), list(crossing)
    for step in steps[1:]:
        wanted = step.runs[suit]
        after = _continue(open_runs, step.to_runs[suit], step.jokers[suit], wanted)
        assert after is not None  # noqa: S101 - the search went this way
        open_runs = []
        for run, how in after:
            extended = run or _Run(0)
            extended.cards.append(JOKER if how else suit * 13 + step.rank)
            extended.counts_as = 1 if run is None else with_joker(run.counts_as) if how else with_natural(run.counts_as)
            open_runs.append(extended)
            if run is None:
                laid.append(extended)
    _join(open_runs, crossing, steps[0].runs[suit])
    return [piece for whole in _joined_runs(laid) for piece in _split_run(whole)]


def _continue(
    runs: Sequence[_Run], naturals: int, jokers: int, wanted: OpenRuns
) -> list[tuple[_Run | None, bool]] | None:
    """Returns the runs to continue, each with True if it gets a joker, so that ``wanted`` is open; None if impossible.

    None instead of a run means a new run.
    """
    if not runs:
        return [(None, False)] * naturals if not jokers and wanted == (1,) * naturals else None
    run, rest = runs[0], runs[1:]
    ways = []
    if naturals:
        ways.append((with_natural(run.counts_as), naturals - 1, jokers, False))
    if jokers and run.counts_as < WITH_JOKER:
        ways.append((with_joker(run.counts_as), naturals, jokers - 1, True))
    for counts_as, naturals_left, jokers_left, how in ways:
        if counts_as in wanted:
            place = wanted.index(counts_as)
            others = _continue(rest, naturals_left, jokers_left, wanted[:place] + wanted[place + 1 :])
            if others is not None:
                return [(run, how), *others]
    return _continue(rest, naturals, jokers, wanted) if can_end(run.counts_as) else None


def _join(open_runs: Sequence[_Run], crossing: Sequence[_Run], taken_for: OpenRuns) -> bool:
    """Joins each run of ``crossing`` to an open run that can serve as its entry in ``taken_for``.

    Returns whether all of them fit and every open run left over can end.
    """
    if not crossing:
        return all(can_end(run.counts_as) for run in open_runs)
    for place, run in enumerate(open_runs):
        if run_serves(run.counts_as, taken_for[0]) and _join(
            [*open_runs[:place], *open_runs[place + 1 :]], crossing[1:], taken_for[1:]
        ):
            run.goes_on = crossing[0]
            return True
    return False


def _joined_runs(laid: Sequence[_Run]) -> list[list[Card]]:
    """Returns the runs joined across the cut; a ring, which has no first card, starts at the cut."""
    followers = {id(run.goes_on) for run in laid if run.goes_on}
    first_to_last = sorted(laid, key=lambda run: id(run) in followers)
    wholes, seen = [], set()
    for first in first_to_last:
        parts = []
        run: _Run | None = first
        while run and id(run) not in seen:
            seen.add(id(run))
            parts.append(run.cards)
            run = run.goes_on
        if parts:
            wholes.append(list(chain(*parts)))
    return wholes


def _split_run(run: list[Card]) -> list[tuple[Card, ...]]:
    """Splits a run of more than thirteen cards into parts of three to thirteen cards; returns other runs whole."""
    pieces = []
    while len(run) > 13:
        size = min(13, len(run) - 3)
        pieces.append(tuple(run[:size]))
        run = run[size:]
    return [*pieces, tuple(run)]
