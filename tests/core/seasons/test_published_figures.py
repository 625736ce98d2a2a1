"""The figures of published season rules, as questions of other programs."""

from __future__ import annotations

import pytest

from romme_turnier.core.seasons.formula import (
    Formula,
    FormulaFault,
    Join,
    KeepBest,
    MeanOfAtLeast,
    Minus,
    MinusTable,
    Missing,
    Need,
    PlacePoints,
    UnitKind,
    Value,
    formula_faults,
)
from tests.core.seasons.questions import a_list, ask, by_stored, lists, table

MOST_WIN = "scoring_points"


def test_mean_over_at_least_24_lists_counts_missing_ones_as_0():
    played = [*lists("a", [1020] * 20), *lists("b", [1000] * 24), *lists("c", [950] * 31)]
    answered = ask({"value": MOST_WIN, "join": {"mean_of_at_least": 24, "missing": "0"}}, played)
    assert table(answered) == [(1, "b", "1000.00"), (2, "c", "950.00"), (3, "a", "850.00")]
    assert [(row["units"], row["used"]) for row in answered["rows"]] == [(24, 24), (31, 31), (20, 20)]


@pytest.mark.parametrize(
    ("missing", "refused"),
    [(0, True), (-5, True), (500, False), (Missing.OWN_WORST, False), (Missing.WORST, False)],
)
def test_missing_lists_must_not_count_0_where_the_fewest_win(missing, refused):
    assert (FormulaFault.MISSING_HELPS in formula_faults(Formula(join=MeanOfAtLeast(24, missing)))) is refused
    assert list(formula_faults(Formula(value=Value.SCORING_POINTS, join=MeanOfAtLeast(24)))) == []


@pytest.mark.parametrize(("missed", "value"), [(16, "1100.00"), (17, "1099.00"), (18, "1096.00"), (21, "1075.00")])
def test_deduction_is_the_square_of_the_lists_missed_beyond_16(missed, value):
    formula = {"value": MOST_WIN, "join": "mean", "minus": {"over": 16, "from": 17, "power": 2, "times": "1"}}
    answered = ask(formula, lists("a", [1100] * (41 - missed)), offered=41)
    assert table(answered) == [(1, "a", value)]


def test_deduction_is_added_where_the_fewest_win():
    formula = {"join": "mean", "minus": {"over": 16, "power": 2}}
    (row,) = ask(formula, lists("a", [1100] * 20, "result"), offered=41)["rows"]
    assert (row["value"], row["minus"]) == ("1125.00", "25.00")


@pytest.mark.parametrize(("missed", "minus"), [(30, "0.00"), (31, "225.00")])
def test_deduction_from_31_missed_on_has_a_cliff(missed, minus):
    formula = {"value": MOST_WIN, "join": "mean", "minus": {"over": 16, "from": 31, "power": 2}}
    (row,) = ask(formula, lists("a", [1100] * (41 - missed)), offered=41)["rows"]
    assert row["minus"] == minus
    assert list(map(Minus(16, 31, 2).amount, (30, 31))) == [0, 225]


def test_best_7_of_9_results_are_added():
    values = ["61.2", "58.4", "57.0", "55.5", "54.1", "53.9", "52.0", "49.8", "47.3"]
    (row,) = ask({"value": MOST_WIN, "keep": {"best": 7}}, lists("a", reversed(values)))["rows"]
    assert (row["value"], row["units"], row["used"]) == ("392.10", 9, 7)


def test_need_of_12_of_13_is_4_after_4_evenings():
    played = [*lists("a", [60, 55, 50, 45]), *lists("b", [99, 99, 99])]
    formula = {"value": MOST_WIN, "keep": {"best": 3}, "join": "mean", "need": {"need": 12, "of": 13}}
    answered = ask(formula, played)
    assert table(answered) == [(1, "a", "55.00")]
    assert answered["unranked"] == [{"player": "b", "units": 3, "missing": 1}]


