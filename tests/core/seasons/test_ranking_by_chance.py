"""Rankings against an independent reading of the rules: subsets tried, players compared in pairs, each rank counted.

It works on the JSON of the question, or of a stored formula, and shares no code with the program.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.core.seasons.questions import Json, a_list, ask, by_stored

PLACES = [
    *product("abcd", [("2026-01-06", "x"), ("2026-01-06", "y"), ("2026-01-13", "x"), ("2026-02-03", "z")], (1, 2))
]
AMOUNTS = [-3, -2, -1, 0, 1, 1, 2, 3, "0.5", "-1.25", "2.0"]
CHOICES: dict[str, list[Any]] = {
    "take": [{}, {"kinds": ["evening"]}, {"kinds": ["evening", "cup"], "series": [1]}],
    "who": [{}, {"guests": True}, {"guests": True}, {"guests": False}],
    "unit": ["list", "event", "month"],
    "month_needs": [1, 2, 3],
    "positive": [True, False],
    "value": ["result", "scoring_points", "table_points", "lists"],
    "keep": [
        *({"best": number} for number in (1, 2, 3, 4)),
        *({"drop": number} for number in (0, 1, 2, 3)),
        *({"best_per": "group", "n": number} for number in (1, 1, 2, 2)),
    ],
    "join": [
        *("sum", "mean"),
        *({"mean_of_at_least": number} for number in (1, 3)),
        *(
            {"mean_of_at_least": number, "missing": missing}
            for number in (2, 4)
            for missing in ("own_worst", "worst", "-0.5", 2)
        ),
    ],
    "need": [0, 1, 2, 3, *({"need": need, "of": of} for need in (1, 4) for of in (2, 3))],
    "minus": [
        *({"over": over, "power": power} for over in (0, 1, 2) for power in (0, 1, 2, 3)),
        *({"over": over, "from": first, "power": 2, "times": "0.25"} for over in (0, 2) for first in (0, 2, 4)),
    ],
    "ties": [*([tie, other] for tie in ("ended", "handrommes", "fewer_units", "last") for other in ("last", "ended"))],
}


STORED_CHOICES: dict[str, list[Any]] = {  # fields of stored formulas only
    "least": [{}, {"players": 2}, {"players": 3}, {"series": 2}, {"players": 4, "series": 2}],
    "weights": [{"cup": 2}, {"cup": "0.5", "evening": 3}, {"evening": "1.25"}],
    "minus_steps": [[[1, 2]], [[2, 1], [3, 4]], [[1, 0], [2, 3], [5, 9]]],
    "places": [
        *({"points": points} for points in ([3, 1], [5, 4, 2, 0], [1])),
        *({"points": points, "from_last": True} for points in ([0, 1, 2, 3], [1, 2])),
        *("percent", "percent", "percent"),
    ],
}


def a_question(chance: Random) -> tuple[Json, list[Json], Json]:
    """Few players, days and small amounts, so that ties, equal units and short months are common."""
    formula = {key: chance.choice(choices) for key, choices in CHOICES.items() if chance.random() < 0.6}
    if formula.get("unit") == "month" and "best_per" in formula.get("keep", {}):
        del formula["keep"]
    group = {day_and_event: chance.choice("BH") for _, day_and_event, _ in PLACES}
    few: list[Any] = chance.choice([AMOUNTS, AMOUNTS, [1], [-1, 1]])
    results = [
        a_list(
            player,
            day=day,
            event=event,
            series=series,
            group=group[day, event],
            kind="cup" if event == "y" else "evening",
            **{value: chance.choice(few) for value in ("result", "scoring_points", "table_points")},
            ended=chance.randint(0, 2),
            handrommes=chance.randint(0, 1),
            guest=chance.random() < 0.2,
        )
        for player, (day, event), series in chance.choices(PLACES, k=chance.randint(0, 16))
    ]
    return formula, results, {} if chance.random() < 0.5 else {"offered": chance.randint(0, 12)}


Own = tuple[tuple[Any, ...], Fraction, str]  # the name of a unit, its worth, its group


def by_the_text(formula: Json, played: list[Json], offered: int | None = None) -> Json:
    """The answer, step by step as the interface describes it."""
    unit = formula.get("unit", "list")
    take = formula.get("take", {})
    left = [r for r in played if "kinds" not in take or r["kind"] in take["kinds"]]  # 1
    left = [r for r in left if "series" not in take or r["series"] in take["series"]]
    least = formula.get("least", {})
    for field in ("player", "series"):
        sizes = {r["event"]: len({other[field] for other in played if other["event"] == r["event"]}) for r in played}
        left = [r for r in left if sizes[r["event"]] >= least.get({"player": "players"}.get(field, field), 0)]
    if offered is None:  # 2
        offered = len({named(unit, r) for r in left})
    if not formula.get("who", {}).get("guests", False):  # 3
        left = [r for r in left if not r["guest"]]
    own = {player: own_units(formula, [r for r in left if r["player"] == player]) for player in players(left)}  # 4
    if "places" in formula:
        own = {player: by_place(formula, left, own, player) for player in own}
    need = formula.get("need", 0)  # 5
    if isinstance(need, dict):
        need = ceil(Fraction(need["need"] * offered, need["of"]))
    lines, unranked = {}, []
    for player, units in own.items():
        kept = kept_of(units, formula.get("keep"), few=fewest(formula))  # 6
        if len(units) < need or not kept:
            unranked.append({"player": player, "units": len(units), "missing": max(need - len(units), 1)})
            continue
        everything = [worth for units in own.values() for _, worth, _ in units]
        total = joined(formula.get("join", "sum"), kept, everything, few=fewest(formula))  # 7
        deduction = deducted(formula.get("minus"), offered - len(units))  # 8
        for start, amount in formula.get("minus_steps", []):
            deduction = Fraction(amount) if offered - len(units) >= start else deduction
        value = total + deduction if fewest(formula) else total - deduction
        lines[player] = (value, len(units), len(kept), deduction)
    rows = [
        {
            "rank": 1 + sum(beats(formula, left, own, lines, (other, player)) for other in lines),  # 9
            "player": player,
            "value": shown(value),
            "units": units,
            "used": used,
            "minus": shown(deduction),
        }
        for player, (value, units, used, deduction) in lines.items()
    ]
    return {
        "rows": sorted(rows, key=lambda row: (row["rank"], row["player"])),
        "unranked": sorted(unranked, key=lambda row: row["player"]),
    }


def players(results: list[Json]) -> set[str]:
    return {result["player"] for result in results}


def fewest(formula: Json) -> bool:
    return formula.get("value", "result") == "result" and "places" not in formula


def named(unit: str, result: Json) -> tuple[Any, ...]:
    return {
        "list": (result["day"], result["event"], result["series"]),
        "event": (result["day"], result["event"]),
        "month": (result["day"][:7],),
    }[unit]


def own_units(formula: Json, results: list[Json]) -> list[Own]:
    unit, value = formula.get("unit", "list"), formula.get("value", "result")
    units = []
    for name in sorted({named(unit, result) for result in results}):
        lists = [result for result in results if named(unit, result) == name]
        weights = {"cup": 1, "evening": 1, "tournament": 1} | formula.get("weights", {})
        worths = [
            Fraction(1 if value == "lists" else result[value]) * Fraction(weights[result["kind"]]) for result in lists
        ]
        worth = sum(worths, Fraction(0))
        if unit == "month" and len(lists) < formula.get("month_needs", 0):
            continue
        if formula.get("positive", False) and "places" not in formula and not worth > 0:
            continue
        units.append((name, worth, lists[0]["group"]))
    return units


def by_place(formula: Json, left: list[Json], own: dict[str, list[Own]], player: str) -> list[Own]:
    """The units of a player, each worth the points for its place, or the percentage of those beaten."""
    places = formula["places"]
    points, from_last = ([0], False) if places == "percent" else (places["points"], places.get("from_last", False))
    units = []
    for name, _, group in own[player]:
        rivals = [other for other in own if name in [unit[0] for unit in own[other]]]
        better = sum(is_ahead(formula, left, name, other, player) for other in rivals)
        from_the_end = points[min(len(rivals) - better, len(points)) - 1]
        worth = from_the_end if from_last else [*points, *[0] * better][better]
        if places == "percent":
            duels = [
                Fraction(100) if is_ahead(formula, left, name, player, other) else Fraction(50)
                for other in rivals
                if other != player and not is_ahead(formula, left, name, other, player)
            ]
            worth = sum(duels, Fraction(0)) / (len(rivals) - 1) if len(rivals) > 1 else Fraction(50)
        kind = next(r["kind"] for r in left if r["player"] == player and named(formula.get("unit", "list"), r) == name)
        worth = Fraction(worth) * Fraction(formula.get("weights", {}).get(kind, 1))
        if worth > 0 or not formula.get("positive", False):
            units.append((name, worth, group))
    return units


def is_ahead(formula: Json, left: list[Json], name: tuple[Any, ...], a: str, b: str) -> bool:
    value = formula.get("value", "result")
    mine, others = (
        [r for r in left if r["player"] == player and named(formula.get("unit", "list"), r) == name]
        for player in (a, b)
    )

    def both(field: str) -> tuple[Fraction, Fraction]:
        first, second = (sum(Fraction(r[field]) for r in lists) for lists in (mine, others))
        return Fraction(first), Fraction(second)

    if value == "result" and len(mine) != len(others):
        return len(mine) > len(others)
    if value == "lists" and len(mine) != len(others):
        return len(mine) > len(others)
    if value != "lists":
        first, second = both(value)
        if first != second:
            return (first < second) is (value == "result")
    if value == "scoring_points":
        first, second = both("result")
        if first != second:
            return first < second
    for field in ("ended", "handrommes"):
        first, second = both(field)
        if first != second:
            return first > second
    return False


def kept_of(units: list[Own], keep: Json | None, *, few: bool) -> list[Fraction]:
    """The values of the units kept: the choice of that size with the best sum."""
    if keep is None:
        return [worth for _, worth, _ in units]
    if "best_per" in keep:
        groups = {group for _, _, group in units}
        parts = [kept_of([u for u in units if u[2] == group], {"best": keep["n"]}, few=few) for group in groups]
        return [worth for part in parts for worth in part]
    size = min(keep["best"], len(units)) if "best" in keep else max(len(units) - keep["drop"], 0)
    choices = [[worth for _, worth, _ in chosen] for chosen in combinations(units, size)]
    return (min if few else max)(choices, key=sum)


def joined(join: str | Json, kept: list[Fraction], everything: list[Fraction], *, few: bool) -> Fraction:
    counted = list(kept)
    if isinstance(join, dict):
        missing = join.get("missing", "0")
        if missing in ("own_worst", "worst"):
            missing = (max if few else min)(kept if missing == "own_worst" else everything)
        while len(counted) < join["mean_of_at_least"]:
            counted.append(Fraction(missing))
    total = sum(counted, Fraction(0))
    return total if join == "sum" else total / len(counted)


def deducted(minus: Json | None, missed: int) -> Fraction:
    if minus is None or missed < minus.get("from", minus["over"] + 1):
        return Fraction(0)
    deduction = Fraction(minus.get("times", "1"))
    for _ in range(minus["power"]):
        deduction *= missed - minus["over"]
    return deduction


def beats(
    formula: Json, left: list[Json], own: dict[str, list[Own]], lines: dict[str, tuple[Any, ...]], pair: tuple[str, str]
) -> bool:
    a, b = pair
    if lines[a][0] != lines[b][0]:
        return (lines[a][0] < lines[b][0]) is fewest(formula)
    for tie in formula.get("ties", []):
        if tie in ("ended", "handrommes"):
            mine, others = (sum(r[tie] for r in left if r["player"] == player) for player in (a, b))
            if mine != others:
                return bool(mine > others)
        elif tie == "fewer_units" and lines[a][1] != lines[b][1]:
            return bool(lines[a][1] < lines[b][1])
        elif tie == "last" and (first := first_by_last(own[a], own[b], few=fewest(formula))):
            return first == "a"
    return False


def first_by_last(a: list[Own], b: list[Own], *, few: bool) -> str:
    a, b = list(a), list(b)
    while a and b:
        mine, others = a.pop()[1], b.pop()[1]
        if mine != others:
            return "a" if (mine < others) is few else "b"
    return "" if not a and not b else "b" if a else "a"


def shown(number: Fraction) -> str:
    with localcontext() as context:
        context.prec, context.rounding = 60, ROUND_HALF_UP
        text = str((Decimal(number.numerator) / number.denominator).quantize(Decimal("0.01")))
    return "0.00" if text == "-0.00" else text


def test_ranking_is_that_of_the_text_for_many_questions():
    chance = Random("seasons")
    tied = 0
    for _ in range(800):
        formula, played, offered = a_question(chance)
        answered = ask(formula, played, **offered)
        assert answered == by_the_text(formula, played, **offered), (formula, played, offered)
        tied += len({row["value"] for row in answered["rows"]}) < len(answered["rows"])
    assert tied > 80


@settings(deadline=None)
@given(st.integers(0))
def test_ranking_is_that_of_the_text(seed):
    formula, played, offered = a_question(Random(seed))
    assert ask(formula, played, **offered) == by_the_text(formula, played, **offered)


def stored_formula(formula: Json, more: Json) -> Json:
    return {key: each for key, each in formula.items() if key != "minus" or "minus_steps" not in more} | more


@pytest.mark.parametrize("key", STORED_CHOICES)
def test_ranking_by_a_stored_formula_is_that_of_the_text(key):
    chance = Random(key)
    for _ in range(300):
        formula, played, _ = a_question(chance)
        formula = stored_formula(formula, {key: chance.choice(STORED_CHOICES[key])})
        assert by_stored(formula, played) == by_the_text(formula, played), (formula, played)


@settings(deadline=None)
@given(st.integers(0))
def test_order_of_the_results_does_not_matter(seed):
    chance = Random(seed)
    formula, played, offered = a_question(chance)
    assert ask(formula, played, **offered) == ask(formula, chance.sample(played, len(played)), **offered)


@settings(deadline=None)
@given(st.integers(0))
def test_guests_change_no_ranking_without_them_if_the_offer_is_given(seed):
    formula, played, _ = a_question(Random(seed))
    formula |= {"who": {"guests": False}}
    members = [result for result in played if not result["guest"]]
    assert ask(formula, played, offered=5) == ask(formula, members, offered=5)
