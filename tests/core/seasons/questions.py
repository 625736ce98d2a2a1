"""Questions about rankings, asked as other programs do, and the lists in them."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from romme_turnier.core.json_questions import Fields, answer_lines
from romme_turnier.core.seasons.__main__ import answer_line, answer_of
from romme_turnier.core.seasons.formula_json import STORED_KEYS, read_formula, read_results
from romme_turnier.core.seasons.ranking import rank

Json = dict[str, Any]


def ask(formula: Json, results: Iterable[Json], **fields: Any) -> Json:
    """Returns the rows and the unranked players."""
    (answered,) = answers(json.dumps({"id": 7, "ask": "ranking", "formula": formula, "results": [*results]} | fields))
    assert answered.pop("id") == 7
    return answered


def by_stored(formula: Json, results: Iterable[Json]) -> Json:
    """Returns the same by a formula in its stored form."""
    read = read_formula(Fields(formula, STORED_KEYS, "formula."))
    played = read_results(Fields({"results": [*results]}, frozenset({"results"})), read)
    players, series = (
        Counter(event for event, _ in {(result.event, getattr(result, field)) for result in played})
        for field in ("player", "series")
    )
    sized = [
        result._replace(event_players=players[result.event], event_series=series[result.event]) for result in played
    ]
    return answer_of(rank(sized, read))


def answers(*lines: str | bytes) -> list[Json]:
    out = io.StringIO()
    answer_lines(answer_line, [line.encode() if isinstance(line, str) else line for line in lines], out)
    written = out.getvalue().split("\n")
    assert len(written) == len(lines) + 1
    return [json.loads(line) for line in written[:-1]]


def a_list(player: str = "a", at: int = 1, **fields: Any) -> Json:
    """Returns the list of the evening with this number, one on each day from 1 January 2026, 28 a month."""
    month, day = divmod(at, 28)
    return {
        "player": player,
        "event": f"e{at:03}",
        "day": f"2026-{month + 1:02}-{day + 1:02}",
        "kind": "evening",
        "series": 1,
        "result": 300,
        "scoring_points": 30,
        "table_points": "1.5",
        "ended": 3,
        "handrommes": 0,
        "guest": False,
    } | fields


def lists(player: str, values: Iterable[int | str], value: str = "scoring_points", **fields: Any) -> list[Json]:
    """Returns a list for each of the values, on successive evenings."""
    return [a_list(player, at, **({value: amount} | fields)) for at, amount in enumerate(values, start=1)]


def table(answered: Json) -> list[tuple[int, str, str]]:
    """Returns rank, player and value of each row."""
    return [(row["rank"], row["player"], row["value"]) for row in answered["rows"]]
