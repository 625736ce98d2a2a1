"""The content of a list as one SHA-256, and the check word that compares the signed paper with the list on a phone.

The player that wrote the list on a phone writes the word on the paper after confirmation. Both cover players and games
as the table wrote them; additions by officials (penalty points, rulings) are not on the table's paper and in neither.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence

from romme_turnier.core.lists.sheet import Game

ALPHABET = "ACDEFHJKLMNPRTWX"  # sixteen that are not taken for each other in handwriting
LENGTH = 7
UNSALTED_LENGTH = 5


def content_hash(players: Sequence[int | None], games: Iterable[Game]) -> str:
    """Returns the SHA-256, in hex, of the start numbers by seat and the games as written, in any order."""
    return hashlib.sha256(_written(players, games)).hexdigest()


def check_word(players: Sequence[int | None], games: Iterable[Game], salt: str) -> str:
    """Returns the word of the same content, as "KARTEHX": seven of sixteen letters, so 268 million words.

    The table does not know the `salt` of its list, so it cannot search for a second list with the same word. Lists that
    were confirmed before lists had a salt ("") keep the word of five letters that is on their papers.
    """
    written = _written(players, games)
    if not salt:
        return _letters(hashlib.sha256(written).digest(), UNSALTED_LENGTH)
    return _letters(hmac.digest(salt.encode(), written, hashlib.sha256), LENGTH)


def _written(players: Sequence[int | None], games: Iterable[Game]) -> bytes:
    rows = [
        [game.number, game.finisher, game.handromme, *game.points]
        for game in sorted(games, key=lambda game: game.number)
    ]
    return json.dumps([list(players), rows], separators=(",", ":")).encode()


def _letters(digest: bytes, length: int) -> str:
    number, word = int.from_bytes(digest[:4]), ""
    for _letter in range(length):
        number, letter = divmod(number, len(ALPHABET))
        word += ALPHABET[letter]
    return word
