"""The stored form of formulas."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.json_questions import Fields, QuestionError
from romme_turnier.core.seasons.formula import Formula, Join, MeanOfAtLeast, Minus, Take
from romme_turnier.core.seasons.formula_json import STORED_KEYS, formula_to_json, read_formula
from tests.core.seasons.test_ranking_by_chance import STORED_CHOICES, a_question, stored_formula


def read(stored: object) -> Formula:
    return read_formula(Fields(stored, STORED_KEYS, "formula."))


def test_defaults_are_written_out():
    stored = {
        "take": {},
        "who": {"guests": False},
        "unit": "list",
        "month_needs": 1,
        "positive": False,
        "value": "result",
        "join": "sum",
        "ties": [],
    }
    assert formula_to_json(Formula()) == stored
    assert read(stored) == read({}) == Formula()


def test_numbers_are_decimal_strings_and_sets_are_sorted():
    formula = Formula(
        take=Take(frozenset({"b", "a"}), frozenset({3, 1})),
        join=MeanOfAtLeast(24, -500),
        minus=Minus(16, 17, 2),
    )
    stored = formula_to_json(formula)
    assert stored["take"] == {"kinds": ["a", "b"], "series": [1, 3]}
    assert stored["join"] == {"mean_of_at_least": 24, "missing": "-500"}
    assert stored["minus"] == {"over": 16, "from": 17, "power": 2, "times": "1"}


@settings(deadline=None)
@given(st.integers(0))
def test_stored_formula_is_read_back(seed):
    chance = Random(seed)
    more = {key: chance.choice(choices) for key, choices in STORED_CHOICES.items() if chance.random() < 0.5}
    formula = read(stored_formula(a_question(chance)[0], more))
    assert read(json.loads(json.dumps(formula_to_json(formula)))) == formula


@pytest.mark.parametrize("written", ["0.1", "-2.50", "9" * 99, "0." + "9" * 98, "-" + "9" * 49 + "." + "1" * 49, "0"])
def test_every_number_that_is_read_is_stored_exactly(written):
    formula = read(
        {"join": {"mean_of_at_least": 1, "missing": written}, "minus": {"over": 0, "power": 1, "times": written}}
    )
    assert read(formula_to_json(formula)) == formula


@pytest.mark.parametrize("points", [[], [-1], [1, None], ["1"], "1", None])
def test_points_by_place_are_whole_numbers(points):
    with pytest.raises(QuestionError) as refused:
        read({"places": {"points": points}})
    assert refused.value.at == "formula.places.points"


@pytest.mark.parametrize(
    "steps", [[], [[0, 1]], [[2, 1], [1, 3]], [[1, 1], [1, 2]], [[1, -1]], [[1, "1"]], [[1]], [1], [[True, 1]], None]
)
def test_steps_of_a_deduction_ascend(steps):
    with pytest.raises(QuestionError) as refused:
        read({"minus_steps": steps})
    assert refused.value.at == "formula.minus_steps"


@pytest.mark.parametrize("weights", [{"cup": 0}, {"cup": "-1"}, {"cup": None}, {"cup": 1.5}, [], None])
def test_weights_are_numbers_above_0(weights):
    with pytest.raises(QuestionError) as refused:
        read({"weights": weights})
    assert refused.value.at in ("formula.weights", "formula.weights.cup")


@pytest.mark.parametrize("months", [0, 121, "12", None, True])
def test_months_are_a_whole_number(months):
    assert formula_to_json(read({"months": 12}))["months"] == 12
    with pytest.raises(QuestionError) as refused:
        read({"months": months})
    assert refused.value.at == "formula.months"


@pytest.mark.parametrize("day", ["2026-02-30", "20261031", "2026-10-31 ", "31.10.2026", 20261031, None])
def test_key_day_is_a_day_of_the_calendar(day):
    assert formula_to_json(read({"key_day": "2026-10-31"}))["key_day"] == "2026-10-31"
    with pytest.raises(QuestionError) as refused:
        read({"key_day": day})
    assert refused.value.at == "formula.key_day"


def test_fault_of_a_stored_formula_is_named_by_its_path():
    with pytest.raises(QuestionError) as refused:
        read({"join": "median"})
    assert refused.value.at == "formula.join"
    assert formula_to_json(Formula(join=Join.MEAN))["join"] == "mean"
