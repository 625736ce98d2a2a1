"""Each step of the order in which a ranking is made."""

from __future__ import annotations

from fractions import Fraction

import pytest

from romme_turnier.core.seasons.formula import (
    DropWorst,
    Formula,
    Join,
    KeepBest,
    MeanOfAtLeast,
    Minus,
    Missing,
    Need,
    Result,
    Tie,
    UnitKind,
    Value,
)
from romme_turnier.core.seasons.ranking import Computation, Fate, rank, two_digits
from tests.core.seasons.questions import a_list, ask, lists, table

MOST_WIN = "scoring_points"


def units(answered):
    return {row["player"]: row["units"] for row in answered["rows"] + answered["unranked"]}


# 1. The results taken


def test_only_the_kinds_and_series_taken_count():
    played = [a_list("a", 1), a_list("a", 2, series=2), a_list("a", 3, kind="cup"), a_list("b", 3, kind="cup")]
    assert units(ask({}, played)) == {"a": 3, "b": 1}
    assert units(ask({"take": {}}, played)) == {"a": 3, "b": 1}
    assert units(ask({"take": {"series": [1]}}, played)) == {"a": 2, "b": 1}
    assert units(ask({"take": {"kinds": ["evening"], "series": [1, 5]}}, played)) == {"a": 1}
    assert units(ask({"take": {"kinds": []}}, played)) == {}


# 2. The number of units offered


def test_offered_units_are_counted_with_those_of_guests_if_their_number_is_not_given():
    played = [*lists("a", [5]), *lists("g", [5] * 4, guest=True), a_list("x", 9, kind="cup")]
    formula = {"value": MOST_WIN, "take": {"kinds": ["evening"]}, "minus": {"over": 0, "power": 1}}
    assert ask(formula, played)["rows"][0]["minus"] == "3.00"
    assert ask(formula, played, offered=11)["rows"][0]["minus"] == "10.00"


@pytest.mark.parametrize(("unit", "minus"), [("list", "3.00"), ("event", "2.00"), ("month", "1.00")])
def test_offered_units_are_of_the_kind_of_the_formula(unit, minus):
    others = [a_list("b", 1), a_list("b", 1, series=2), a_list("b", 2), a_list("b", 40)]
    formula = {"value": MOST_WIN, "unit": unit, "minus": {"over": 0, "power": 1}}
    answered = ask(formula, [*others, a_list("a", 1)])
    assert {row["player"]: row["minus"] for row in answered["rows"]} == {"a": minus, "b": "0.00"}


# 3. Guests


def test_results_as_a_guest_count_only_if_the_formula_says_so():
    played = [*lists("a", [10, 20]), a_list("a", 3, guest=True, scoring_points=40), *lists("g", [50], guest=True)]
    assert table(ask({"value": MOST_WIN}, played)) == [(1, "a", "30.00")]
    assert ask({"value": MOST_WIN}, played)["unranked"] == []
    assert table(ask({"value": MOST_WIN, "who": {}}, played)) == [(1, "a", "30.00")]
    assert table(ask({"value": MOST_WIN, "who": {"guests": True}}, played)) == [(1, "a", "70.00"), (2, "g", "50.00")]


# 4. Units


def test_unit_is_worth_the_sum_of_its_lists():
    played = [a_list("a", 1), a_list("a", 1, series=2), a_list("a", 2), a_list("a", 40)]
    assert units(ask({"unit": "list"}, played)) == {"a": 4}
    assert units(ask({"unit": "event"}, played)) == {"a": 3}
    assert units(ask({"unit": "month"}, played)) == {"a": 2}
    best = {"unit": "event", "value": MOST_WIN, "keep": {"best": 1}}
    assert table(ask(best, played)) == [(1, "a", "60.00")]


@pytest.mark.parametrize(("value", "sum_of_all"), [("result", "600.00"), ("table_points", "3.00"), ("lists", "2.00")])
def test_value_of_a_list(value, sum_of_all):
    assert table(ask({"value": value}, [a_list("a", 1), a_list("a", 2)])) == [(1, "a", sum_of_all)]


def test_two_events_on_one_day_and_one_event_on_two_days_are_different_units():
    day = a_list("a", 1)["day"]
    played = [a_list("a", 1, event="x"), a_list("a", 1, event="y"), a_list("a", 2, event="x")]
    assert day == played[1]["day"] != played[2]["day"]
    assert units(ask({"unit": "event"}, played)) == {"a": 3}


