"""Finding who is meant: the one rule for naming a person, wherever an official names one.

A start number, the code of a start card, or the beginnings of words of name and club, in any order.
"""

from collections.abc import Iterable

from romme_turnier.core.people.names import letters
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.start_code import start_number

HITS = 8


def find_people(event: models.Event, text: str) -> list[models.Registration]:
    """Returns the participants of the event whom the text may mean, by start number."""
    return fitting(event.registrations.select_related("player", "club", "event", "fee"), text) if text.strip() else []


def fitting(people: Iterable[models.Registration], text: str) -> list[models.Registration]:
    """Returns those of the people, with player and club loaded, whom the text may mean.

    A number or a code means whoever has that number, and nobody else; a name written in full, those who bear it.
    Text without letters means nobody.
    """
    number = start_number(text)
    if number is not None:
        return [one for one in people if one.number == number]
    words = letters(text)
    if not words:
        return []
    found = [one for one in people if _fits(one, words)]
    exact = [one for one in found if sorted(letters(one.name)) == sorted(words)]
    return exact or found


def _fits(one: models.Registration, words: tuple[str, ...]) -> bool:
    parts = (*letters(one.name), *letters(one.club.name if one.club else ""))
    return all(word == str(one.number) or any(part.startswith(word) for part in parts) for word in words)
