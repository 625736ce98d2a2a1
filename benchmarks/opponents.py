"""The strength and speed of the opponents: ``python -m benchmarks.opponents [--games N] [--soak M]``.

The strong opponent against the simple one, by turns at the seats of tables of two to four (as many as the rule system
allows). Whole matches are played: a list of twelve games, the agreed rounds, all contracts, the score that ends it.
Each match is played twice over the same cards, with the seats exchanged, so that better cards are not an advantage.
With Wilson intervals of 95 %:

* games won: deals in which the strong side's points are better on average than the simple side's (equal: not won),
* matches won: the same over the sums of a match,
* games ended by the strong side.

A deal that cannot be ended (in the last contract cards can be left that fit nowhere) is broken off and dealt again.

Then the processor time of a move, and the number of acts a second of a random play-out, each act judged before it is
carried out, compared with ``open_spiel``'s gin rummy, if it is installed. ``--soak M``: M games in each rule system and
with its options, of simple and strong opponents mixed; a refused command ends it. ``--rows N``: the strong one imagines
at most N rows of draws, which is quicker, and worse play.
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

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.commands.command import Command, format_command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.opponents import decide, outlook
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.rules.record import Act
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import RuleSet
from tests.core.rules.record.games import SYSTEMS, played
from tests.core.rules.written import rules

MEASURED = {
    **{key: rules(key) for key in RULE_SYSTEMS},
    **{name: SYSTEMS[name] for name in SYSTEMS if " " in name},
    "rommee, 40": SYSTEMS["rommee"],
    "contract, joker 25": SYSTEMS["contract"],
}
GAMES = 60
LIST = 12
MOST_MOVES = 2500  # of one deal
PLAY_OUTS = range(4)
PEER_GAMES = 300


@dataclass
class Duel:
    """The results of the games of one rule system. ``margins``, by deal and by match: by how many points the strong
    side was better. ``broken_off``: deals that could not be ended.
    """

    margins: list[float] = field(default_factory=list)
    matches: list[float] = field(default_factory=list)
    points: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    ended: list[bool] = field(default_factory=list)
    broken_off: int = 0
    seconds: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})


def play(ruleset: RuleSet, seed: int, duel: Duel) -> None:
    """Plays a match twice, the second time with the seats exchanged, and notes both."""
    sizes = range(ruleset.seats_min, min(ruleset.seats_max, 4) + 1)
    players, shift = sizes[seed % len(sizes)], seed // len(sizes)
    for exchanged in range(2):
        strong = [(seat + shift + exchanged) % 2 == 1 for seat in range(players)]
        note(played_match(ruleset, seed, strong, duel), strong, duel)


def played_match(ruleset: RuleSet, seed: int, strong: Sequence[bool], duel: Duel) -> Table:
    """Returns the table after a match. Raises RuntimeError where a command is refused."""
    rng = Random(seed)  # noqa: S311 - games to measure with
    seats = tuple(
        Player(f"Spieler {seat}", Plays.STRONG if one else Plays.SIMPLE, person=False)
        for seat, one in enumerate(strong, start=1)
    )
    rules_say = ruleset.play.contracts or ruleset.play.rounds is not None or ruleset.play.target is not None
    table = Table(ruleset, rng.randbytes(32), seats, games=None if rules_say else ruleset.games or LIST)
    moves = 0
    while not table.over:
        seat = awaited(table)[-1]
        start = process_time()
        command = decide(table, seat, rng)
        duel.seconds[strong[seat - 1]].append(process_time() - start)
        moves = moves + 1 if table.playing else 0
        if moves > MOST_MOVES:
            command = Command(Word.BREAK_OFF)
        then = carry_out(table, seat, command)
        if not isinstance(then, Table):
            raise RuntimeError(f"seed {seed}, seat {seat}: {format_command(command)} refused, {then}")
        table = then
    return table


def note(table: Table, strong: Sequence[bool], duel: Duel) -> None:
    for record in table.finished:
        row = record.result
        if row is None:
            duel.broken_off += 1
            continue
        factor = table.rules.factor(handromme=row.rummy_hand)
        margin, average = compared([(points or 0) * factor for points in row.points], strong, table.rules)
        duel.margins.append(margin)
        for side, points in average.items():
            duel.points[side].append(points)
        if row.finisher is not None:
            duel.ended.append(strong[row.finisher - 1])
    if table.match is not None:
        duel.matches.append(compared(table.match.sums.points, strong, table.rules)[0])


def compared(points: Sequence[int], strong: Sequence[bool], ruleset: RuleSet) -> tuple[float, dict[bool, float]]:
    """Returns by how many points the strong side is better, and the average of each side."""
    average = {}
    for side in (False, True):
        of_side = [own for own, one in zip(points, strong, strict=True) if one is side]
        average[side] = sum(of_side) / len(of_side)
    more = average[True] - average[False]
    return more if ruleset.highest_wins else -more, average


def share(happened: Sequence[bool]) -> str:
    """The share in percent with its Wilson interval of 95 %."""
    count, z = len(happened), 1.96
    if not count:
        return "–"
    p = sum(happened) / count
    middle, spread = p + z * z / (2 * count), z * sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    low, high = ((middle + sign * spread) / (1 + z * z / count) for sign in (-1, 1))
    return f"{100 * p:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def told(name: str, duel: Duel) -> Iterator[str]:
    games, matches = ([margin > 0 for margin in margins] for margins in (duel.margins, duel.matches))
    points = {side: sum(all_of) / len(all_of) for side, all_of in duel.points.items()}
    yield (
        f"{name}: games won {share(games)} of {len(games)}; matches won {share(matches)} of {len(matches)}"
        f"; ended {share(duel.ended)}; points {points[True]:.1f} against {points[False]:.1f}"
        f"; broken off {duel.broken_off}"
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
        sys.stdout.write("\n".join(told(name, duel)) + "\n")
        sys.stdout.flush()


def imagining_few(rows: int) -> None:
    """Limits strong opponents to this many imagined rows."""
    every = outlook._imagined_draws
    outlook._imagined_draws = lambda unseen, rng: every(unseen, rng)[:rows]


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
    parser.add_argument("--games", type=int, default=GAMES, help="deals in each rule system, at least")
    parser.add_argument("--soak", type=int, metavar="M", help="only play so many deals in each, mixed")
    parser.add_argument("--rows", type=int, metavar="N", help="the strong opponent imagines no more rows of draws")
    parser.add_argument("--system", choices=MEASURED, action="append", help="only these")
    asked = parser.parse_args()
    names = asked.system or [*MEASURED]
    if asked.rows:
        imagining_few(asked.rows)
    if asked.soak:
        soak(asked.soak, names)
        return
    duels(asked.games, names)
    play_outs()


if __name__ == "__main__":
    main()
