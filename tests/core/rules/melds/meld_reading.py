"""Melds by brute force, written from the sources and independent of the engine: every run and every set there can
every possible run and set, one card after the other.

Cards are texts here: ``10H``, ``*``, ``*QH``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

LOW_TO_HIGH = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
FACES = {"J": 10, "Q": 10, "K": 10}


@dataclass(frozen=True)
class Form:
    """The row of a rule system in the table of its parameters."""

    corner: bool
    run_least: int
    run_most: int
    set_most: int
    suits_differ: bool
    jokers_in_set: int
    jokers_in_run: int
    apart: bool
    names_count_in_set: bool


FORMS = {
    "rommeordnung": Form(True, 3, 13, 4, True, 1, 99, True, False),
    "classic": Form(False, 3, 13, 4, True, 99, 99, False, True),
    "rommee": Form(True, 3, 13, 4, True, 1, 1, False, True),
    "treppenromme": Form(True, 3, 13, 4, True, 0, 0, False, True),
    "contract": Form(False, 4, 14, 12, False, 99, 99, False, True),
}


def readings(laid: list[str], key: str) -> set[tuple[str, int]]:
    """Every way to read the cards as a meld in their order: kind and points."""
    return set(_as_runs(laid, key)) | set(_as_sets(laid, key))


def _agrees(token: str, card: str) -> bool:
    return token in {"*", card, "*" + card}


def _as_runs(laid: list[str], key: str) -> Iterator[tuple[str, int]]:
    form = FORMS[key]
    jokers = [token[0] == "*" for token in laid]
    if not form.run_least <= len(laid) <= form.run_most or all(jokers) or sum(jokers) > form.jokers_in_run:
        return
    if form.apart and (sum(jokers) > len(laid) - sum(jokers) or any(a and b for a, b in pairwise(jokers))):
        return
    scale = LOW_TO_HIGH * 3 if form.corner else [*LOW_TO_HIGH, "A"]
    for suit, start in product("CSHD", range(13 if form.corner else len(scale) - len(laid) + 1)):
        ranks = scale[start : start + len(laid)]
        upward = [rank + suit for rank in ranks]
        for way in (upward, upward[::-1]):
            if all(_agrees(token, card) for token, card in zip(laid, way, strict=True)):
                yield "run", sum(_in_run(ranks, place, key) for place in range(len(ranks)))


def _in_run(ranks: list[str], place: int, key: str) -> int:
    if ranks[place] != "A":
        return FACES.get(ranks[place]) or int(ranks[place])
    first, last = place == 0, place == len(ranks) - 1
    if key == "treppenromme":
        return 1 if first else 10 if last else 5
    if key == "rommee":
        return 1 if "2" in ranks and "K" not in ranks else 11
    return 1 if first else 11


def _as_sets(laid: list[str], key: str) -> Iterator[tuple[str, int]]:
    form = FORMS[key]
    jokers = [token[0] == "*" for token in laid]
    if not 3 <= len(laid) <= form.set_most or all(jokers) or sum(jokers) > form.jokers_in_set:
        return
    tokens = laid if form.names_count_in_set else ["*" if joker else t for t, joker in zip(laid, jokers, strict=True)]
    for rank in LOW_TO_HIGH:
        value = (15 if key == "treppenromme" else 11) if rank == "A" else FACES.get(rank) or int(rank)
        if not form.suits_differ:
            if all(t == "*" or t.lstrip("*")[:-1] == rank for t in tokens):
                yield "set", value * len(laid)
            continue
        for suits in product("CSHD", repeat=len(laid)):
            if len(set(suits)) == len(suits) and all(map(_agrees, tokens, (rank + suit for suit in suits))):
                yield "set", value * len(laid)
                break
