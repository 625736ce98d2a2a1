"""Hyphenation of long words in narrow columns.

Browsers hyphenate only languages for which they have a dictionary; without one, a name breaks anywhere.
"""

import re
from functools import cache

import pyphen
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_LONG = re.compile(r"[^\W\d_]{8,}")  # too wide for one of four columns on a phone
_SHY = '<i class="shy"></i>'  # the style sheet draws the hyphen, so that copied and spoken names have none


def shy(words: object) -> SafeString:
    """Returns the text as escaped HTML in which long words may be hyphenated."""
    hyphenated = _LONG.sub(lambda word: str(_dictionary().inserted(word[0], hyphen=_SHY)), escape(words))
    return mark_safe(hyphenated)  # noqa: S308 - escaped before


@cache
def _dictionary() -> pyphen.Pyphen:
    """Returns the dictionary, loaded for the first long word, because loading takes half a second."""
    return pyphen.Pyphen(lang="de_DE", left=3, right=3)
