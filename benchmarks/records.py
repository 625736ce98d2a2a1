"""The speed of records: ``python -m benchmarks.records``.

Processor time. Replayed acts a second, of games of all systems by a simple player, each act judged with all of its
violations; compared with ``open_spiel``'s gin rummy in C++, if it is installed: a similar game, whose acts are applied
after a query for the legal ones. Then 10,000 records (44 different ones, repeated) read, written and hashed, compared
with a bare regular expression that only cuts the same text into words. The fixed loop of plain Python shows how fast
the machine is.
"""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules.record.acts import Act
from romme_turnier.core.rules.record.notation import Record, digest, format_record, parse_record
from romme_turnier.core.rules.record.replay import replay
from tests.core.rules.record.games import SYSTEMS, played

SEEDS = range(4)
RECORDS = 10_000
REPEATS = 3
PEER_GAMES = 300
_WORDS = re.compile(r'"[^"]*"|[^\s"]+')


def seconds(call: Callable[[], object]) -> float:
    """Processor time, the shortest of three."""
    times = []
    for _ in range(REPEATS):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)


def acts_of(records: Sequence[Record]) -> int:
    return sum(isinstance(line, Act) for record in records for line in record.lines)


def replay_all(records: Sequence[Record]) -> None:
    if not all(replay(record).valid for record in records):
        raise RuntimeError("a record that was played is not valid")


def gin_rummy() -> tuple[Any, list[list[int]]] | None:
    """Returns open_spiel's game and the acts of some random games; None if it is not installed."""
    try:
        game = import_module("pyspiel").load_game("gin_rummy")
    except (ImportError, AttributeError) as missing:
        sys.stdout.write(f"open_spiel skipped: {missing}\n")
        return None
    random, games = Random("gin rummy"), []  # noqa: S311 - games to measure with
    for _ in range(PEER_GAMES):
        state, acts = game.new_initial_state(), []
        while not state.is_terminal():
            acts.append(random.choice(state.legal_actions()))
            state.apply_action(acts[-1])
        games.append(acts)
    return game, games


def apply_all(game: Any, games: Sequence[Sequence[int]]) -> None:
    for acts in games:
        state = game.new_initial_state()
        for act in acts:
            if act not in state.legal_actions():
                raise RuntimeError("an act that was played is not legal")
            state.apply_action(act)


def replaying(by_system: dict[str, list[Record]], loop: float) -> None:
    peer = gin_rummy()
    theirs = 0.0
    if peer is not None:
        game, games = peer
        taken, count = seconds(lambda: apply_all(game, games)), sum(map(len, games))
        theirs = taken / count
        sys.stdout.write(f"open_spiel gin_rummy: {count / taken:,.0f} acts a second ({count} acts)\n")
    for name, records in [*by_system.items(), ("all", [one for some in by_system.values() for one in some])]:
        taken, count = seconds(lambda some=records: replay_all(some)), acts_of(records)  # type: ignore[misc]
        beside = f"; {taken / count / theirs:.1f} times as long as an act of open_spiel" if theirs else ""
        share = taken / count * 1000 / loop
        sys.stdout.write(
            f"{name}: {count / taken:,.0f} acts a second replayed ({count} acts)"
            f"; of the fixed loop {share:.6f}{beside}\n"
        )


def reading_and_writing(records: Sequence[Record], loop: float) -> None:
    texts = [format_record(record) for record in records]
    texts = [texts[number % len(texts)] for number in range(RECORDS)]
    many = [records[number % len(records)] for number in range(RECORDS)]
    start = process_time()
    for text in texts:
        _WORDS.findall(text)
    words = process_time() - start
    size = sum(map(len, texts))
    sys.stdout.write(f"{RECORDS:,} records, {size / 1e6:.1f} MB; cut into words by one expression: {words:.2f} s\n")
    works: dict[str, Callable[[], object]] = {
        "read": lambda: [parse_record(text) for text in texts],
        "written": lambda: [format_record(record) for record in many],
        "hashed": lambda: [digest(record) for record in many],
    }
    for name, work in works.items():
        start = process_time()
        work()
        taken = process_time() - start
        sys.stdout.write(
            f"{name}: {taken:.1f} s, {taken / RECORDS * 1000:.2f} ms each"
            f"; {taken / words:.1f} times as long as the words; of the fixed loop {taken / RECORDS * 1000 / loop:.5f}\n"
        )


def main() -> None:
    loop = fixed_loop()
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n")
    by_system = {name: [played(name, seed)[0] for seed in SEEDS] for name in SYSTEMS}
    gc.collect()
    gc.freeze()
    replaying(by_system, loop)
    reading_and_writing([record for records in by_system.values() for record in records], loop)


if __name__ == "__main__":
    main()
