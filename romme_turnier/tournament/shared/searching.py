"""Searching words and paragraphs in texts."""

import re
from collections.abc import Iterable, Sequence

from romme_turnier.core.people.duplicates import folded


def holds_all(wanted: Sequence[str], texts: Iterable[str]) -> bool:
    """Returns whether each of the `folded` words is a part of the texts. Numbers match as a whole: § 6.1 does not match
    § 6.10, but § 6 matches every clause of § 6.
    """
    whole = folded(" ".join(texts))
    return all(
        re.search(rf"(?<![\d.]){re.escape(word)}(?!\d)", whole) if word[0].isdigit() else word in whole
        for word in wanted
    )
