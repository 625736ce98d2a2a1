"""How long the best melding of a hand takes: ``python -m benchmarks.melding``.

Processor time. Ten-card hands of one pack, drawn at random and rich in melds; ``rlcard``, in plain Python, and
``open_spiel``, in C++, meld the same hands without jokers, if they are installed, for gin rummy, whose ace is only low;
here it may lie above the king as well. Then hands with jokers, and hands of fourteen cards in all systems. The fixed
loop of plain Python says how fast the machine is.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from benchmarks.timing import fixed_loop
from romme_turnier.core.rules.search.best import best
from romme_turnier.core.rules.search.rules import search_rules
from romme_turnier.core.rules.system.cards import JOKER
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, get_ruleset

HANDS = 1_000
Hand = tuple[int, ...]
Peer = tuple[Callable[[Any], object], Callable[[Hand], Any]]


def random_hand(random: Random) -> Hand:
    return tuple(random.sample(range(52), 10))


def rich_hand(random: Random) -> Hand:
    """Ten cards of five neighbouring ranks: sets and runs that want the same cards."""
    first = random.randrange(9)
    return tuple(random.sample([card for card in range(52) if first <= card % 13 < first + 5], 10))


def times_of(call: Callable[[Any], object], questions: Sequence[Any]) -> list[float]:
    """Milliseconds, shortest first."""
    times = []
    for question in questions:
        start = process_time()
        call(question)
        times.append((process_time() - start) * 1000)
    return sorted(times)


def report(name: str, times: list[float], loop: float, more: str = "") -> None:
    median, mean, worst = times[len(times) // 2], sum(times) / len(times), times[-1]
    sys.stdout.write(
        f"{name}: median {median:.3f} ms, mean {mean:.3f} ms, worst {worst:.3f} ms"
        f"; of the fixed loop {mean / loop:.5f}{more}\n"
    )


def rlcard() -> Peer | None:
    """Returns rlcard's function that melds a hand, and one that writes a hand for it; None if it is not installed."""
    try:
        melding = import_module("rlcard.games.gin_rummy.utils.melding")
        base = import_module("rlcard.games.base")
    except ImportError as missing:
        sys.stdout.write(f"rlcard skipped: {missing}\n")
        return None

    def written(hand: Hand) -> list[Any]:
        return [base.Card("CSHD"[card // 13], "23456789TJQKA"[card % 13]) for card in hand]

    return melding.get_best_meld_clusters, written


def open_spiel() -> Peer | None:
    """Likewise in OpenSpiel, which does it in C++; its cards run from the ace up in each suit."""
    try:
        gin_rummy = import_module("pyspiel").gin_rummy
        melder = gin_rummy.GinRummyUtils(gin_rummy.DEFAULT_NUM_RANKS, gin_rummy.DEFAULT_NUM_SUITS, 10)
    except (ImportError, AttributeError) as missing:
        sys.stdout.write(f"open_spiel skipped: {missing}\n")
        return None

    def written(hand: Hand) -> list[int]:
        return [card // 13 * 13 + (card + 1) % 13 for card in hand]

    return melder.best_meld_group, written


def beside(name: str, peer: Peer, hands: Sequence[Hand], ours: list[float]) -> str:
    call, written = peer
    theirs = times_of(call, [written(hand) for hand in hands])
    half = len(ours) // 2
    return f"; of {name}'s time {sum(ours) / sum(theirs):.2f}, of its median {ours[half] / theirs[half]:.2f}"


def against_others(loop: float) -> None:
    # The closest rule system to gin rummy: no runs around the corner, no joker, and an ace counts one.
    rules = replace(search_rules(get_ruleset("treppenromme")), around=False, ace_left=1)
    peers = {"rlcard": rlcard(), "open_spiel": open_spiel()}
    gc.collect()
    gc.freeze()  # objects of the other programs must not be collected during a measurement
    for name, make in (("random", random_hand), ("rich in melds", rich_hand)):
        random = Random(name)  # noqa: S311 - hands to measure with
        hands = [make(random) for _ in range(HANDS)]
        plain = times_of(partial(best, rules=rules), hands)
        more = "".join(beside(other, its, hands, plain) for other, its in peers.items() if its)
        report(f"{HANDS} hands of ten, {name}", plain, loop, more)
        for jokers in (1, 2):
            allowed = replace(search_rules(get_ruleset("rommeordnung")), around=False)
            times = times_of(partial(best, rules=allowed), [(*hand[jokers:], *[JOKER] * jokers) for hand in hands])
            factor = sum(times) / sum(plain)
            report(f"  with {jokers} of them jokers", times, loop, f"; {factor:.1f} times as long as without")


def every_system(loop: float) -> None:
    for key, ruleset in RULE_SYSTEMS.items():
        rules, random = search_rules(ruleset), Random(key)  # noqa: S311 - hands to measure with
        pack = [*range(52)] * ruleset.pack().packs + [JOKER] * ruleset.pack().jokers
        report(
            f"{key}, 14 cards",
            times_of(partial(best, rules=rules), [random.sample(pack, 14) for _ in range(500)]),
            loop,
        )


def main() -> None:
    loop = fixed_loop()
    sys.stdout.write(f"fixed loop: {loop:.1f} ms\n")
    against_others(loop)
    every_system(loop)


if __name__ == "__main__":
    main()