def test_month_counts_with_6_series_and_the_year_with_9_months():
    def year(player, *series_by_month):
        return [
            a_list(player, at, day=f"2026-{month:02}-{at:02}", scoring_points=10)
            for month, series in enumerate(series_by_month, start=1)
            for at in range(1, series + 1)
        ]

    played = [*year("a", *[6] * 9, 5), *year("b", *[7] * 8, *[5] * 4), *year("c", *[20] * 8)]
    answered = ask({"value": MOST_WIN, "unit": "month", "month_needs": 6, "need": 9}, played)
    assert answered["rows"] == [{"rank": 1, "player": "a", "value": "540.00", "units": 9, "used": 9, "minus": "0.00"}]
    assert answered["unranked"] == [{"player": player, "units": 8, "missing": 1} for player in "bc"]


def test_best_positive_result_of_each_state_counts():
    by_state = [("BY", 41), ("BY", 17), ("BE", -3), ("HE", 22), ("NI", 8)]
    played = [a_list("a", at, group=state, scoring_points=points) for at, (state, points) in enumerate(by_state)]
    (row,) = ask({"value": MOST_WIN, "positive": True, "keep": {"best_per": "group", "n": 1}}, played)["rows"]
    assert (row["value"], row["units"], row["used"]) == ("71.00", 4, 3)


@pytest.mark.parametrize(
    ("formula", "faults"),
    [
        (Formula(join=Join.MEAN), []),
        (Formula(), [FormulaFault.FEWER_HELP]),
        (Formula(value=Value.TABLE_POINTS), []),
        (Formula(keep=KeepBest(7), need=Need(7)), []),
        (Formula(keep=KeepBest(7), need=Need(6)), [FormulaFault.FEWER_HELP]),
        (Formula(keep=KeepBest(7), need=Need(7, of=9)), [FormulaFault.FEWER_HELP]),
        (Formula(join=Join.MEAN, minus=Minus(16, 17, 2)), []),
        (Formula(join=Join.MEAN, minus=Minus(16, 16, 2, 0)), []),
        (Formula(minus=Minus(16, 17, 2)), []),
        (Formula(join=Join.MEAN, need=Need(13, of=13)), []),
        (Formula(join=Join.MEAN, minus=Minus(16, 15, 2)), [FormulaFault.MINUS_HELPS]),
        (Formula(join=Join.MEAN, minus=Minus(16, 17, 2, -1)), [FormulaFault.MINUS_HELPS]),
        (Formula(join=Join.MEAN, need=Need(14, of=13)), [FormulaFault.NEED_ABOVE_OFFER]),
    ],
)
def test_formula_that_contradicts_itself_is_refused_by_its_field(formula, faults):
    assert list(formula_faults(formula)) == faults


CUP = [100, 80, 60, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11]


def test_points_for_the_first_20_places_of_an_evening():
    formula = {"value": MOST_WIN, "unit": "event", "places": {"points": CUP}}
    names = "abcdefghijklmnopqrstuv"  # 22 players
    played = [a_list(name, scoring_points=60 - place) for place, name in enumerate(names)]
    played += [a_list("a", 2, scoring_points=1), a_list("b", 2, scoring_points=9), a_list("c", 2, scoring_points=9)]
    values = {row["player"]: row["value"] for row in by_stored(formula, played)["rows"]}
    assert [values[name] for name in "abcdtuv"] == ["160.00", "180.00", "160.00", "50.00", "11.00", "0.00", "0.00"]


def test_points_counted_from_the_last_place():
    formula = {"unit": "event", "places": {"points": [1, 2, 3, 4, 5], "from_last": True}}
    played = [a_list(name, result=100 * place) for place, name in enumerate("abbc", 1)]  # b played two lists
    assert table(by_stored(formula, played)) == [(1, "b", "3.00"), (2, "a", "2.00"), (3, "c", "1.00")]
    best = [a_list(name, result=place) for place, name in enumerate("abcdefg", 1)]
    assert table(by_stored(formula, best))[:3] == [(1, "a", "5.00"), (1, "b", "5.00"), (1, "c", "5.00")]


