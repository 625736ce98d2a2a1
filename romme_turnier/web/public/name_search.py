"""Finding oneself by name or start number without finding out about others.

A start number always finds. A name finds by what the page shows anyway, often a first name and a letter, or by the full
name, which the searcher then knows already. No search with a part of a surname that is not shown can find anything, so
nobody can guess a surname letter by letter.
"""

from romme_turnier.core.people.names import letters
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.shared.numbers import whole_number


def matches(registration: Registration, query: str) -> bool:
    query = query.strip()
    if query.isdecimal():
        return registration.number == whole_number(query)
    wanted = letters(query)
    if not wanted:
        return False
    return sorted(wanted) == sorted(letters(registration.name)) or _begins(wanted, letters(registration.public_name))


def _begins(wanted: tuple[str, ...], shown: tuple[str, ...]) -> bool:
    """Returns whether each word typed begins a word of its own of the name shown, the longest first."""
    left = list(shown)
    for word in sorted(wanted, key=len, reverse=True):
        hit = next((name for name in left if name.startswith(word)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True
