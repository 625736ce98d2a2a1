"""Seeded tables: a number of cards in legal melds of ``rommee``, some of them jokers."""

from __future__ import annotations

import random

from romme_turnier.core.rules.system.cards import JOKER


def legal_table(size: int, jokers: int, seed: int) -> list[tuple[int, ...]]:
    rng = random.Random(seed)
    while (table := _try_table(size, jokers, rng)) is None:
        pass
    return table


def _try_table(size: int, jokers: int, rng: random.Random) -> list[tuple[int, ...]] | None:
    there = dict.fromkeys(range(52), 2)
    melds: list[tuple[int, ...]] = []
    for _ in range(2000):
        missing = size - sum(map(len, melds))
        if not missing:
            return melds if not jokers else None
        meld = _some_meld(rng)
        if len(meld) > missing or 0 < missing - len(meld) < 3:
            continue
        if jokers and rng.random() < 0.5:
            meld[rng.randrange(len(meld))] = JOKER
        natural = [card for card in meld if card != JOKER]
        if all(there[card] for card in natural):
            for card in natural:
                there[card] -= 1
            jokers -= len(meld) - len(natural)
            melds.append(tuple(meld))
    return None


def _some_meld(rng: random.Random) -> list[int]:
    if rng.random() < 0.5:
        rank = rng.randrange(13)
        return [suit * 13 + rank for suit in rng.sample(range(4), rng.choice((3, 4)))]
    suit, first = rng.randrange(4), rng.randrange(13)
    return [suit * 13 + (first + place) % 13 for place in range(rng.choice((3, 3, 4, 5, 6)))]


def with_one_swapped(table: list[int], seed: int) -> list[int]:
    """One natural card exchanged for another that the pack still holds."""
    rng = random.Random(seed)
    place = rng.choice([place for place, card in enumerate(table) if card != JOKER])
    other = rng.choice([card for card in range(52) if table.count(card) < 2])
    return [*table[:place], other, *table[place + 1 :]]
