"""Searches by name or start number without revealing anything about other players.

A start number always matches, and so does the shown part of a name. A hidden family name, or half of a double-barrelled
one, matches only as a whole word, which the searcher must already know: "Sommer" finds the player, and the page still
shows "Petra S." if no more is allowed. Beginnings of hidden family names never match, so they cannot be guessed letter
by letter.
"""

from romme_turnier.core.people.names import letters, split_prefix
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.shared.numbers import whole_number


def matches(registration: Registration, query: str) -> bool:
    query = query.strip()
    if query.isdecimal():
        return registration.number == whole_number(query)
    wanted = letters(query)
    if not wanted or not registration.is_named:
        return False
    return _begins(wanted, letters(registration.public_name)) or _is_named(wanted, registration)


def begins(query: str, shown: str) -> bool:
    """Returns whether each typed word begins a word of a public name, such as a team's; False without typed words."""
    wanted = letters(query)
    return bool(wanted) and _begins(wanted, letters(shown))


def _is_named(wanted: tuple[str, ...], registration: Registration) -> bool:
    """Returns whether one of the words is the family name, or half of a double-barrelled one.

    Every other word must belong to the family name or begin a first name.
    """
    last_name = registration.player.last_name
    whole, ordered_by = letters(last_name), letters(split_prefix(last_name)[1])
    other_words = [word for word in wanted if word not in whole]
    named = any(word in ordered_by for word in wanted)
    return named and _begins(tuple(other_words), letters(registration.player.first_name))


def _begins(wanted: tuple[str, ...], shown: tuple[str, ...]) -> bool:
    """Returns whether each typed word begins a different word of the shown name. The longest words match first."""
    left = list(shown)
    for word in sorted(wanted, key=len, reverse=True):
        hit = next((name for name in left if name.startswith(word)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True