def test_month_with_fewer_lists_than_it_needs_is_missing():
    played = [a_list("a", 1), a_list("a", 2), a_list("a", 40), *(a_list("b", at) for at in (1, 2, 3, 40, 41))]
    answered = ask({"value": MOST_WIN, "unit": "month", "month_needs": 2, "minus": {"over": 0, "power": 1}}, played)
    assert table(answered) == [(1, "b", "150.00"), (2, "a", "59.00")]


def test_unit_that_is_not_positive_is_missing():
    answered = ask(
        {"value": MOST_WIN, "positive": True, "need": 2, "minus": {"over": 0, "power": 1}},
        [*lists("a", [5, 0, -4, 7]), *lists("b", [0, 1])],
    )
    assert table(answered) == [(1, "a", "10.00")]
    assert answered["unranked"] == [{"player": "b", "units": 1, "missing": 1}]


# 5. The units that a player needs


def test_need_is_compared_with_the_units_before_any_is_dropped():
    answered = ask({"value": MOST_WIN, "need": 3, "keep": {"best": 1}}, [*lists("a", [1, 2, 3]), *lists("b", [9, 9])])
    assert table(answered) == [(1, "a", "3.00")]
    assert answered["unranked"] == [{"player": "b", "units": 2, "missing": 1}]


@pytest.mark.parametrize(("offered", "missing"), [(1, 0), (2, 1), (13, 11), (14, 12), (26, 23)])
def test_growing_need_is_rounded_up_and_not_capped(offered, missing):
    answered = ask({"need": {"need": 12, "of": 13}}, lists("a", [1]), offered=offered)
    assert sum(row["missing"] for row in answered["unranked"]) == missing


# 6. The units kept


def test_best_units_follow_the_direction_of_the_value():
    played = [a_list("a", at, result=value, scoring_points=value) for at, value in enumerate((30, 10, 20))]
    assert table(ask({"keep": {"best": 2}}, played)) == [(1, "a", "30.00")]
    assert table(ask({"keep": {"drop": 2}}, played)) == [(1, "a", "10.00")]
    assert table(ask({"keep": {"best": 2}, "value": MOST_WIN}, played)) == [(1, "a", "50.00")]
    assert table(ask({"keep": {"drop": 0}, "value": MOST_WIN}, played)) == [(1, "a", "60.00")]


@pytest.mark.parametrize(("need", "missing"), [(None, 1), (2, 1), (5, 3)])
def test_player_without_a_unit_kept_is_unranked(need, missing):
    formula = {"keep": {"drop": 2}} | ({} if need is None else {"need": need})
    assert ask(formula, lists("a", [1, 2]))["unranked"] == [{"player": "a", "units": 2, "missing": missing}]


def test_player_without_any_unit_is_unranked_with_0_units():
    answered = ask({"value": MOST_WIN, "positive": True, "need": 4}, lists("a", [0]))
    assert answered == {"rows": [], "unranked": [{"player": "a", "units": 0, "missing": 4}]}


def test_best_per_group_keeps_some_of_each():
    played = [a_list("a", at, group="xxxyy"[at], scoring_points=at) for at in range(5)]
    (row,) = ask({"value": MOST_WIN, "keep": {"best_per": "group", "n": 2}}, played)["rows"]
    assert (row["value"], row["units"], row["used"]) == ("10.00", 5, 4)


# 7. Sum and means


def test_divisor_is_the_larger_of_the_least_number_and_the_units_kept():
    formula = {"value": MOST_WIN, "join": {"mean_of_at_least": 3, "missing": "4.5"}}
    played = [*lists("a", [10, 20]), *lists("b", [10, 20, 30, 40])]
    assert table(ask(formula, played)) == [(1, "b", "25.00"), (2, "a", "11.50")]
    assert table(ask(formula | {"keep": {"best": 2}}, played)) == [(1, "b", "24.83"), (2, "a", "11.50")]


def test_missing_units_may_count_as_the_players_worst_kept_unit():
    formula = {"value": MOST_WIN, "keep": {"best": 2}, "join": {"mean_of_at_least": 4, "missing": "own_worst"}}
    assert table(ask(formula, lists("a", [1, 10, 20]))) == [(1, "a", "12.50")]


