"""Finding oneself by name or start number without finding out about others.

A start number always finds. A name finds by what the page shows anyway, and by whole family names, which whoever types
them knows already: "Sommer" finds the person, and the page goes on showing "Petra S." where no more is allowed. Part of
a family name that is not shown finds nothing, so nobody can guess one letter by letter.
"""

from romme_turnier.core.people.names import letters, parted
from romme_turnier.tournament.models import Registration
from romme_turnier.tournament.shared.numbers import whole_number


def matches(registration: Registration, query: str) -> bool:
    query = query.strip()
    if query.isdecimal():
        return registration.number == whole_number(query)
    wanted = letters(query)
    if not wanted:
        return False
    return _begins(wanted, letters(registration.public_name)) or _is_named(wanted, registration)


def begins(query: str, shown: str) -> bool:
    """Returns whether each word typed begins a word of a name that everybody may see, such as a team's."""
    wanted = letters(query)
    return bool(wanted) and _begins(wanted, letters(shown))


def _is_named(wanted: tuple[str, ...], registration: Registration) -> bool:
    """Returns whether a family name, or one half of it, is typed whole, with nothing but first names beside it."""
    last_name = registration.player.last_name
    whole, ordered_by = letters(last_name), letters(parted(last_name)[1])
    beside = [word for word in wanted if word not in whole]
    named = any(word in ordered_by for word in wanted)
    return named and _begins(tuple(beside), letters(registration.player.first_name))


def _begins(wanted: tuple[str, ...], shown: tuple[str, ...]) -> bool:
    """Returns whether each word typed begins a word of its own of the name shown, the longest first."""
    left = list(shown)
    for word in sorted(wanted, key=len, reverse=True):
        hit = next((name for name in left if name.startswith(word)), None)
        if hit is None:
            return False
        left.remove(hit)
    return True
