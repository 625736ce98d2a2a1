"""Reads formulas and results from JSON, in questions of other programs and as stored; writes formulas as JSON."""

import re
from calendar import monthrange
from decimal import Context, Inexact
from typing import Any, assert_never

from romme_turnier.core.json_questions import DIGITS_MOST, Fields
from romme_turnier.core.seasons.formula import (
    DropWorst,
    Formula,
    Join,
    Keep,
    KeepBest,
    KeepBestPerGroup,
    MeanOfAtLeast,
    Minus,
    MinusTable,
    Missing,
    Need,
    Number,
    PlacePercent,
    PlacePoints,
    Result,
    Take,
    Tie,
    UnitKind,
    Value,
    unit_key,
)

COUNT_MOST = 1_000_000_000
POWER_MOST = 100
MONTHS_MOST = 120
FORMULA_KEYS = frozenset(
    {"take", "who", "unit", "month_needs", "positive", "value", "keep", "join", "need", "minus", "ties"}
)
# The keys of stored formulas, which allow more than the questions of other programs.
STORED_KEYS = FORMULA_KEYS | {
    "least",
    "places",
    "minus_steps",
    "months",
    "key_day",
    "until_again",
    "member_months",
    "organisers_below",
    "weights",
}
RESULT_KEYS = frozenset(Result._fields) - {"event_players", "event_series"}
_KEEP_KEYS = {
    "best": frozenset({"best"}),
    "drop": frozenset({"drop"}),
    "best_per": frozenset({"best_per", "n"}),
}
_PERCENT = "percent"
_LEAST_KEYS = frozenset({"players", "series"})
_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def read_formula(fields: Fields) -> Formula:
    """Returns the formula from its JSON object; raises QuestionError for the first wrong field."""
    who = fields.part("who", frozenset({"guests"})) if fields.has("who") else None
    unit = fields.choice("unit", UnitKind) if fields.has("unit") else UnitKind.LIST
    return Formula(
        take=_take(fields),
        guests=who is not None and who.has("guests") and who.flag("guests"),
        unit=unit,
        month_needs=_count(fields, "month_needs") if fields.has("month_needs") else 1,
        positive=fields.has("positive") and fields.flag("positive"),
        value=fields.choice("value", Value) if fields.has("value") else Value.RESULT,
        places=_places(fields),
        keep=_keep(fields, unit),
        join=_join(fields),
        need=_need(fields),
        minus=_minus(fields),
        ties=_ties(fields),
        months=fields.number("months", least=1, most=MONTHS_MOST) if fields.has("months") else None,
        key_day=_key_day(fields),
        member_months=(
            fields.number("member_months", least=0, most=MONTHS_MOST) if fields.has("member_months") else None
        ),
        until_again=fields.has("until_again") and fields.flag("until_again"),
        organisers_below=fields.has("organisers_below") and fields.flag("organisers_below"),
        weights=_weights(fields),
    )


def _count(fields: Fields, key: str, least: int = 1) -> int:
    return fields.number(key, least=least, most=COUNT_MOST)


def _take(formula: Fields) -> Take:
    least = formula.part("least", _LEAST_KEYS) if formula.has("least") else None
    players, of_series = (
        _count(least, key, least=0) if least is not None and least.has(key) else 0 for key in ("players", "series")
    )
    if not formula.has("take"):
        return Take(None, None, players, of_series)
    take = formula.part("take", frozenset({"kinds", "series"}))
    kinds = frozenset(take.texts("kinds")) if take.has("kinds") else None
    series = (
        frozenset(number for number in take.numbers("series") if number is not None) if take.has("series") else None
    )
    return Take(kinds, series, players, of_series)


def _places(formula: Fields) -> PlacePoints | PlacePercent | None:
    if not formula.has("places"):
        return None
    if formula.value("places") == _PERCENT:
        return PlacePercent()
    places = formula.part("places", frozenset({"points", "from_last"}))
    points = tuple(number for number in places.numbers("points") if number is not None)
    if not points or min(points) < 0 or max(points) > COUNT_MOST:
        raise places.error("points", f"a list of whole numbers from 0 to {COUNT_MOST}, at least one")
    return PlacePoints(points, places.has("from_last") and places.flag("from_last"))