def test_missing_units_may_count_as_the_worst_of_everybody_even_if_unranked_and_dropped():
    formula = {"keep": {"best": 1}, "need": 2, "join": {"mean_of_at_least": 2, "missing": "worst"}}
    played = [*lists("a", [100, 200], "result"), *lists("b", [900], "result"), *lists("g", [999], "result", guest=True)]
    assert table(ask(formula, played)) == [(1, "a", "500.00")]
    assert table(ask(formula | {"who": {"guests": True}}, played)) == [(1, "a", "549.50")]
    own = lists("a", [100, 950], "result")
    assert table(ask(formula, own)) == [(1, "a", "525.00")]


# 8. The deduction


def test_deduction_counts_units_before_any_is_dropped():
    formula = {"value": MOST_WIN, "keep": {"best": 1}, "minus": {"over": 1, "power": 1, "times": "0.25"}}
    (row,) = ask(formula, lists("a", [10, 20, 30]), offered=6)["rows"]
    assert (row["value"], row["minus"]) == ("29.50", "0.50")


def test_deduction_begins_one_above_those_free_and_is_taken_from_0_as_well():
    formula = {"value": MOST_WIN, "minus": {"over": 2, "power": 2, "times": "1.5"}}
    answered = [ask(formula, lists("a", [0]), offered=offered) for offered in (3, 4, 5)]
    assert [table(after) for after in answered] == [[(1, "a", value)] for value in ("0.00", "-1.50", "-6.00")]


def test_more_units_than_were_offered_miss_none():
    formula = {"value": MOST_WIN, "minus": {"over": 0, "from": 0, "power": 1}}
    assert ask(formula, lists("a", [1, 1, 1]), offered=2)["rows"][0]["minus"] == "0.00"


# 9. Ranks


def test_the_fewest_win_for_results_and_the_most_otherwise():
    played = [a_list("a", 1, result=10, scoring_points=10), a_list("b", 1, result=20, scoring_points=20)]
    assert [row["player"] for row in ask({}, played)["rows"]] == ["a", "b"]
    assert [row["player"] for row in ask({"value": MOST_WIN}, played)["rows"]] == ["b", "a"]


def test_values_are_compared_exactly_and_not_as_shown():
    played = [*lists("a", [1, 1, 2]), *lists("b", ["1.333333"])]
    assert table(ask({"value": MOST_WIN, "join": "mean"}, played)) == [(1, "a", "1.33"), (2, "b", "1.33")]
    tenths = [*lists("a", ["0.1", "0.2"]), *lists("b", ["0.3"])]
    assert table(ask({"value": MOST_WIN}, tenths)) == [(1, "a", "0.30"), (1, "b", "0.30")]


def test_equal_rows_share_a_rank_in_order_of_the_player():
    played = [a_list(player) for player in ("Ü", "b", "a", "B")] + [a_list("z", result=1), a_list("y", result=999)]
    ranks = [(rank, player) for rank, player, _ in table(ask({}, played))]
    assert ranks == [(1, "z"), (2, "B"), (2, "a"), (2, "b"), (2, "Ü"), (6, "y")]
    unranked = ask({"need": 2}, played)["unranked"]
    assert [row["player"] for row in unranked] == ["B", "a", "b", "y", "z", "Ü"]


@pytest.mark.parametrize("tie", ["ended", "handrommes"])
def test_more_games_ended_and_more_handrommes_decide_over_all_lists(tie):
    played = [
        *(a_list("a", at, **{tie: 1}) for at in (1, 2)),
        *(a_list("b", at, **{tie: 1}) for at in (1, 2)),
        a_list("b", 3, result=999, **{tie: 1}),  # dropped, and counts nevertheless
        a_list("a", 4, result=999, guest=True, **{tie: 9}),
    ]
    answered = ask({"keep": {"best": 2}, "ties": [tie]}, played)
    assert [(rank, player) for rank, player, _ in table(answered)] == [(1, "b"), (2, "a")]


def test_fewer_units_decide():
    played = [*lists("a", [10, 20]), *lists("b", [30])]
    assert [player for _, player, _ in table(ask({"value": MOST_WIN, "ties": ["fewer_units"]}, played))] == ["b", "a"]


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ([10, 20], [20, 10], "a"),  # the last unit
        ([10, 20, 5], [20, 10, 5], "a"),  # the last but one
        ([-5, 20], [15], "a"),  # the last of each, although on different evenings
        ([0, 15], [15], "b"),  # no second unit
    ],
)
def test_last_unit_decides_then_the_one_before(a, b, winner):
    answered = ask({"value": MOST_WIN, "ties": ["last"]}, [*lists("a", a), *lists("b", b)])
    assert answered["rows"][0]["value"] == answered["rows"][1]["value"]
    assert [(row["rank"], row["player"] == winner) for row in answered["rows"]] == [(1, True), (2, False)]


