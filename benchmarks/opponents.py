"""How well and how fast opponents play: ``python -m benchmarks.opponents [--games N] [--soak M]``.

The strong opponent against the simple one, by turns at the seats of tables of two to four (as many as the rule system
allows), each with a Wilson interval of 95 %:

* games won: one deal in which the strong side's points are better on average than the simple side's (equal: not won),
* lists won: the same over the sum of twelve deals that follow each other (seven where there are contracts),
* games ended by the strong side.

Then the processor time of a move, and how many acts a second a random play-out makes, each act judged before it is
carried out, beside ``open_spiel``'s gin rummy, if it is installed. ``--soak``: so many games in each rule system and
with its options, of simple and strong opponents mixed; a refused command ends it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from random import Random
from statistics import median
from time import process_time

from romme_turnier.core.playing.acting import carry_out
from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.opponents import decide
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.rules.record import Act
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.record.games import SYSTEMS, played
from tests.core.rules.written import rules

MEASURED = {
    **{key: rules(key) for key in ("rommeordnung", "classic", "rommee", "treppenromme", "contract")},
    **{name: SYSTEMS[name] for name in SYSTEMS if " " in name},
    "rommee, 40": SYSTEMS["rommee"],
    "contract, joker 25": SYSTEMS["contract"],
}
GAMES = 60
LIST = 12
MOST_MOVES = 6000
PLAY_OUTS = range(4)
PEER_GAMES = 300


@dataclass
class Duel:
    """What happened in the games of one rule system. ``margins``: by how many points the strong side was better."""

    margins: list[float] = field(default_factory=list)
    points: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    ended: list[bool] = field(default_factory=list)
    seconds: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})


def play(ruleset: RuleSet, seed: int, duel: Duel) -> None:
    """Plays one deal, or a match of contracts, and notes it. Raises RuntimeError where a command is refused."""
    sizes = range(ruleset.seats_min, min(ruleset.seats_max, 4) + 1)
    players, shift = sizes[seed % len(sizes)], seed // len(sizes)
    strong = [(seat + shift) % 2 == 1 for seat in range(players)]
    rng = Random(seed)  # noqa: S311 - games to measure with
    kinds = (Plays.STRONG if one else Plays.SIMPLE for one in strong)
    names = (f"Spieler {seat}" for seat in range(1, players + 1))
    seats = tuple(Player(name, kind, person=False) for name, kind in zip(names, kinds, strict=True))
    table = Table(ruleset, rng.randbytes(32), seats)
    games = len(ruleset.play.contracts) or 1
    for _ in range(MOST_MOVES):
        if len(table.finished) >= games and not table.playing:
            break
        seat = awaited(table)[-1]
        start = process_time()
        command = decide(table, seat, rng)
        duel.seconds[strong[seat - 1]].append(process_time() - start)
        then = carry_out(table, seat, command)
        if not isinstance(then, Table):
            raise RuntimeError(f"seed {seed}, seat {seat}: {format_command(command)} refused, {then}")
        table = then
    else:
        raise RuntimeError(f"seed {seed}: the match does not end")
    note(table, strong, duel)


def note(table: Table, strong: Sequence[bool], duel: Duel) -> None:
    rules = table.rules
    for record in table.finished:
        row = record.result
        if row is None:
            continue
        factor = rules.factor(handromme=row.rummy_hand)
        average = {}
        for side in (False, True):
            of_side = [(p or 0) * factor for p, one in zip(row.points, strong, strict=True) if one is side]
            average[side] = sum(of_side) / len(of_side)
            duel.points[side].append(average[side])
        margin = average[True] - average[False]
        duel.margins.append(margin if rules.highest_wins else -margin)
        if row.finisher is not None:
            duel.ended.append(strong[row.finisher - 1])


def share(happened: Sequence[bool]) -> str:
    """The share in percent with its Wilson interval of 95 %."""
    count, z = len(happened), 1.96
    if not count:
        return "–"
    p = sum(happened) / count
    middle, spread = p + z * z / (2 * count), z * sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    low, high = ((middle + sign * spread) / (1 + z * z / count) for sign in (-1, 1))
    return f"{100 * p:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def in_lists(margins: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    """Yields whole lists of deals that follow each other."""
    return (margins[first : first + size] for first in range(0, len(margins) - size + 1, size))


def told(name: str, duel: Duel, ruleset: RuleSet) -> Iterator[str]:
    size = len(ruleset.play.contracts) or LIST
    lists = [sum(some) > 0 for some in in_lists(duel.margins, size)]
    points = {side: sum(all_of) / len(all_of) for side, all_of in duel.points.items()}
    yield (
        f"{name}: games won {share([margin > 0 for margin in duel.margins])} of {len(duel.margins)}"
        f"; lists won {share(lists)} of {len(lists)}; ended {share(duel.ended)}"
        f"; points {points[True]:.1f} against {points[False]:.1f}"
    )
    for side, who in ((True, "strong"), (False, "simple")):
        times = sorted(duel.seconds[side])
        yield (
            f"    {who}: {len(times) / sum(times):,.0f} moves a second; a move {1000 * median(times):.1f} ms"
            f", p99 {1000 * times[int(0.99 * len(times))]:.0f} ms, at most {1000 * times[-1]:.0f} ms"
        )


def duels(games: int, names: Sequence[str]) -> None:
    for name in names:
        ruleset, duel, seed = MEASURED[name], Duel(), 0
        while len(duel.margins) < games:
            play(ruleset, seed, duel)
            seed += 1
        sys.stdout.write("\n".join(told(name, duel, ruleset)) + "\n")
        sys.stdout.flush()


def soak(games: int, names: Sequence[str]) -> None:
    for name in names:
        duel, seed = Duel(), 100_000
        while len(duel.margins) < games:
            play(MEASURED[name], seed, duel)
            seed += 1
        moves = sum(map(len, duel.seconds.values()))
        sys.stdout.write(f"{name}: {len(duel.margins)} games, {moves:,} commands, none refused\n")
        sys.stdout.flush()


def play_outs() -> None:
    """Random acts, each judged and carried out; the peer asks which are legal and applies one of them."""
    start, acts = process_time(), 0
    for name in SYSTEMS:
        for seed in PLAY_OUTS:
            record, _ = played.__wrapped__(name, seed)
            acts += sum(isinstance(line, Act) for line in record.lines)
    ours = acts / (process_time() - start)
    sys.stdout.write(f"random play-outs: {ours:,.0f} acts a second ({acts} acts)\n")
    try:
        game = import_module("pyspiel").load_game("gin_rummy")
    except (ImportError, AttributeError) as missing:
        sys.stdout.write(f"open_spiel skipped: {missing}\n")
        return
    random, count, start = Random("gin rummy"), 0, process_time()  # noqa: S311
    for _ in range(PEER_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            count += 1
    theirs = count / (process_time() - start)
    sys.stdout.write(
        f"open_spiel gin_rummy from Python: {theirs:,.0f} acts a second; ours / theirs {ours / theirs:.4f}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.opponents")
    parser.add_argument("--games", type=int, default=GAMES, help="deals in each rule system")
    parser.add_argument("--soak", type=int, metavar="M", help="only play so many deals in each, mixed")
    parser.add_argument("--system", choices=MEASURED, action="append", help="only these")
    asked = parser.parse_args()
    names = asked.system or [*MEASURED]
    if asked.soak:
        soak(asked.soak, names)
        return
    duels(asked.games, names)
    play_outs()


if __name__ == "__main__":
    main()
