"""Rankings over a season on the command line: ``python -m romme_turnier.core.seasons --jsonl``."""

import argparse
import sys
from collections.abc import Sequence

from romme_turnier.core.json_questions import (
    Answer,
    Fields,
    QuestionError,
    answer_standard_input,
    read_line,
    taken_id,
)
from romme_turnier.core.seasons.formula_json import COUNT_MOST, FORMULA_KEYS, read_formula, read_results
from romme_turnier.core.seasons.ranking import SeasonRanking, rank, two_digits


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers JSON questions from standard input, one per line; returns the exit status 0."""
    parser = argparse.ArgumentParser(
        prog="python -m romme_turnier.core.seasons", description="Ranks players over a season by a formula."
    )
    parser.add_argument(
        "--jsonl", action="store_true", required=True, help="read one JSON question a line from standard input"
    )
    parser.parse_args(arguments)
    answer_standard_input(answer_line)
    return 0


def answer_line(line: bytes) -> Answer:
    """Returns the answer to a line of JSON, with the question's id, which may be any value and is null if missing.

    An invalid question gets ``error``, the reason, and ``at``, the path of the wrong field.
    """
    named: Answer = {"id": None}
    try:
        fields = read_line(line)
        named |= taken_id(fields)
        question = Fields(fields, frozenset({"ask", "offered", "formula", "results"}))
        if question.value("ask") != "ranking":
            raise question.error("ask", '"ranking"')
        offered = question.number("offered", least=0, most=COUNT_MOST) if question.has("offered") else None
        formula = read_formula(question.part("formula", FORMULA_KEYS))
        return {**named, **answer_of(rank(read_results(question, formula), formula, offered))}
    except QuestionError as error:
        return {**named, "error": str(error), "at": error.at}


def answer_of(ranking: SeasonRanking) -> Answer:
    """Returns the ranked and the unranked rows of a ranking as JSON fields."""
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


if __name__ == "__main__":
    sys.exit(main())