def _key_day(formula: Fields) -> str | None:
    if not formula.has("key_day"):
        return None
    text = formula.text("key_day")
    if not _is_day(text):
        raise formula.error("key_day", "a day of the calendar, written YYYY-MM-DD")
    return text


def _weights(formula: Fields) -> tuple[tuple[str, Number], ...]:
    weights = formula.value("weights") if formula.has("weights") else {}
    if not isinstance(weights, dict):
        raise formula.error("weights", "an object with a number for each kind")
    read = formula.part("weights", frozenset(weights)) if weights else formula
    pairs = tuple((kind, read.exact(kind)) for kind in sorted(weights))
    if any(weight <= 0 for _kind, weight in pairs):
        raise formula.error("weights", "an object with a number above 0 for each kind")
    return pairs


def _keep(formula: Fields, unit: UnitKind) -> Keep | None:
    if not formula.has("keep"):
        return None
    keep = formula.part("keep", frozenset().union(*_KEEP_KEYS.values()))
    form = next((key for key in _KEEP_KEYS if keep.has(key)), None)
    if form is None:
        raise formula.error("keep", f"an object with one of: {', '.join(_KEEP_KEYS)}")
    keep = formula.part("keep", _KEEP_KEYS[form])
    if form == "best":
        return KeepBest(_count(keep, "best"))
    if form == "drop":
        return DropWorst(_count(keep, "drop", least=0))
    if keep.value("best_per") != "group" or unit is UnitKind.MONTH:
        raise keep.error("best_per", '"group", and not with months as units')
    return KeepBestPerGroup(_count(keep, "n"))


def _join(formula: Fields) -> Join | MeanOfAtLeast:
    if not formula.has("join"):
        return Join.SUM
    if not isinstance(formula.value("join"), dict):
        return formula.choice("join", Join)
    join = formula.part("join", frozenset({"mean_of_at_least", "missing"}))
    number = _count(join, "mean_of_at_least")
    if not join.has("missing"):
        return MeanOfAtLeast(number)
    if join.value("missing") in list(Missing):
        return MeanOfAtLeast(number, join.choice("missing", Missing))
    return MeanOfAtLeast(number, join.exact("missing"))


def _need(formula: Fields) -> Need | None:
    if not formula.has("need"):
        return None
    if not isinstance(formula.value("need"), dict):
        return Need(_count(formula, "need", least=0))
    need = formula.part("need", frozenset({"need", "of"}))
    return Need(_count(need, "need", least=0), _count(need, "of"))


def _minus(formula: Fields) -> Minus | MinusTable | None:
    if formula.has("minus_steps"):
        steps = formula.value("minus_steps")
        if formula.has("minus") or not isinstance(steps, list) or not _are_steps(steps):
            raise formula.error("minus_steps", "a list of [missed units, deduction], ascending, without minus")
        return MinusTable(tuple((start, amount) for start, amount in steps))
    if not formula.has("minus"):
        return None
    minus = formula.part("minus", frozenset({"over", "from", "power", "times"}))
    over = _count(minus, "over", least=0)
    return Minus(
        over,
        _count(minus, "from", least=0) if minus.has("from") else over + 1,
        minus.number("power", least=0, most=POWER_MOST),
        minus.exact("times") if minus.has("times") else 1,
    )


def _are_steps(steps: list[Any]) -> bool:
    pairs = all(isinstance(step, list) and len(step) == 2 for step in steps)
    if not steps or not pairs or any(type(number) is not int for step in steps for number in step):
        return False
    starts = [start for start, _amount in steps]
    in_range = all(1 <= start <= COUNT_MOST and 0 <= amount <= COUNT_MOST for start, amount in steps)
    return in_range and starts == sorted(set(starts))


def _ties(formula: Fields) -> tuple[Tie, ...]:
    if not formula.has("ties"):
        return ()
    ties = formula.value("ties")
    if not isinstance(ties, list) or any(tie not in list(Tie) for tie in ties):
        raise formula.error("ties", f"a list of: {', '.join(Tie)}")
    return tuple(map(Tie, ties))


