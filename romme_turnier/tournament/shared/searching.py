"""Looking for words and paragraphs in texts."""

import re
from collections.abc import Iterable, Sequence

from romme_turnier.core.people.duplicates import folded


def holds_all(wanted: Sequence[str], texts: Iterable[str]) -> bool:
    """Returns whether every word, already `folded`, is a part of the texts.

    A number is found as a whole: § 6.1 is not § 6.10, but § 6 is all of it.
    """
    whole = folded(" ".join(texts))
    return all(
        re.search(rf"(?<![\d.]){re.escape(word)}(?!\d)", whole) if word[0].isdigit() else word in whole
        for word in wanted
    )