@pytest.mark.parametrize(
    ("places", "value", "faults"),
    [
        (PlacePoints((3, 1)), Value.RESULT, []),
        (PlacePoints((1, 3)), Value.RESULT, [FormulaFault.WORSE_PLACE_HELPS]),
        (PlacePoints((3, 1), from_last=True), Value.TABLE_POINTS, [FormulaFault.WORSE_PLACE_HELPS]),
        (PlacePoints((1, 1, 3), from_last=True), Value.RESULT, []),
        (PlacePoints((3, 1)), Value.LISTS, [FormulaFault.PLACES_BY_LISTS]),
    ],
)
def test_points_must_fall_with_the_place(places, value, faults):
    assert list(formula_faults(Formula(value=value, places=places))) == faults


@pytest.mark.parametrize(
    ("players", "series", "counts"), [(32, 3, True), (31, 3, False), (32, 2, False), (40, 4, True)]
)
def test_only_events_from_32_players_and_3_rounds_count(players, series, counts):
    formula = {"unit": "event", "least": {"players": 32, "series": 3}, "places": {"points": CUP}}
    played = [
        a_list(f"p{player:02}", series=number, result=player)
        for player in range(players)
        for number in range(1, 1 + series)
    ]
    rows = by_stored(formula, played)["rows"]
    assert table({"rows": rows[:2]}) == ([(1, "p00", "100.00"), (2, "p01", "80.00")] if counts else [])


@pytest.mark.parametrize(
    ("missed", "value"), [(4, "1100.00"), (5, "1090.00"), (9, "1090.00"), (10, "1070.00"), (39, "1070.00")]
)
def test_deduction_from_a_table(missed, value):
    formula = {"value": MOST_WIN, "join": "mean", "minus_steps": [[5, 10], [10, 30]]}
    played = [*lists("a", [1100] * (40 - missed)), *lists("b", [0] * 40)]
    assert by_stored(formula, played)["rows"][0]["value"] == value


def test_steps_that_deduct_less_for_more_missed_units_are_a_fault():
    rising, falling = (
        Formula(join=Join.MEAN, minus=MinusTable(((1, low), (5, high)))) for low, high in ((1, 1), (2, 1))
    )
    assert list(formula_faults(rising)) == []
    assert list(formula_faults(falling)) == [FormulaFault.MINUS_STEPS_HELP]


def test_championship_counts_double():
    formula = {"value": MOST_WIN, "weights": {"championship": 2}}
    played = [
        a_list("a", 1, scoring_points=20, kind="championship"),
        a_list("a", 2, scoring_points=10),
        a_list("b", 1, scoring_points=10, kind="championship"),
        a_list("b", 2, scoring_points=25),
    ]
    assert table(by_stored(formula, played)) == [(1, "a", "50.00"), (2, "b", "45.00")]
    places = {"unit": "event", "places": {"points": [3, 1]}, "weights": {"championship": "1.5"}, "value": MOST_WIN}
    assert table(by_stored(places, played)) == [(1, "a", "5.50"), (2, "b", "4.50")]


@pytest.mark.parametrize(
    ("formula", "faults"),
    [
        (Formula(value=Value.SCORING_POINTS, weights=(("cup", 2),)), []),
        (Formula(join=Join.MEAN, weights=(("cup", 2),)), [FormulaFault.WEIGHT_PUNISHES]),
        (Formula(places=PlacePoints((2, 1)), weights=(("cup", 2),)), []),
        (
            Formula(places=PlacePoints((2, 1)), unit=UnitKind.MONTH, weights=(("cup", 2),)),
            [FormulaFault.WEIGHT_OF_MONTHS],
        ),
    ],
)
def test_weights_must_help(formula, faults):
    assert list(formula_faults(formula)) == faults
