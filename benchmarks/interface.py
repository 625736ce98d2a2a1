"""The response time of questions by other programs: ``python -m benchmarks.interface``.

Elapsed time of 2,000 questions of every kind through a process of ``--jsonl``, its start excluded, compared with the
same questions answered in this process. Then the time of that process to its first answer, compared with a Python that
does nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import IO, Any

from romme_turnier.core.rules.interface.answers import answer
from romme_turnier.core.rules.system.cards import format_cards

ROUNDS = 200
REPEATS = 5
PROGRAM = (sys.executable, "-m", "romme_turnier.core.rules", "--jsonl")
FIRST = {"ask": "hand", "cards": "10H AS *"}


def questions(random: Random) -> list[dict[str, Any]]:
    """One after the other of each kind; hands and reported games are drawn each time."""
    asked: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        hand = format_cards(random.sample(range(52), 10))
        points = [0, *(random.randint(2, 150) for _ in range(3))]
        asked += [
            {"ask": "hand", "cards": hand},
            {"ask": "meld", "cards": "9H * JH"},
            {"ask": "meld", "cards": "5H 6H 8H"},
            {"ask": "opening", "melds": ["QH QS QD", "AC 2C 3C 4C"]},
            {"ask": "lay_off", "meld": "5H 6H 7H", "cards": "8H 9H"},
            {"ask": "take_joker", "meld": "9H * JH", "card": "10H"},
            {"ask": "best", "cards": hand},
            {"ask": "rearrange", "ruleset": "rommee", "table": ["8H 9H 10H JH", "8S 9S 10S"], "hand": "8D 8C"},
            {"ask": "outcome", "finisher": 1, "handromme": False, "points": points},
            {"ask": "list", "seats": 4, "games": [{"number": 1, "finisher": 1, "points": points}]},
        ]
    return asked


def in_process(asked: list[dict[str, Any]]) -> float:
    start = perf_counter()
    for question in asked:
        answer(question)
    return perf_counter() - start


def through_lines(asked: list[dict[str, Any]]) -> float:
    """Both directions in parallel, so that the process never waits for us; one answer before the clock starts."""
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        to, of = _pipes(process)
        to.write(json.dumps(FIRST) + "\n")
        to.flush()
        of.readline()
        start = perf_counter()
        answers = process.communicate(lines)[0].splitlines()
        taken = perf_counter() - start
    if len(answers) != len(asked):
        raise RuntimeError("not every question was answered")
    return taken


def first_answer() -> float:
    start = perf_counter()
    subprocess.run(PROGRAM, input=json.dumps(FIRST), capture_output=True, text=True, check=True)  # noqa: S603
    return perf_counter() - start


def bare_python() -> float:
    start = perf_counter()
    subprocess.run((sys.executable, "-c", "pass"), check=True)
    return perf_counter() - start


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the process has no pipes")
    return process.stdin, process.stdout


def main() -> None:
    in_process(questions(Random("warm")))  # noqa: S311 - what both sides compute once
    pairs = []
    for turn in range(REPEATS):
        asked = questions(Random(turn))  # noqa: S311 - questions to measure with
        lines, here = through_lines(asked), in_process(asked)
        pairs.append((lines / here, len(asked) / lines, len(asked) / here))
    ratio, a_second, here_a_second = sorted(pairs)[REPEATS // 2]
    sys.stdout.write(
        f"JSON lines: {a_second:,.0f} questions a second, in-process {here_a_second:,.0f}; {ratio:.2f} times as long\n"
    )
    started, bare = (median(call() for _ in range(9)) for call in (first_answer, bare_python))
    sys.stdout.write(
        f"start to the first answer: {started:.3f} s, a bare Python {bare:.3f} s; {started / bare:.1f} times as long\n"
    )


if __name__ == "__main__":
    main()
