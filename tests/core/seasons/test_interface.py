"""The questions of other programs: each line has one answer, and an error names its field."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from romme_turnier.core.seasons.__main__ import main
from romme_turnier.core.seasons.formula_json import FORMULA_KEYS, STORED_KEYS
from tests.core.seasons.questions import Json, a_list, answers, ask, lists

PAGE = Path(__file__).parents[3] / "docs" / "seasons.md"
FORMULA: Json = {
    "take": {"kinds": ["evening"], "series": [1]},
    "who": {"guests": False},
    "unit": "list",
    "month_needs": 6,
    "positive": False,
    "value": "result",
    "keep": {"best": 7},
    "join": {"mean_of_at_least": 24, "missing": "0"},
    "need": {"need": 12, "of": 13},
    "minus": {"over": 16, "from": 17, "power": 2, "times": "1"},
    "ties": ["ended", "handrommes", "fewer_units", "last"],
}
QUESTION: Json = {"id": 7, "ask": "ranking", "offered": 41, "formula": FORMULA, "results": [a_list(group="BY")]}
PER_GROUP: Json = {"keep": {"best_per": "group", "n": 1}}


def answer(question: object) -> Json:
    (answered,) = answers(json.dumps(question))
    return answered


def changed(path: str, value: object) -> Json:
    """Returns the question with another value at a path, such as "formula.keep.best"; ... takes the field away."""
    question = copy.deepcopy(QUESTION)
    *above, key = path.replace("[0]", ".0").split(".")
    at: Any = question
    for step in above:
        at = at[int(step) if step.isdigit() else step]
    if value is ...:
        del at[key]
    else:
        at[key] = value
    return question


def test_question_with_every_field_is_answered():
    assert answer(QUESTION) == {"id": 7, "rows": [], "unranked": [{"player": "a", "units": 1, "missing": 37}]}


def test_only_the_formula_and_the_number_offered_have_defaults():
    played = [a_list("a"), a_list("g", guest=True), a_list("b", 2, kind="cup", series=3, result=-5)]
    assert ask({}, played) == {
        "rows": [
            {"rank": 1, "player": "b", "value": "-5.00", "units": 1, "used": 1, "minus": "0.00"},
            {"rank": 2, "player": "a", "value": "300.00", "units": 1, "used": 1, "minus": "0.00"},
        ],
        "unranked": [],
    }


@pytest.mark.parametrize("name", [0, -1, "a", "", None, True, 1.5, [1, {"a": "ü"}], {"x": None}, "\ud800", 10**40])
def test_id_of_any_kind_comes_back(name):
    assert answer(QUESTION | {"id": name})["id"] == name
    refused = answer(QUESTION | {"id": name, "ask": 3})
    assert (refused["id"], refused["at"]) == (name, "ask")


def test_question_without_id_is_answered_with_null():
    assert answer(changed("id", ...)) == answer(QUESTION) | {"id": None}
    assert answer({"ask": 3})["id"] is None


@pytest.mark.parametrize("name", ["NaN", "1e400", "[-Infinity]", "1" * 5000])
def test_id_that_no_answer_can_repeat_is_refused(name):
    (refused,) = answers('{"id": ' + name + ', "ask": "ranking"}')
    assert (refused["id"], refused["at"]) == (None, "id")


REQUIRED = (
    *("ask", "formula", "results", "formula.minus.over", "formula.minus.power", "formula.need.of"),
    *("formula.need.need", "formula.join.mean_of_at_least"),
    *(f"results[0].{key}" for key in QUESTION["results"][0] if key != "group"),
)


@pytest.mark.parametrize("path", REQUIRED)
def test_missing_field_is_named(path):
    refused = answer(changed(path, ...))
    assert set(refused) == {"id", "error", "at"}
    assert (refused["id"], refused["at"]) == (7, path)


@pytest.mark.parametrize(
    "path",
    [
        *("offered", *(f"formula.{key}" for key in FORMULA), "formula.take.kinds", "formula.take.series"),
        *(
            "formula.who.guests",
            "formula.join.missing",
            "formula.minus.from",
            "formula.minus.times",
            "results[0].group",
        ),
    ],
)
def test_field_with_a_default_may_be_missing(path):
    assert "rows" in answer(changed(path, ...))


def test_group_is_required_only_to_keep_the_best_per_group():
    assert answer(changed("formula.keep", PER_GROUP["keep"]))["unranked"]
    question = changed("results[0].group", ...)
    question["formula"]["keep"] = PER_GROUP["keep"]
    assert answer(question)["at"] == "results[0].group"


@pytest.mark.parametrize(
    "path",
    [
        *("extra", "formula.extra", "formula.take.extra", "formula.who.extra", "formula.keep.extra"),
        *("formula.join.extra", "formula.need.extra", "formula.minus.extra", "results[0].extra", "formula.keep.n"),
        *(
            "formula.keep.drop",
            "formula.keep.best_per",
            *(f"formula.{key}" for key in sorted(STORED_KEYS - FORMULA_KEYS)),
        ),
    ],
)
def test_unknown_field_is_named(path):
    refused = answer(changed(path, 1))
    assert refused["at"] == path
    assert f'"{path}"' in refused["error"]


NEITHER: tuple[object, ...] = (None, [], {}, "x", "", True, 1.5, 1e300, -1, "1", [1], float("nan"), float("inf"))
WRONG: dict[str, tuple[object, ...]] = {
    "offered": (*NEITHER, 10**12),
    "formula": (*(value for value in NEITHER if value != {}), 1),
    "formula.take": (*(value for value in NEITHER if value != {}), 1),
    "formula.take.kinds": (None, "evening", 1, [1], [None], {}),
    "formula.take.series": (None, 1, "1", ["1"], [True], [1.0], {}),
    "formula.who": (None, True, [], 1),
    "formula.who.guests": (None, 0, 1, "true", [], {}),
    "formula.unit": (None, 1, "lists", "", [], {}, True),
    "formula.month_needs": (*NEITHER, 0),
    "formula.positive": (None, 0, "false"),
    "formula.value": (None, 1, "points", [], {}),
    "formula.keep": (*NEITHER, 7, "all"),
    "formula.keep.best": (*NEITHER, 0, 7.0, "seven"),
    "formula.join": (*(value for value in NEITHER if value != {}), 1, "median"),
    "formula.join.mean_of_at_least": (*NEITHER, 0),
    "formula.join.missing": (None, [], {}, "x", "", True, 1.5, "own worst", float("nan")),
    "formula.need": (*(value for value in NEITHER if value != {}), "12"),
    "formula.need.need": NEITHER,
    "formula.need.of": (*NEITHER, 0),
    "formula.minus": (*(value for value in NEITHER if value != {}), 1),
    "formula.minus.over": NEITHER,
    "formula.minus.from": NEITHER,
    "formula.minus.power": (*NEITHER, 101),
    "formula.minus.times": (None, [], {}, "x", "", True, 1.5),
    "formula.ties": (None, "last", {}, [1], ["last", "first"], [["last"]], [{}]),
    "results": (None, {}, "x", 1, True),
    "results[0]": (None, [], "x", 1, True),
    "results[0].player": (None, 1, [], {}, True),
    "results[0].event": (None, 1, [], {}, True),
    "results[0].kind": (None, 1, [], {}, True),
    "results[0].group": (None, 1, [], {}, True),
    "results[0].guest": (None, 0, 1, "no", [], {}),
    "results[0].series": (*NEITHER, 0),
    "results[0].ended": NEITHER,
    "results[0].handrommes": NEITHER,
    "ask": (None, 1, "", "rankings", ["ranking"]),
}


@pytest.mark.parametrize("path", WRONG)
def test_wrong_value_is_named_by_its_field(path):
    for value in WRONG[path]:
        question = copy.deepcopy(QUESTION)
        if path == "results[0]":
            question["results"] = [value]
        else:
            question = changed(path, value)
        refused = answer(question)
        assert set(refused) == {"id", "error", "at"}, value
        assert (refused["id"], refused["at"]) == (7, path), value
        assert path in refused["error"]


@pytest.mark.parametrize("path", ["result", "scoring_points", "table_points"])
def test_amount_is_an_integer_or_a_decimal_string(path):
    right: tuple[Any, ...] = (0, -5, 10**99, "0", "-0", "007", "2.5", "-0.125", "9" * 100)
    for amount in right:
        assert "rows" in answer(changed(f"results[0].{path}", amount)), amount
    wrong: tuple[Any, ...] = (
        None,
        True,
        1.0,
        2.5,
        [],
        {},
        "",
        " 1",
        "1 ",
        "1\n",
        "+1",
        ".5",
        "5.",
        "1,5",
        "1e3",
        "1e999999999",
        "1_0",
    )
    wrong += ("１２", "٣", "NaN", "inf", "0x1", "--1", "1/3", "9" * 101, 10**100, -(10**100), "1.2.3")
    for amount in wrong:
        refused = answer(changed(f"results[0].{path}", amount))
        assert refused["at"] == f"results[0].{path}", amount


@pytest.mark.parametrize("digits", [5000, 100_000])
def test_number_that_python_cannot_read_is_named_by_its_field(digits):
    (refused,) = answers(json.dumps(changed("results[0].result", 4711)).replace("4711", "9" * digits))
    assert (refused["id"], refused["at"]) == (7, "results[0].result")


def test_day_is_one_of_the_calendar():
    for day in ("2026-01-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"):
        assert "rows" in answer(changed("results[0].day", day)), day
    wrong: tuple[Any, ...] = (
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-01",
        "2026-04-31",
        "2026-01-00",
        "0000-01-01",
    )
    wrong += ("2026-1-1", "20260101", "01.01.2026", "2026-01-01T00:00", "２０26-01-01", "", None, 20260101)
    for day in wrong:
        assert answer(changed("results[0].day", day))["at"] == "results[0].day", day


def test_best_per_group_has_no_months_and_one_group_per_unit():
    assert answer(QUESTION | {"formula": PER_GROUP | {"unit": "month"}})["at"] == "formula.keep.best_per"
    one_evening = [a_list(group="BY"), a_list(group="HE", series=2)]
    for results, formula in (
        (one_evening, PER_GROUP),
        ([one_evening[0], one_evening[1] | {"player": "b"}], PER_GROUP | {"unit": "event"}),
        (one_evening, PER_GROUP | {"unit": "event", "take": {"series": [2]}}),
    ):
        assert "rows" in answer(QUESTION | {"formula": formula, "results": results})
    refused = answer(QUESTION | {"formula": PER_GROUP | {"unit": "event"}, "results": one_evening})
    assert refused["at"] == "results[1].group"


def test_largest_figures_are_still_answered():
    largest = {"minus": {"over": 0, "power": 100, "times": "9" * 100}, "join": {"mean_of_at_least": 10**9}}
    (row,) = ask(largest, [a_list(result="0." + "9" * 98)], offered=10**9)["rows"]
    assert len(row["minus"]) > 900


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "nonsense", "{", '{"id": 7', "[" * 100_000, '{"id":' * 100_000, "\ufeff{}", "\x00", "'a'"),
        *(b"\xff", b'{"id": "\xc3"}', b"\xed\xa0\x80", '{"id": 7}}', '{"id": 7,}'),
        *("null", "[]", "1", '"x"', "true", "NaN", "9" * 5000),
    ],
)
def test_line_that_is_no_question_is_answered_and_the_next_one_read(line):
    refused, answered = answers(line, json.dumps(QUESTION))
    assert set(refused) == {"id", "error", "at"}
    assert (refused["id"], refused["at"]) == (None, "")
    assert answered == answer(QUESTION)


def test_deep_nesting_within_a_question_is_refused():
    deep = "[" * 100_000 + "]" * 100_000
    assert [refused["at"] for refused in answers(f'{{"id": {deep}}}', f'{{"id": 1, "ask": {deep}}}')] == ["", ""]


def test_lone_surrogate_and_separators_of_lines_stay_within_a_name():
    names = ["\ud800", "a\u2028b", "a\nb\r", "\U0001f0a1"]
    answered = ask({}, [a_list(name) for name in names])
    assert [row["player"] for row in answered["rows"]] == sorted(names)


ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2.5, 1e300, float("nan"), float("inf"), 10**30, "", "1", "-2.5", "１", "\x00"),
    *([], [[]], [None], ["last"], [1], {}, {"": 1}, {"best": 1}, {"need": 0, "of": 1}, "list", "month", "2026-02-28"),
)


def paths_of(value: Any) -> list[tuple[Any, ...]]:
    """The places of all values within a question."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(), *((key, *path) for key, below in inner for path in paths_of(below))]


