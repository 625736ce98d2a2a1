"""The check word of a list: five letters by which the signed paper and what a phone holds are compared at a glance.

Whoever wrote the list on a phone writes the word on the paper. An official who finds the same word on the page needs
to compare nothing else: had one figure been entered or changed since, the word would be another one.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence

from romme_turnier.core.lists.sheet import Game

ALPHABET = "ACDEFHJKLMNPRTWX"  # sixteen that are not taken for each other in handwriting
LENGTH = 5


def check_word(players: Sequence[int | None], games: Iterable[Game]) -> str:
    """Returns the word, as "KARTE", for the start numbers by seat and the games as written, in any order.

    A million words: two lists that differ have the same one by chance only. What officials add (penalty points,
    rulings) is not on the table's paper and not in it.
    """
    written = [
        [game.number, game.finisher, game.handromme, *game.points]
        for game in sorted(games, key=lambda game: game.number)
    ]
    digest = hashlib.sha256(json.dumps([list(players), written], separators=(",", ":")).encode()).digest()
    number, word = int.from_bytes(digest[:4]), ""
    for _letter in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        word += ALPHABET[letter]
    return word
