"""Repairing a seating: the smallest change, refusals, and unchanged tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.seating.draw import Candidate
from romme_turnier.core.seating.repair import Repair, RepairImpossible, SeatedTable, repairs

Hall = Sequence[SeatedTable]
RULES = get_ruleset("rommeordnung")


def hall(*sizes: int, locked: Sequence[int] = ()) -> list[SeatedTable]:
    """Tables 1, 2, … of these sizes; players 11, 12, … at table 1, 21, 22, … at table 2."""
    return [
        SeatedTable(n, tuple(10 * n + seat for seat in range(1, size + 1)), locked=n in locked)
        for n, size in enumerate(sizes, start=1)
    ]


def people(tables: Hall, *more: int, **facts: Mapping[int, object]) -> list[Candidate]:
    """Everybody at these tables and some more; facts as club={11: "A", 12: "A"}."""
    everybody = [*(player for table in tables for player in table.seats), *more]
    return [Candidate(p, **{name: values.get(p) for name, values in facts.items()}) for p in everybody]  # type: ignore[arg-type]


def first(
    tables: Hall, rules: RuleSet = RULES, *, leaving: Sequence[int] = (), coming: Sequence[int] = (), **more: object
) -> Repair:
    free = more.pop("free", (97, 98, 99))
    return repairs(tables, people(tables, *coming, **more), rules, leaving=leaving, coming=coming, free=free)[0]  # type: ignore[arg-type]


def test_table_of_four_that_loses_one_becomes_a_table_of_three():
    repair = first(hall(4, 4), leaving=[14])
    assert (repair.after, repair.moved) == ({1: (11, 12, 13)}, ())


def test_last_seat_closes_the_gap_that_somebody_leaves():
    assert first(hall(4, 4), leaving=[12]).after == {1: (11, 14, 13)}


def test_table_of_three_that_loses_one_takes_one_from_a_table_of_four():
    repair = first(hall(4, 4, 3), leaving=[32])
    assert len(repair.moved) == 1
    assert sorted(map(len, repair.after.values())) == [3, 3]
    assert repair.uneven == 2


def test_table_of_three_that_loses_one_is_dissolved_when_that_moves_fewer():
    repair = first(hall(3, 3, 3, 3, 4), leaving=[11, 12])
    assert repair.moved == (13,)
    assert 1 not in repair.after


def test_two_tables_of_four_that_lose_one_each_stay_as_two_tables_of_three():
    repair = first(hall(4, 4, 4), leaving=[11, 22])
    assert (repair.moved, sorted(repair.after)) == ((), [1, 2])


def test_two_tables_of_three_that_lose_one_each_become_one_of_four():
    repair = first(hall(4, 3, 3), leaving=[21, 31])
    assert len(repair.moved) == 2
    assert sorted(map(len, repair.after.values())) == [4]


def test_late_player_alone_joins_a_table_of_three():
    repair = first(hall(4, 3), coming=[91])
    assert repair.after == {2: (21, 22, 23, 91)}


def test_late_pair_fills_two_tables_of_three():
    repair = first(hall(4, 3, 3), coming=[91, 92])
    assert sorted(repair.after) == [2, 3]
    assert repair.uneven == 0


def test_late_pair_and_one_of_a_table_of_four_open_a_table_of_three():
    repair = first(hall(4, 4, 4), coming=[91, 92], free=(14,))
    assert len(repair.moved) == 1
    assert {91, 92, *repair.moved} == set(repair.after[14])


def test_three_late_players_make_a_table_of_their_own():
    repair = first(hall(4, 4), coming=[91, 92, 93], free=(7,))
    assert repair.after == {7: (91, 92, 93)}


def test_who_comes_takes_the_seat_of_who_leaves():
    repair = first(hall(4, 4), leaving=[13], coming=[91])
    assert repair.after == {1: (11, 12, 91, 14)}


def test_alternative_has_fewer_tables_of_three():
    tables = hall(4, 4, 4, 4)
    options = repairs(tables, people(tables), RULES, leaving=[11, 21, 31, 41])
    assert [(len(one.moved), one.uneven) for one in options] == [(0, 4), (3, 0)]


def test_who_is_moved_meets_no_club_mate_where_that_can_be():
    club = {21: "A", 23: "B", 11: "A", 12: "B"}
    assert first(hall(4, 3), leaving=[22], club=club, table={13: 1}).moved == (14,)


def test_who_is_moved_has_not_met_the_others_where_that_can_be():
    tables = hall(4, 4, 3)
    met = {frozenset((a, b)): 1 for a in (31, 33) for b in (11, 12, 13, 14, 21, 22, 23)}
    assert repairs(tables, people(tables), RULES, leaving=[32], met=met)[0].moved == (24,)


def test_club_mates_who_share_a_table_face_each_other_afterwards():
    repair = first(hall(4), leaving=[11], club={12: "A", 14: "A"})
    seats = repair.after[1]
    assert {seats[0], seats[2]} == {12, 14}


def test_locked_tables_stay_as_they_are():
    repair = first(hall(4, 4, 3, locked=[1]), leaving=[32])
    assert repair.moved[0] in (21, 22, 23, 24)


def test_players_tied_to_a_table_are_not_moved():
    repair = first(hall(4, 3), leaving=[22], table={11: 1, 12: 1, 13: 1})
    assert repair.moved == (14,)


def test_latecomer_sits_down_at_the_table_that_he_is_tied_to():
    repair = first(hall(4, 4, 3), coming=[91], table={91: 2})
    assert 91 in repair.after[2]
    assert len(repair.moved) == 1


def test_latecomer_opens_the_table_that_he_is_tied_to():
    repair = first(hall(4, 4, 4, 4), coming=[91], table={91: 12}, free=(11, 12))
    assert 91 in repair.after[12]
    assert 11 not in repair.after


def test_table_of_another_size_that_nobody_leaves_stays():
    assert 1 not in first([SeatedTable(1, (11, 12)), *hall(3, 4, 4)[1:]], leaving=[24]).after


def test_nothing_is_done_when_nobody_leaves_or_comes():
    assert first(hall(4, 4)).after == {}


@pytest.mark.parametrize(
    ("tables", "facts", "code"),
    [
        (hall(4, 4, locked=[1]), {"leaving": [11]}, "leaves_locked_table"),
        (hall(3), {"leaving": [11]}, "sizes"),
        (hall(3, 3), {"leaving": [11]}, "sizes"),
        (hall(4, 3, locked=[1]), {"leaving": [21]}, "locked"),
        (hall(4, 4), {"coming": [91], "free": ()}, "hall_full"),
        (hall(4, 4), {"coming": [91], "table": {91: 12}, "free": ()}, "no_such_table"),
        (hall(4, 3, locked=[2]), {"coming": [91], "table": {91: 2}}, "tied_to_locked_table"),
        (hall(4, 4), {"coming": [91], "table": dict.fromkeys((11, 12, 13, 14, 91), 1)}, "tied_to_full_table"),
        (hall(4, 3), {"leaving": [21], "table": dict.fromkeys((11, 12, 13, 14, 22), 1)}, "tied"),
    ],
)
def test_why_it_is_impossible_is_named(tables, facts, code):
    with pytest.raises(RepairImpossible) as fault:
        first(tables, **facts)
    assert fault.value.code == code


def test_strangers_cannot_leave():
    with pytest.raises(ValueError, match="only who sits"):
        first(hall(4), leaving=[99])


# ---- Against every seating there is, in halls so small that all can be counted ----


def partitions(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to put the players on tables of these sizes."""
    if not players:
        yield []
        return
    one, *others = players
    for size in sizes:
        for mates in combinations(others, size - 1):
            rest = [player for player in others if player not in mates]
            for more in partitions(rest, sizes):
                yield [frozenset((one, *mates)), *more]