def formula_to_json(formula: Formula) -> dict[str, Any]:
    """Returns the JSON object that `read_formula` reads, with defaults written out.

    ``keep``, ``need``, ``minus`` and the keys that other programs cannot send are left out if unused, because the
    digests of editions depend on this text. Raises decimal.Inexact for a number such as 1/3, which `read_formula` never
    returns.
    """
    take = {"kinds": formula.take.kinds, "series": formula.take.series}
    fields: dict[str, Any] = {
        "take": {name: sorted(taken) for name, taken in take.items() if taken is not None},
        "who": {"guests": formula.guests},
        "unit": formula.unit.value,
        "month_needs": formula.month_needs,
        "positive": formula.positive,
        "value": formula.value.value,
        "ties": [tie.value for tie in formula.ties],
    }
    keep, join, need, minus = formula.keep, formula.join, formula.need, formula.minus
    if formula.take.least_players or formula.take.least_series:
        fields["least"] = {"players": formula.take.least_players, "series": formula.take.least_series}
    if formula.weights:
        fields["weights"] = {kind: _decimal_string(weight) for kind, weight in formula.weights}
    selection = {
        "months": formula.months,
        "key_day": formula.key_day,
        "until_again": formula.until_again or None,
        "member_months": formula.member_months,
        "organisers_below": formula.organisers_below or None,
    }
    fields |= {name: value for name, value in selection.items() if value is not None}
    if isinstance(formula.places, PlacePercent):
        fields["places"] = _PERCENT
    elif formula.places is not None:
        fields["places"] = {"points": list(formula.places.points), "from_last": formula.places.from_last}
    if keep is not None:
        fields["keep"] = _keep_to_json(keep)
    if isinstance(join, Join):
        fields["join"] = join.value
    else:
        missing = join.missing.value if isinstance(join.missing, Missing) else _decimal_string(join.missing)
        fields["join"] = {"mean_of_at_least": join.number, "missing": missing}
    if need is not None:
        fields["need"] = need.number if need.of is None else {"need": need.number, "of": need.of}
    if isinstance(minus, MinusTable):
        fields["minus_steps"] = [list(step) for step in minus.steps]
    elif minus is not None:
        times = _decimal_string(minus.times)
        fields["minus"] = {"over": minus.over, "from": minus.start, "power": minus.power, "times": times}
    return fields


def _keep_to_json(keep: Keep) -> dict[str, Any]:
    match keep:
        case KeepBest(number):
            return {"best": number}
        case DropWorst(number):
            return {"drop": number}
        case KeepBestPerGroup(number):
            return {"best_per": "group", "n": number}
    assert_never(keep)


def _decimal_string(number: Number) -> str:
    exact = Context(prec=2 * DIGITS_MOST, traps=[Inexact])
    return format(exact.divide(number.numerator, number.denominator), "f")


def read_results(question: Fields, formula: Formula) -> list[Result]:
    """Returns the results of a question about a ranking; raises QuestionError for the first wrong field."""
    if not question.has("results"):
        raise question.error("results", "a list of objects")
    needs_group = isinstance(formula.keep, KeepBestPerGroup)
    groups: dict[tuple[str | int, ...], str] = {}
    unit_of = unit_key(formula.unit)
    results = []
    for fields in question.objects("results", RESULT_KEYS):
        group = fields.text("group") if needs_group or fields.has("group") else ""
        result = Result(
            player=fields.text("player"),
            event=fields.text("event"),
            day=fields.text("day"),
            kind=fields.text("kind"),
            series=_count(fields, "series"),
            result=fields.exact("result"),
            scoring_points=fields.exact("scoring_points"),
            table_points=fields.exact("table_points"),
            ended=_count(fields, "ended", least=0),
            handrommes=_count(fields, "handrommes", least=0),
            guest=fields.flag("guest"),
            group=group,
        )
        if not _is_day(result.day):
            raise fields.error("day", "a day of the calendar, written YYYY-MM-DD")
        if needs_group and formula.take.takes(result):
            first = groups.setdefault((result.player, *unit_of(result)), group)
            if group != first:
                raise fields.error("group", "the same in all lists of a unit")
        results.append(result)
    return results


def _is_day(text: str) -> bool:
    match = _DAY.fullmatch(text)
    if match is None:
        return False
    year, month, day = map(int, match.groups())
    return bool(year) and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
