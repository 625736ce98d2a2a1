"""Tamper-proof shuffling that every player can verify afterwards.

Before the deal the server publishes the SHA-256 of a secret seed; each seat may then add a word. The seed, the words
and the number of the game determine the cards, so neither the server nor a seat can choose their order. After the game
the seed is revealed, and anyone can deal the same cards again. Method and test vectors: docs/rules/record.md.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from romme_turnier.core.rules.system.cards import Card

SEED_BYTES = 32
_WORD = 1 << 32


def commitment(seed: bytes) -> str:
    """Returns the commitment to publish before the deal: ``sha256:`` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(seed).hexdigest()


class FairDraw:
    """A random generator determined by the seed, words, game and shuffle (0: before the deal).

    Raises ValueError if the seed does not have 32 bytes, or if a word contains white space.
    """

    def __init__(self, seed: bytes, words: Sequence[str] = (), game: int = 1, shuffle: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if any("".join(word.split()) != word for word in words):
            raise ValueError("a word has no blanks")
        lines = ("romme 1", str(game), str(shuffle), *words)
        self._numbers = _numbers(seed, "\n".join(lines))

    def below(self, limit: int) -> int:
        """Returns a uniformly random number from 0 to ``limit`` − 1; raises ValueError unless 0 < ``limit`` ≤ 2³²."""
        if not 0 < limit <= _WORD:
            raise ValueError(f"a limit is from 1 to {_WORD}")
        usable = _WORD - _WORD % limit
        return next(number for number in self._numbers if number < usable) % limit

    def order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Returns the cards shuffled (Fisher and Yates), the top card last."""
        shuffled = list(cards)
        for last in range(len(shuffled) - 1, 0, -1):
            place = self.below(last + 1)
            shuffled[last], shuffled[place] = shuffled[place], shuffled[last]
        return tuple(shuffled)


def _numbers(seed: bytes, text: str) -> Iterator[int]:
    """Yields 32-bit numbers, eight from each block HMAC-SHA-256(seed, text, block number)."""
    block = 0
    while True:
        digest = hmac.digest(seed, f"{text}\n{block}".encode(), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