def least_by_counting(
    tables: Hall, leaving: Sequence[int], coming: Sequence[int], sizes: Sequence[int], wanted: int
) -> tuple[int, int] | None:
    """The fewest players who change the table, and then the smallest difference of sizes from the wanted one."""
    old = [set(table.seats) - set(leaving) for table in tables]
    players = sorted({player for table in old for player in table} | set(coming))
    found = []
    for groups in partitions(players, sizes):
        padded = groups + [frozenset()] * max(0, len(old) - len(groups))
        kept = max(
            sum(len(home & group) for home, group in zip(old, order, strict=False))
            for order in permutations(padded, len(old))
        )
        found.append((len(players) - len(coming) - kept, sum(abs(len(group) - wanted) for group in groups)))
    return min(found, default=None)


@st.composite
def changes(draw_from: st.DrawFn, sizes: Sequence[int], most: int) -> tuple[list[SeatedTable], list[int], list[int]]:
    tables = hall(*draw_from(st.lists(st.sampled_from(sizes), min_size=1, max_size=3)))
    seated = [player for table in tables for player in table.seats]
    leaving = draw_from(st.lists(st.sampled_from(seated), unique=True, max_size=4))
    room = max(0, most - len(seated) + len(leaving))
    return tables, leaving, list(range(91, 91 + draw_from(st.integers(0, min(3, room)))))


@settings(max_examples=120)
@given(changes((3, 4), most=10))
def test_no_seating_changes_less(change: tuple[list[SeatedTable], list[int], list[int]]) -> None:
    tables, leaving, coming = change
    least = least_by_counting(tables, leaving, coming, (3, 4), 4)
    if least is None:
        with pytest.raises(RepairImpossible):
            first(tables, leaving=leaving, coming=coming)
        return
    repair = first(tables, leaving=leaving, coming=coming)
    assert (len(repair.moved), repair.uneven) == least