def test_last_units_are_ordered_by_day_event_and_series():
    def on_one_day(player, *order):
        return [
            a_list(player, day="2026-05-05", event=event, series=series, scoring_points=points)
            for event, series, points in order
        ]

    played = on_one_day("a", ("y", 2, 3), ("x", 9, 1), ("y", 1, 2)) + on_one_day(
        "b", ("y", 1, 3), ("y", 2, 2), ("x", 9, 1)
    )
    assert [player for _, player, _ in table(ask({"value": MOST_WIN, "ties": ["last"]}, played))] == ["a", "b"]


def test_last_unit_is_compared_even_if_it_is_dropped():
    played = [*lists("a", [30, 2]), *lists("b", [30, 3])]
    formula = {"value": MOST_WIN, "keep": {"best": 1}, "ties": ["last"]}
    assert [player for _, player, _ in table(ask(formula, played))] == ["b", "a"]


def test_criteria_decide_in_the_order_of_the_formula():
    played = [a_list("a", 1, ended=5, handrommes=0), a_list("b", 1, ended=1, handrommes=2)]
    assert [player for _, player, _ in table(ask({"ties": ["ended", "handrommes"]}, played))] == ["a", "b"]
    assert [player for _, player, _ in table(ask({"ties": ["handrommes", "ended"]}, played))] == ["b", "a"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        *((Fraction(1, 3), "0.33"), (Fraction(5, 1000), "0.01"), (Fraction(-5, 1000), "-0.01"), (-12, "-12.00")),
        *((Fraction(-4, 1000), "0.00"), (Fraction("2.675"), "2.68"), (10**30, f"{10**30}.00"), (0, "0.00")),
    ],
)
def test_halves_are_rounded_away_from_zero_and_zero_has_no_sign(value, shown):
    assert two_digits(value) == shown


# The computation of a row


def one_player(formula: Formula, *points: int) -> Computation:
    results = [
        Result("a", f"e{at}", f"2026-01-{at:02}", "evening", 1, 0, amount, 0, 0, 0, guest=False)
        for at, amount in enumerate(points, start=1)
    ]
    (row,) = rank(results, formula, offered=20).rows
    return row.computation


def test_computation_names_the_units_and_why_they_do_not_count():
    computation = one_player(Formula(value=Value.SCORING_POINTS, positive=True, keep=KeepBest(2)), 5, 9, -1, 5)
    assert [(unit.key, unit.value, unit.fate) for unit in computation.units] == [
        (("2026-01-01", "e1", 1), 5, Fate.KEPT),  # of equal units the first is kept
        (("2026-01-02", "e2", 1), 9, Fate.KEPT),
        (("2026-01-03", "e3", 1), -1, Fate.NOT_POSITIVE),
        (("2026-01-04", "e4", 1), 5, Fate.DROPPED),
    ]
    assert (computation.count, computation.used) == (3, 2)


def test_computation_names_short_months():
    computation = one_player(Formula(unit=UnitKind.MONTH, month_needs=2, value=Value.LISTS), 1, 1)
    assert [(unit.key, unit.lists, unit.fate) for unit in computation.units] == [(("2026-01",), 2, Fate.KEPT)]
    result = Result("a", "e", "2026-01-01", "evening", 1, 0, 0, 0, 0, 0, guest=False)
    (row,) = rank([result], Formula(unit=UnitKind.MONTH, month_needs=2)).unranked
    assert ([unit.fate for unit in row.units], row.count, row.missing) == ([Fate.SHORT_MONTH], 0, 1)


def test_computation_names_the_value_of_missing_units_and_the_deduction():
    join = MeanOfAtLeast(5, Missing.OWN_WORST)
    formula = Formula(value=Value.SCORING_POINTS, keep=DropWorst(1), join=join, minus=Minus(15, 16, 2))
    computation = one_player(formula, 1, 7, 9)
    assert (computation.filled, computation.filled_with) == (3, 7)
    assert (computation.before_minus, computation.missed, computation.minus) == (Fraction(37, 5), 17, 4)
    assert computation.value == Fraction(17, 5)
    assert one_player(Formula(join=Join.MEAN), 1).filled_with is None


def test_ranking_says_the_units_offered_and_needed():
    ranking = rank([], Formula(need=Need(12, of=13), ties=(Tie.LAST,)), offered=4)
    assert (ranking.offered, ranking.needs, ranking.rows, ranking.unranked) == (4, 4, (), ())