@pytest.mark.parametrize("path", [path for path in paths_of(QUESTION) if path], ids=str)
def test_any_value_at_any_place_has_one_answer(path):
    for value, renamed in product(ODD, (False, True)):
        question = copy.deepcopy(QUESTION)
        at: Any = question
        for step in path[:-1]:
            at = at[step]
        if renamed and isinstance(at, dict):
            at[str(value)] = at.pop(path[-1])
        else:
            at[path[-1]] = value
        assert set(answer(question)) in ({"id", "rows", "unranked"}, {"id", "error", "at"})


@settings(deadline=None)
@given(st.binary(max_size=40), st.integers(0))
def test_any_bytes_have_one_answer(noise, seed):
    chance = Random(seed)
    line = json.dumps(QUESTION).encode()
    cut = chance.randrange(len(line))
    spoiled = line[:cut] + noise.replace(b"\n", b"") + line[cut + chance.randrange(4) :]
    refused_or_not, answered = answers(spoiled, line)
    assert set(refused_or_not) in ({"id", "rows", "unranked"}, {"id", "error", "at"})
    assert answered == answer(QUESTION)


def test_the_module_answers_lines_without_django():
    program = "import sys, runpy; sys.argv = ['seasons', '--jsonl']; sys.modules['django'] = None\n"
    program += "runpy.run_module('romme_turnier.core.seasons', run_name='__main__')"
    question = QUESTION | {"formula": {}, "results": lists("Zoë\ud800", [1]), "id": "ü"}
    given_lines = json.dumps(question).encode() + b"\n\xff\n" + json.dumps(QUESTION).encode()
    done = subprocess.run([sys.executable, "-c", program], input=given_lines, capture_output=True, check=True)  # noqa: S603 - the interpreter that runs the tests
    first, second, third = map(json.loads, done.stdout.decode().splitlines())
    assert (first["id"], first["rows"][0]["player"]) == ("ü", "Zoë\ud800")
    assert second["at"] == ""
    assert third["id"] == 7


def test_the_command_asks_for_its_only_option(capsys):
    with pytest.raises(SystemExit):
        main([])
    assert "--jsonl" in capsys.readouterr().err


def test_examples_of_the_page_are_true():
    examples = re.findall(r"^→ (.+)\n← (.+)$", PAGE.read_text("utf-8"), re.M)
    assert len(examples) == 2
    assert answers(*(asked for asked, _ in examples)) == [json.loads(answered) for _, answered in examples]


def test_every_field_of_the_formula_is_on_the_page():
    text = PAGE.read_text("utf-8")
    assert [key for key in FORMULA if f"| `formula.{key}` |" not in text] == []