@settings(max_examples=40)
@given(changes((2, 3), most=7))
def test_no_seating_changes_less_when_tables_may_have_two_to_five(change):
    tables, leaving, coming = change
    rules = replace(get_ruleset("classic"), seats_min=2, seats_max=5, seats_wanted=3)
    least = least_by_counting(tables, leaving, coming, (2, 3, 4, 5), 3)
    if least is None:
        with pytest.raises(RepairImpossible):
            first(tables, rules, leaving=leaving, coming=coming)
        return
    repair = first(tables, rules, leaving=leaving, coming=coming)
    assert (len(repair.moved), repair.uneven) == least


def test_who_stays_at_a_table_of_six_keeps_the_seat():
    rules = replace(get_ruleset("classic"), seats_wanted=6)
    repair = first(hall(6, 6), rules, leaving=[12])
    assert repair.after == {1: (11, 16, 13, 14, 15)}
    assert (repair.moved, repair.uneven) == ((), 1)


def test_latecomer_makes_a_table_of_seven_when_all_have_six():
    repair = first(hall(6, 6), replace(get_ruleset("classic"), seats_wanted=6), coming=[91])
    assert repair.after == {1: (11, 12, 13, 14, 15, 16, 91)}
    assert repair.moved == ()


clubs = st.dictionaries(st.integers(11, 45), st.sampled_from("ABC"), max_size=15)
meetings = st.dictionaries(st.tuples(st.integers(11, 45), st.integers(11, 45)), st.integers(1, 2), max_size=25)


@settings(max_examples=80)
@given(
    st.lists(st.sampled_from([3, 4]), min_size=2, max_size=6),
    st.lists(st.integers(11, 64), unique=True, max_size=4),
    st.integers(0, 4),
    clubs,
    meetings,
)
def test_everybody_sits_once_and_tables_that_need_not_change_stay(sizes, leavers, late, club, met):
    tables = hall(*sizes, locked=[1])
    seated = {player for table in tables[1:] for player in table.seats}
    leaving = [player for player in leavers if player in seated]
    coming = list(range(91, 91 + late))
    known = people(tables, *coming, club=club)
    pairs = {frozenset(pair): times for pair, times in met.items() if pair[0] != pair[1]}
    try:
        options = repairs(tables, known, RULES, leaving=leaving, coming=coming, free=(97, 98, 99), met=pairs)
    except RepairImpossible:
        return
    for repair in options:
        hall_after = {table.number: table.seats for table in tables if table.number not in repair.before}
        hall_after |= repair.after
        now = sorted(player for seats in hall_after.values() for player in seats)
        assert now == sorted({*seated, *tables[0].seats, *coming} - set(leaving))
        assert all(len(seats) in (3, 4) for seats in hall_after.values())
        assert hall_after[1] == tables[0].seats
        assert sum(len(seats) == 3 for seats in hall_after.values()) == repair.uneven
    assert [len(one.moved) for one in options] == sorted(len(one.moved) for one in options)


def best_single_move(tables: Hall, club: Mapping[int, str]) -> int:
    """Pairs of club mates, counted over every way to fill the gap at the last table from a table of four."""

    def pairs(players: Sequence[int]) -> int:
        return sum(club.get(a) is not None and club.get(a) == club.get(b) for a, b in combinations(players, 2))

    gap = tables[-1].seats[1:]
    found = []
    for table in tables[:-1]:
        for mover in table.seats if len(table.seats) == 4 else ():
            rest = [player for player in table.seats if player != mover]
            found.append(pairs(rest) - pairs(table.seats) + pairs((*gap, mover)) - pairs(tables[-1].seats))
    return min(found)


@given(clubs)
def test_mover_is_the_best_of_all(club: Mapping[int, str]) -> None:
    tables = hall(4, 4, 4, 3)
    repair = first(tables, leaving=[41], club=club)
    assert repair.quality[2] == best_single_move(tables, club)


def test_thousand_players_are_repaired_in_seconds():
    tables = [SeatedTable(n, tuple(range(10 * n, 10 * n + 4))) for n in range(1, 250)]
    tables.append(SeatedTable(250, (2500, 2501, 2502)))
    known = [
        Candidate(player, club=player % 12, threes=player % 2) for table in tables for player in (*table.seats, 3000)
    ]
    unique = {candidate.id: candidate for candidate in known}
    repair = repairs(tables, unique.values(), RULES, leaving=[2500, 20, 30, 40], coming=[3000], free=(251,))[0]
    assert len(repair.moved) <= 1
