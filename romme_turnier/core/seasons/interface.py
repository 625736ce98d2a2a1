"""Answers questions of other programs about rankings over a season."""

import json

from romme_turnier.core.json_questions import Answer, Fields, QuestionError, read_line
from romme_turnier.core.seasons.formula_json import COUNT_MOST, FORMULA_KEYS, read_formula, read_results
from romme_turnier.core.seasons.ranking import SeasonRanking, rank, two_digits

KEYS = frozenset({"id", "ask", "offered", "formula", "results"})


def answer_line(line: bytes) -> Answer:
    """Returns the answer to a line of JSON, with the question's id: any value, null if it is missing."""
    named: Answer = {"id": None}
    try:
        fields = read_line(line)
        if isinstance(fields, dict):
            named["id"] = _id_of(fields)
        return {**named, **_answer(Fields(fields, KEYS))}
    except QuestionError as error:
        return {**named, "error": str(error), "at": error.at}


def _id_of(fields: dict[str, object]) -> object:
    try:
        json.dumps(fields.get("id"), allow_nan=False)
    except (RecursionError, ValueError):
        raise QuestionError('"id" is wrong; it is a value that JSON can represent', "id") from None
    return fields.get("id")


def _answer(question: Fields) -> Answer:
    if question.value("ask") != "ranking":
        raise question.error("ask", '"ranking"')
    offered = question.number("offered", least=0, most=COUNT_MOST) if question.has("offered") else None
    formula = read_formula(question.part("formula", FORMULA_KEYS))
    return _answer_of(rank(read_results(question, formula), formula, offered))


def _answer_of(ranking: SeasonRanking) -> Answer:
    rows = [
        {
            "rank": row.rank,
            "player": row.player,
            "value": two_digits(row.computation.value),
            "units": row.computation.count,
            "used": row.computation.used,
            "minus": two_digits(row.computation.minus),
        }
        for row in ranking.rows
    ]
    unranked = [{"player": row.player, "units": row.count, "missing": row.missing} for row in ranking.unranked]
    return {"rows": rows, "unranked": unranked}
