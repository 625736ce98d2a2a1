"""Ranks against an independent reading: each pair compared, each rank counted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import given, strategies as st

from romme_turnier.core.rules.system.criteria import Scoring, criteria_under
from romme_turnier.core.standings.ranks import Entrant, PlayOff, rank
from tests.core.standings.entrants import (
    MOST_WINS,
    RULES,
    after,
    result,
)


@st.composite
def fields(draw: st.DrawFn) -> tuple[Entrant, ...]:
    """Small numbers, so that ties of two, three and more are common."""
    numbers = draw(st.lists(st.integers(1, 40), unique=True, max_size=9))
    totals = st.none() | st.builds(result, st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))
    entrants = [
        Entrant(
            number,
            tuple(draw(st.lists(totals, max_size=3))),
            withdrawn_from=draw(st.sampled_from([None, None, None, 1, 2, 3])),
            excluded=draw(st.sampled_from([False, False, False, True])),
        )
        for number in numbers
    ]
    return tuple(entrants)


def counted(entrant: Entrant, after_series: int) -> list[int]:
    """Lists, total, games ended, Handrommés, added one by one."""
    merit = [0, 0, 0, 0]
    for series, one in enumerate(entrant.results, start=1):
        if one is not None and series <= after_series:
            merit[0] += 1
            merit[1] += one.minus - one.bonus - one.handromme_bonus + one.penalties
            merit[2] += one.finished
            merit[3] += one.handrommes
    return merit


def beats(a: list[int], b: list[int], *, highest_wins: bool) -> bool:
    if a[0] != b[0]:
        return a[0] > b[0]
    if a[1] != b[1]:
        return (a[1] > b[1]) if highest_wins else (a[1] < b[1])
    return a[2] > b[2] if a[2] != b[2] else a[3] > b[3]


def takes_part(entrant: Entrant, after_series: int) -> bool:
    if entrant.excluded or counted(entrant, after_series)[0] == 0:
        return False
    return entrant.withdrawn_from is None or entrant.withdrawn_from > after_series


def pairwise_ranks(
    entrants: tuple[Entrant, ...], after_series: int, play_offs: tuple[PlayOff, ...], *, highest_wins: bool
) -> dict[int | None, tuple[int | None, bool]]:
    """Rank and whether a play-off is needed, by start number."""
    ranks: dict[int | None, tuple[int | None, bool]] = {entrant.number: (None, False) for entrant in entrants}
    field = {e.number: counted(e, after_series) for e in entrants if takes_part(e, after_series)}
    for number, merit in field.items():
        ahead = sum(beats(other, merit, highest_wins=highest_wins) for other in field.values())
        equal = sorted(n or 0 for n, other in field.items() if other == merit)
        fitting = list(play_offs) if after_series == 3 else []
        while played := [one for one in fitting if sorted(n for group in one.groups for n in group) == equal]:
            mine = next(at for at, group in enumerate(played[-1].groups) if number in group)
            ahead += sum(map(len, played[-1].groups[:mine]))
            equal = sorted(played[-1].groups[mine])
            if len(played[-1].groups) == 1:
                break  # all of them tied again
        ranks[number] = (ahead + 1, len(equal) > 1)
    return ranks


@st.composite
def competitions(draw: st.DrawFn) -> tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool]:
    entrants, after_series, highest_wins = (
        draw(fields()),
        draw(st.sampled_from([0, 1, 2, 3, 3, 3])),
        draw(st.booleans()),
    )
    random = Random(draw(st.integers(0, 1000)))
    play_offs = []
    for entrant in entrants:
        alike = [e.number for e in entrants if counted(e, 3) == counted(entrant, 3) and takes_part(e, 3)]
        group = [number for number in alike if number is not None]
        random.shuffle(group)
        there = group[: random.choice([2, 9, 9])]
        cuts = sorted(
            {0, len(there), *(random.choices(range(1, len(there)), k=random.choice([0, 1, 9])) if there[1:] else ())}
        )
        play_offs.append(PlayOff(tuple(tuple(sorted(there[a:b])) for a, b in pairwise(cuts))))
        play_offs += [PlayOff.of(again[::-1]) for again in play_offs[-1].groups if random.random() < 0.3]
    return entrants, after_series, tuple(random.sample(play_offs, len(play_offs) // 2)), highest_wins


@given(competitions())
def test_ranks_are_those_that_comparing_each_pair_gives(
    competition: tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool],
) -> None:
    entrants, after_series, play_offs, highest_wins = competition
    rules = MOST_WINS if highest_wins else RULES
    standings = rank(entrants, rules=rules, after_series=after_series, series_count=3, play_offs=play_offs)
    expected = pairwise_ranks(entrants, after_series, play_offs, highest_wins=highest_wins)
    assert {s.entrant.number: (s.rank, s.play_off_needed) for s in standings} == expected
    places = [(s.rank is None, s.rank or 0, s.entrant.number or 0) for s in standings]
    assert places == sorted(places), "by rank, equals and the unranked by start number"


@given(competitions())
def test_each_row_tells_what_put_it_behind_the_row_before(
    competition: tuple[tuple[Entrant, ...], int, tuple[PlayOff, ...], bool],
) -> None:
    entrants, after_series, play_offs, highest_wins = competition
    rules = MOST_WINS if highest_wins else RULES
    standings = rank(entrants, rules=rules, after_series=after_series, series_count=3, play_offs=play_offs)
    ranked = [standing for standing in standings if standing.rank is not None]
    assert all(s.decided_by is None for s in [*ranked[:1], *standings[len(ranked) :]])
    for before, behind in pairwise(ranked):
        merits = counted(before.entrant, after_series), counted(behind.entrant, after_series)
        differing = [name for name, a, b in zip(RULES.criteria, *merits, strict=False) if a != b]
        undecided = None if before.rank == behind.rank else "play_off"
        assert behind.decided_by == (differing[0] if differing else undecided)


@given(fields(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_given_does_not_matter(
    entrants: tuple[Entrant, ...], after_series: int, random: Random
) -> None:
    shuffled = list(entrants)
    random.shuffle(shuffled)
    assert after(after_series, *shuffled) == after(after_series, *entrants)


@st.composite
def players_with_points(draw: st.DrawFn) -> tuple[Entrant, ...]:
    lists = st.builds(
        lambda points, *figures: result(*figures)._replace(scoring_points=points),
        *(st.integers(0, most) for most in (2, 2, 1, 1)),
    )
    results = draw(st.lists(st.lists(st.none() | lists, min_size=1, max_size=3), max_size=8))
    return tuple(Entrant(number, tuple(played)) for number, played in enumerate(results, start=1))


@given(players_with_points())
def test_ranks_by_scoring_points_are_those_that_comparing_each_pair_gives(entrants: tuple[Entrant, ...]) -> None:
    rules = replace(RULES, criteria=criteria_under(RULES.criteria, Scoring.SCORING_POINTS))
    expected: dict[int | None, int | None] = {}
    counting = {e.number: [played for played in e.results if played is not None] for e in entrants}
    sums = {
        number: (
            sum(played.scoring_points for played in lists),
            sum(played.minus for played in lists),
            sum(played.finished for played in lists),
            sum(played.handrommes for played in lists),
        )
        for number, lists in counting.items()
    }
    for number, mine in sums.items():
        ahead = 0
        for other, theirs in sums.items():
            if not counting[other] or theirs == mine:
                continue
            differing = next(place for place in range(4) if theirs[place] != mine[place])
            ahead += theirs[differing] < mine[differing] if differing == 1 else theirs[differing] > mine[differing]
        expected[number] = ahead + 1 if counting[number] else None
    standings = rank(entrants, rules=rules, after_series=3, series_count=3)
    assert {s.entrant.number: s.rank for s in standings} == expected
