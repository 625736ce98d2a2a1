"""Adds soft hyphens to long words in narrow columns.

Browsers hyphenate only languages for which they have a dictionary; without one, a name breaks anywhere.
"""

import re
from functools import cache, lru_cache

import pyphen

_LONG = re.compile(r"[^\W\d_]{8,}")  # too wide for one of four columns on a phone
_SHY = "\N{SOFT HYPHEN}"


def shy(words: object) -> str:
    return _LONG.sub(lambda word: _parted(word[0]), str(words))


@lru_cache(maxsize=4096)
def _parted(word: str) -> str:
    return str(_dictionary().inserted(word, hyphen=_SHY))


@cache
def _dictionary() -> pyphen.Pyphen:
    """Returns the dictionary, loaded for the first long word, because loading takes half a second."""
    return pyphen.Pyphen(lang="de_DE", left=3, right=3)
