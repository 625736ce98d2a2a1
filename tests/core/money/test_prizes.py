"""Winners of prizes, to the cent: ties, cut-offs, absent winners, one prize each."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings as run_settings, strategies as st

from romme_turnier.core.money.amounts import split
from romme_turnier.core.money.prizes import Award, Item, Outcome, Place, Ranking, Settings, award, with_pool

EUR = Decimal
PLAIN, SHARED, ONE_EACH = Settings(), Settings(shared=True), Settings(one_each=True)


def ranking(*groups: str, teams: bool = False) -> Ranking:
    """Groups of equals, best first: ranking("A", "BC", "D") has A first, B and C second, D fourth."""
    places, rank = [], 1
    for group in groups:
        places += [Place(rank, who) for who in group]
        rank += len(group)
    return Ranking(tuple(places), teams)


def money(ranking: str, *amounts: str) -> list[Item]:
    return [Item(ranking, rank, rank, EUR(amount)) for rank, amount in enumerate(amounts, start=1)]


def won(outcome: Outcome) -> dict[str, list[str]]:
    """By winner: amounts and things."""
    result: dict[str, list[str]] = {}
    for one in outcome.awards:
        result.setdefault(str(one.who), []).append(str(one.amount) if one.amount is not None else one.thing)
    return result


def event(*groups: str) -> dict[str, Ranking]:
    return {"event": ranking(*groups)}


def test_each_rank_gets_its_prize():
    outcome = award(event("A", "B", "C"), money("event", "100.00", "50.00"), PLAIN)
    assert won(outcome) == {"A": ["100.00"], "B": ["50.00"]}
    assert [*outcome.undecided, *outcome.unclaimed, *outcome.waiting] == []


def test_rank_with_money_and_a_cup_gets_both():
    plan = [*money("event", "100.00"), Item("event", 1, 1, thing="Pokal")]
    assert won(award(event("A", "B"), plan, PLAIN)) == {"A": ["100.00", "Pokal"]}


def test_tied_players_must_play_if_different_prizes_are_left_for_them():
    outcome = award(event("A", "BC", "D"), money("event", "100.00", "50.00", "20.00", "10.00"), PLAIN)
    assert won(outcome) == {"A": ["100.00"], "D": ["10.00"]}
    (tie,) = outcome.undecided
    assert (tie.rank, tie.who, [item.amount for item in tie.items]) == (2, ("B", "C"), [EUR("50.00"), EUR("20.00")])


def test_equals_share_the_money_of_their_ranks_if_the_announcement_says_so():
    outcome = award(event("A", "BC"), money("event", "100.00", "50.00", "25.00"), SHARED)
    assert won(outcome) == {"A": ["100.00"], "B": ["37.50"], "C": ["37.50"]}


def test_tie_across_the_last_prize_shares_it():
    outcome = award(event("A", "BCD"), money("event", "50.00", "10.00"), SHARED)
    assert won(outcome) == {"A": ["50.00"], "B": ["3.34"], "C": ["3.33"], "D": ["3.33"]}


def test_tie_across_the_last_prize_is_undecided_without_sharing():
    outcome = award(event("A", "BCD"), money("event", "50.00", "10.00"), PLAIN)
    assert [tie.who for tie in outcome.undecided] == [("B", "C", "D")]


def test_tie_behind_the_last_prize_needs_nothing():
    outcome = award(event("A", "B", "CD"), money("event", "50.00", "10.00"), PLAIN)
    assert outcome.undecided == ()


def test_equals_with_equal_prizes_get_one_each_and_need_not_play():
    plan = [Item("event", 1, 3, EUR("5.00"), "Wein")]
    assert won(award(event("AB", "C"), plan, PLAIN)) == {"A": ["5.00"], "B": ["5.00"], "C": ["5.00"]}


def test_thing_cannot_be_shared():
    plan = [Item("event", 1, 1, thing="Pokal"), Item("event", 1, 2, EUR("20.00"))]
    outcome = award(event("AB"), plan, SHARED)
    assert outcome.awards == ()
    assert outcome.undecided[0].who == ("A", "B")


def test_equal_things_stay_and_money_is_shared():
    plan = [Item("event", 1, 2, thing="Wein"), *money("event", "20.00", "10.00")]
    assert won(award(event("AB"), plan, SHARED)) == {"A": ["15.00", "Wein"], "B": ["15.00", "Wein"]}


def test_play_off_parts_equals():
    plan = money("event", "20.00", "10.00")
    assert won(award(event("AB"), plan, PLAIN, decisions=["BA"])) == {"A": ["10.00"], "B": ["20.00"]}


def test_play_off_that_leaves_some_equal_gives_the_others_their_prizes():
    outcome = award(event("ABCD"), money("event", "20.00"), PLAIN, decisions=[("B", "ACD")])
    assert won(outcome) == {"B": ["20.00"]}
    assert outcome.undecided == ()
    outcome = award(event("ABCD"), money("event", "20.00", "10.00"), PLAIN, decisions=[("B", "ACD")])
    assert outcome.undecided[0].who == ("A", "C", "D")
    played_on = award(event("ABCD"), money("event", "20.00", "10.00"), PLAIN, decisions=[("B", "ACD"), "DAC"])
    assert won(played_on) == {"B": ["20.00"], "D": ["10.00"]}


def test_play_off_with_more_players_parts_those_of_them_who_are_equal():
    plan = money("event", "20.00", "10.00")
    outcome = award(event("AB", "C"), plan, PLAIN, decisions=["CBA"])
    assert won(outcome) == {"B": ["20.00"], "A": ["10.00"]}


def test_play_off_of_only_some_of_the_equals_decides_nothing():
    outcome = award(event("ABC"), money("event", "20.00"), PLAIN, decisions=["BA"])
    assert outcome.awards == ()


def test_last_play_off_counts():
    outcome = award(event("AB"), money("event", "20.00"), PLAIN, decisions=[("A", "B"), ("B", "A")])
    assert won(outcome) == {"B": ["20.00"]}


def test_next_one_moves_up_when_a_winner_is_absent():
    outcome = award(event("A", "B", "C", "D"), money("event", "100.00", "50.00"), PLAIN, absent={"event": "A"})
    assert won(outcome) == {"B": ["100.00"], "C": ["50.00"]}


def test_tie_is_gone_when_one_of_two_equals_is_absent():
    outcome = award(event("AB", "C"), money("event", "100.00", "50.00"), PLAIN, absent={"event": "B"})
    assert won(outcome) == {"A": ["100.00"], "C": ["50.00"]}


def test_prize_of_a_rank_that_nobody_has_stays():
    outcome = award(event("A"), [Item("event", 1, 3, EUR("10.00"))], PLAIN)
    assert [(item.first, item.last) for item in outcome.unclaimed] == [(2, 2), (3, 3)]


def test_one_prize_each_passes_over_who_has_one_in_plan_order():
    rankings = {"event": ranking("A", "B"), "series-1": ranking("A", "C")}
    plan = [*money("event", "100.00"), *money("series-1", "10.00")]
    assert won(award(rankings, plan, ONE_EACH)) == {"A": ["100.00"], "C": ["10.00"]}
    assert won(award(rankings, plan[::-1], ONE_EACH)) == {"A": ["10.00"], "B": ["100.00"]}


def test_several_prizes_each_unless_the_announcement_says_otherwise():
    rankings = {"event": ranking("A", "B"), "series-1": ranking("A", "C")}
    plan = [*money("event", "100.00"), *money("series-1", "10.00")]
    assert won(award(rankings, plan, PLAIN)) == {"A": ["100.00", "10.00"]}


def test_team_prize_and_individual_prize_go_together():
    rankings = {"team": ranking("T", "U", teams=True), "event": ranking("A", "B")}
    plan = [*money("team", "80.00"), *money("event", "100.00")]
    assert won(award(rankings, plan, ONE_EACH)) == {"T": ["80.00"], "A": ["100.00"]}


def test_equal_teams_share_money_for_they_have_no_play_off():
    rankings = {"team": ranking("TU", teams=True)}
    assert won(award(rankings, money("team", "80.00", "40.00"), PLAIN)) == {"T": ["60.00"], "U": ["60.00"]}


def test_ranking_that_is_not_final_waits():
    outcome = award({}, money("event", "100.00"), PLAIN)
    assert [item.amount for item in outcome.waiting] == [EUR("100.00")]


def test_one_prize_each_waits_for_rankings_before_it():
    rankings = {"event": ranking("AB"), "series-1": ranking("A", "C")}
    plan = [*money("event", "100.00"), *money("series-1", "10.00")]
    outcome = award(rankings, plan, ONE_EACH)
    assert outcome.awards == ()
    assert [item.ranking for item in outcome.waiting] == ["series-1"]


def test_team_prizes_do_not_wait_for_individual_ones():
    rankings = {"event": ranking("AB"), "team": ranking("T", teams=True)}
    plan = [*money("event", "100.00"), *money("team", "10.00")]
    assert won(award(rankings, plan, ONE_EACH)) == {"T": ["10.00"]}


# Fines handed out again


def test_fines_go_on_top_of_money_prizes_in_proportion():
    plan = with_pool([*money("event", "100.00", "50.00"), Item("event", 3, 3, thing="Wein")], EUR("30.00"), ["event"])
    assert [item.amount for item in plan] == [EUR("120.00"), EUR("60.00"), None]


def test_line_of_several_ranks_is_broken_up_where_cents_are_left():
    plan = with_pool([Item("event", 1, 3, EUR("10.00"), key=7)], EUR("0.02"), ["event"])
    assert [(item.first, item.amount, item.key) for item in plan] == [
        (1, EUR("10.01"), 7),
        (2, EUR("10.01"), 7),
        (3, EUR("10.00"), 7),
    ]


def test_fines_go_to_the_teams_where_individuals_win_no_money():
    plan = with_pool([Item("event", 1, 1, thing="Pokal"), *money("team", "40.00")], EUR("5.00"), ["event", "team"])
    assert plan[-1].amount == EUR("45.00")


def test_fines_stay_where_no_prize_is_money():
    plan = [Item("event", 1, 1, thing="Pokal")]
    assert with_pool(plan, EUR("5.00"), ["event", "team"]) == tuple(plan)


# Dividing to the cent


def test_cents_that_are_left_go_to_who_lost_most_by_rounding():
    assert split(EUR("1.00"), [EUR(2), EUR(1)]) == (EUR("0.67"), EUR("0.33"))
    assert split(EUR("0.01"), [EUR(1), EUR(2)]) == (EUR("0.00"), EUR("0.01"))


def test_cents_that_are_left_among_equals_go_to_the_first():
    assert split(EUR("0.05"), [EUR(1)] * 3) == (EUR("0.02"), EUR("0.02"), EUR("0.01"))


@pytest.mark.parametrize(("total", "weights"), [("0.005", ["1"]), ("-1.00", ["1"]), ("1.00", ["0"]), ("1.00", [])])
def test_nothing_else_is_divided(total, weights):
    with pytest.raises(ValueError, match=r"amount|divide"):
        split(EUR(total), [EUR(weight) for weight in weights])


cents = st.integers(0, 50_000).map(lambda n: Decimal(n) / 100)


@given(total=cents, weights=st.lists(st.integers(0, 9), min_size=1, max_size=9).filter(any))
def test_parts_add_up_and_each_is_within_a_cent_of_its_share(total, weights):
    parts = split(total, [Decimal(weight) for weight in weights])
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(Fraction(part) - Fraction(total) * weight / sum(weights)) < Fraction(1, 100)


# Against an independent count

PEOPLE = "ABCDEF"


@st.composite
def rankings(draw):
    """Some of six people in an order, cut into groups of equals."""
    people = draw(st.permutations(PEOPLE))[: draw(st.integers(0, len(PEOPLE)))]
    groups: list[str] = []
    for who in people:
        if groups and draw(st.booleans()):
            groups[-1] += who
        else:
            groups.append(who)
    return groups


items = st.builds(
    lambda ranking, first, more, amount, thing: Item(
        ranking, first, first + more, amount if amount or not thing else None, thing
    ),
    st.sampled_from(["event", "series-1", "team"]),
    st.integers(1, 4),
    st.integers(0, 2),
    st.integers(1, 2000).map(lambda n: Decimal(n) / 100),
    st.sampled_from(["", "Wein", "Pokal"]),
)
plans = st.lists(items, max_size=6)
wishes = st.builds(Settings, one_each=st.booleans(), shared=st.booleans())
absentees = st.sets(st.sampled_from(PEOPLE), max_size=3)


def promised(plan: Sequence[Item]) -> Decimal:
    total = Decimal(0)
    for item in plan:
        for _rank in range(item.first, item.last + 1):
            total += item.amount or 0
    return total


@given(st.tuples(rankings(), rankings(), rankings()), plans, wishes, absentees)
def test_money_is_never_made_nor_lost(orders, plan, wish, absent):
    first, second, teams = orders
    known = {"event": ranking(*first), "series-1": ranking(*second), "team": ranking(*teams, teams=True)}
    outcome = award(known, plan, wish, absent=dict.fromkeys(known, absent))
    assert outcome.money == promised(plan)
    assert not {one.who for one in outcome.awards} & absent
    if wish.one_each:
        alone = [one for one in outcome.awards if one.item.ranking != "team"]
        assert len({(one.who, one.item.ranking) for one in alone}) == len({one.who for one in alone})


def average_over_all_orders(groups: Sequence[str], plan: Sequence[Item], absent: set[str]) -> dict[str, Fraction]:
    """The average win if lots decided between equals: every order is tried."""
    orders = list(product(*(permutations(group) for group in groups)))
    total = dict.fromkeys(PEOPLE, Fraction(0))
    for order in orders:
        there = [who for group in order for who in group if who not in absent]
        for rank, who in enumerate(there, start=1):
            total[who] += sum(Fraction(i.amount or 0) for i in plan if i.first <= rank <= i.last)
    return {who: amount / len(orders) for who, amount in total.items()}


def paid_to(awards: Sequence[Award], who: str) -> Fraction:
    return sum((Fraction(one.amount or 0) for one in awards if one.who == who), Fraction(0))


@run_settings(max_examples=60)
@given(rankings(), plans, absentees)
def test_shares_are_what_drawing_lots_would_give_on_average(groups, plan, absent):
    plan = [Item("event", i.first, i.last, i.amount) for i in plan if i.amount]
    outcome = award({"event": ranking(*groups)}, plan, SHARED, absent={"event": absent})
    assert outcome.undecided == ()
    for who, amount in average_over_all_orders(groups, plan, absent).items():
        assert abs(paid_to(outcome.awards, who) - amount) < Fraction(1, 100)


@run_settings(max_examples=60)
@given(rankings(), plans, absentees, st.permutations(PEOPLE))
def test_play_off_of_all_gives_what_its_order_gives(groups, plan, absent, decision):
    plan = [Item("event", i.first, i.last, i.amount, i.thing) for i in plan]
    outcome = award({"event": ranking(*groups)}, plan, PLAIN, absent={"event": absent}, decisions=[decision])
    parted = [who for group in groups for who in sorted(group, key=decision.index)]
    expected = average_over_all_orders(parted, plan, absent)
    assert {who: paid_to(outcome.awards, who) for who in PEOPLE} == expected


@given(rankings(), plans, cents)
def test_fines_handed_out_are_all_there(groups, plan, pool):
    known = {"event": ranking(*groups), "team": ranking(teams=True), "series-1": ranking()}
    more = with_pool(plan, pool, ["event", "team"])
    has_money = any(item.amount and item.ranking in ("event", "team") for item in plan)
    assert award(known, more, SHARED).money == promised(plan) + (pool if has_money else 0)
