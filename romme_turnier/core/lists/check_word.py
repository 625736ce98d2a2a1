"""The SHA-256 of a list's content, and the check word for comparing the signed paper with the list on a phone.

The player who keeps the list on a phone copies the word to the paper after confirmation. Both values cover the players
and games as the table entered them, but not the officials' additions (penalty points, rulings).
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence

from romme_turnier.core.lists.sheet import Game

ALPHABET = "ACDEFHJKLMNPRTWX"  # sixteen letters that are not confused in handwriting
LENGTH = 7
UNSALTED_LENGTH = 5


def content_hash(players: Sequence[int | None], games: Iterable[Game]) -> str:
    """Returns the SHA-256, in hex, of the start numbers by seat and the games, which may be in any order."""
    return hashlib.sha256(_written(players, games)).hexdigest()


def check_word(players: Sequence[int | None], games: Iterable[Game], salt: str) -> str:
    """Returns the check word for these entries, such as "KARTEHX": seven of 16 letters give 268 million words.

    Players do not know the `salt`, so they cannot search for another list with the same word. If the `salt` is "", the
    word has five letters, as on the paper of lists confirmed before salts were introduced.
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
