"""Tamper-proof shuffling that every player can verify afterwards.

Before the deal the server publishes SHA-256 of a secret seed; each seat may then add a word. The order of the cards
follows from seed, words and number of the game, so neither the server nor a seat could choose it. After the game the
seed is revealed, and anyone who has it deals the same cards again. The method, with test vectors: docs/rules/record.md.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from romme_turnier.core.rules.system.cards import Card

SEED_BYTES = 32
_WORD = 1 << 32


def commitment(seed: bytes) -> str:
    """Returns what is published before the deal: ``sha256:`` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(seed).hexdigest()


class FairDraw:
    """Numbers by chance, the same for the same seed, words, game and shuffle (0: before the deal).

    Raises ValueError for a seed that does not have 32 bytes, and for words with blanks.
    """

    def __init__(self, seed: bytes, words: Sequence[str] = (), game: int = 1, shuffle: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if any("".join(word.split()) != word for word in words):
            raise ValueError("a word has no blanks")
        lines = ("romme 1", str(game), str(shuffle), *words)
        self._numbers = _numbers(seed, "\n".join(lines))

    def below(self, limit: int) -> int:
        """Returns a number from 0 to ``limit`` − 1, each as likely as the other (``limit`` up to 2³²)."""
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
    """Yields 32-bit numbers: block after block HMAC-SHA-256(seed, text, number of the block), eight in each."""
    block = 0
    while True:
        digest = hmac.digest(seed, f"{text}\n{block}".encode(), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
