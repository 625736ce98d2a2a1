"""The rules engine on the command line: ``python -m romme_turnier.core.rules``.

``--jsonl`` answers JSON questions from standard input, one per line. Otherwise the arguments are one question, such as
``meld "AH * QH *"``.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from romme_turnier.core.json_questions import Answer, QuestionError, answer_standard_input, read_line, taken_id
from romme_turnier.core.rules.interface.answers import ASKS_OF_TEXTS, EVERY_ASK, answer
from romme_turnier.core.rules.system.options import OptionError, parse_options
from romme_turnier.core.rules.system.registry import DEFAULT


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers one question, or with ``--jsonl`` all questions from standard input; returns the exit status.

    The status is 0 for an answer without violations, 1 for a refusal or other violations, and 2 for an invalid
    question. With ``--jsonl`` it is always 0. Invalid arguments raise SystemExit.
    """
    given = _parser().parse_args(arguments)
    if given.jsonl:
        answer_standard_input(answer_line)
        return 0
    try:
        answered = answer(_question(given))
    except QuestionError as error:
        answered = {"error": str(error)}
    sys.stdout.write((json.dumps(answered, ensure_ascii=False) if given.json else _plain(answered)) + "\n")
    return 2 if "error" in answered else 1 if answered.get("violations") or answered.get("valid") is False else 0


def answer_line(line: bytes) -> Answer:
    """Returns the answer to a line of JSON, or its ``error``, with the question's id, if it has one (any value)."""
    named: Answer = {}
    try:
        fields = read_line(line)
        named = taken_id(fields)
        return {**named, **answer(fields)}
    except QuestionError as error:
        return {**named, "error": str(error)}
    except RecursionError:
        return {**named, "error": "nested too deeply"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m romme_turnier.core.rules", description="Asks the rules engine.")
    parser.add_argument("--jsonl", action="store_true", help="read one JSON question a line from standard input")
    parser.add_argument("ask", nargs="?", choices=EVERY_ASK, help="what is asked")
    parser.add_argument(
        "given", nargs="*", help="cards, melds, points or a position, in the order of the question's keys"
    )
    parser.add_argument("--ruleset", default=DEFAULT)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--hand", help="the cards held (opening, rearrange)")
    parser.add_argument("--end", choices=("front", "back"), help="where cards are laid off (lay_off)")
    parser.add_argument("--round", type=int, help="the round (opening, outcome: contract)")
    parser.add_argument("--minimum", type=int, help="what the first laying-out must count (opening, rommee)")
    parser.add_argument("--players", type=int)
    parser.add_argument("--finisher", type=int, help="the seat that ended the game (outcome)")
    parser.add_argument("--handromme", action="store_true", help="by Handrommé (outcome)")
    parser.add_argument("--stake", default="0.001", help="money for a point (settle)")
    parser.add_argument("--may", action="append", metavar="ACT", help="is it allowed? (position)")
    parser.add_argument("--after", action="append", metavar="ACT", help="what is the position then? (position)")
    parser.add_argument("--seat", type=int, help="whose eyes, 0: spectators (position, record view)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME[=NUMBER]")
    return parser


def _question(given: argparse.Namespace) -> dict[str, Any]:
    if given.ask is None:
        raise QuestionError(f"ask one of: {', '.join(EVERY_ASK)} (or --jsonl)")
    if given.ask in ASKS_OF_TEXTS:
        return {"ask": given.ask, **_of_text(given.ask, given.given, given)}
    fields: dict[str, Any] = {"ask": given.ask, "ruleset": given.ruleset, **_content(given.ask, given.given, given)}
    for key in ("hand", "end", "round", "minimum", "players"):
        if getattr(given, key) is not None:
            fields[key] = getattr(given, key)
    try:
        options = parse_options(" ".join(given.option))
    except OptionError as error:
        raise QuestionError(str(error)) from None
    return {**fields, "options": options} if options else fields


def _of_text(ask: str, words: Sequence[str], given: argparse.Namespace) -> dict[str, Any]:
    """Returns the fields of a question about a one-line position, or about the record on standard input."""
    steps = {key: getattr(given, key) for key in ("may", "after") if getattr(given, key)}
    seat = {} if given.seat is None else {"seat": given.seat or None}
    if ask == "position":
        return {"position": " ".join(words), **steps, **seat}
    return {"do": " ".join(words), "record": sys.stdin.read(), **seat}


def _content(ask: str, words: Sequence[str], given: argparse.Namespace) -> dict[str, Any]:
    if ask in {"hand", "meld", "best"}:
        return {"cards": " ".join(words)}
    if ask in {"opening", "rearrange"}:
        return {"melds" if ask == "opening" else "table": list(words)}
    if ask in {"lay_off", "take_joker"}:
        return dict(zip(("meld", "cards" if ask == "lay_off" else "card"), words, strict=False))
    try:
        if ask in {"outcome", "settle"}:
            points = [int(word) for word in words]
            if ask == "settle":
                return {"losses": points, "stake": given.stake}
            return {"finisher": given.finisher, "handromme": given.handromme, "points": points}
        read = json.loads(" ".join(words))
    except ValueError as error:
        raise QuestionError(str(error)) from None
    if not isinstance(read, dict):
        raise QuestionError("a list is a JSON object")
    return {key: value for key, value in read.items() if key != "ask"}


def _plain(answered: Answer) -> str:
    lines = []
    for key, value in answered.items():
        if key in {"violations", "warnings"}:
            for violation in value:
                clause = f"({violation['clause']})" if violation["clause"] else ""
                lines.append(" ".join(filter(None, (violation["code"], clause, _facts(violation["params"])))))
        elif isinstance(value, list):
            lines += [f"{key}: {_facts(item) if isinstance(item, dict) else item}" for item in value]
        else:
            lines.append(f"{key}: {value if isinstance(value, str) else json.dumps(value)}")
    return "\n".join(lines)


def _facts(params: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in params.items())


if __name__ == "__main__":
    sys.exit(main())
