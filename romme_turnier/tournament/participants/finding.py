"""Finding participants by a typed or scanned text, for all pages of the officials.

The text is a start number, a scanned start card, or beginnings of words in the name and club, in any order.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Func, Value
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext as _

from romme_turnier.core.people.names import letters
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.addresses import addresses_of, event_at
from romme_turnier.tournament.organisers.reading import names_with_organiser
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.shared.errors import TournamentError

_NUMBER = re.compile(r"\s*([0-9]{1,4})\s*", re.ASCII)
_ADDRESS = re.compile(r"\s*http.*[^a-z]nr[^0-9]{1,3}([0-9]{1,4})\s*", re.ASCII | re.IGNORECASE)
# Characters that other layouts produce for the punctuation of an address; they are dropped with their base letters.
_NO_LETTERS = str.maketrans("", "", "ÄÖÜäöüß")
_SWAPPED = str.maketrans("y", "z")


@dataclass(frozen=True, slots=True)
class StartCode:
    """A start number, typed or from a scanned start card.

    `letters` are the letters and digits of the address on the card, "" for a typed number. Only these are compared,
    because a hand scanner may use a different keyboard layout: "?k=ACD347&nr=14" may arrive as "_k´ACD347/nr´14", or
    with an accent on the A.
    """

    number: int
    letters: str = ""


def read_start_code(text: str) -> StartCode | None:
    """Parses "14", or the address on a start card; returns None for other texts."""
    if typed := _NUMBER.fullmatch(text):
        return StartCode(int(typed[1]))
    scanned = _ADDRESS.fullmatch(text)
    return StartCode(int(scanned[1]), letters_of(text)) if scanned else None


def letters_of(address: str) -> str:
    """Returns the letters and digits of an address in lower case, without umlauts, and with "y" changed to "z".

    German and English keyboard layouts of a scanner thus give the same result.
    """
    plain = unicodedata.normalize("NFD", address.translate(_NO_LETTERS)).lower().translate(_SWAPPED)
    return "".join(sign for sign in plain if sign.isascii() and sign.isalnum())


HITS = 8
_LONGEST_ADDRESS = 121
_PEOPLE = Prepared(lambda: models.Registration.objects.select_related("player", "club", "fee"), "event")
_BEFORE_CODES = ("eintreffen", "einlass")  # officials' pages in the addresses on older start cards


class WrongCard(TournamentError):
    """The scanned card belongs to a different event or to no event of this program, or its code is wrong."""


def find_people(event: models.Event, text: str) -> list[models.Registration]:
    """Returns the event's registrations that match the text, ordered by start number; none for an empty text.

    Raises WrongCard as `fitting` does.
    """
    if not text.strip():
        return []
    people = _PEOPLE.fetch(event.pk)
    for person in people:
        person.event = event
    return fitting(people, text)


def fitting(people: Iterable[models.Registration], text: str) -> list[models.Registration]:
    """Returns the registrations that match the text; all must belong to one event, with player and club loaded.

    A number or a card matches only the player with that number, and a full name only the players with that name. Text
    without letters and digits matches no player. Erased players are found only by number. Raises WrongCard as
    `number_named` does.
    """
    people = list(people)
    if not people:
        return []
    number = number_named(people[0].event, text)
    if number is not None:
        return [person for person in people if person.number == number]
    words = letters(text)
    if not words:
        return []
    matches = [person for person in people if _fits(person, words)]
    exact = [person for person in matches if sorted(letters(person.name)) == sorted(words)]
    return exact or matches


def number_named(event: models.Event, text: str) -> int | None:
    """Returns the typed or scanned start number; None for other texts.

    Raises WrongCard for a card of a different event or of no event of this program, and for a card whose code does not
    match its number.
    """
    code = read_start_code(text)
    if code is None:
        return None
    if code.letters:
        _demand_card_of(event, code)
    return code.number


def _demand_card_of(event: models.Event, code: StartCode) -> None:
    if _is_card_of(event, code):
        return
    for address in _addresses_in(code):
        other = event_at(address)
        if other is None:
            continue
        if other == event:
            words = _("Diese Startkarte gilt nicht: Ihr Code gehört nicht (mehr) zu Nr. %(number)d.")
            raise WrongCard(words % {"number": code.number})
        is_named = other.is_public or _is_card_of(other, code)
        if not is_named and other.held_by_id != event.held_by_id:
            break  # guessed addresses must not reveal another organiser's events
        name = names_with_organiser([other])[0] if is_named else address
        raise WrongCard(_("Diese Startkarte gehört zu einem anderen Turnier: %(name)s.") % {"name": name})
    raise WrongCard(_("Diese Startkarte gehört zu keinem Turnier dieses Programms."))


def _addresses_in(code: StartCode) -> list[str]:
    """Returns the current and earlier addresses of events that the scanned text contains as a start card writes them.

    The longest comes first, because a longer address may end with a shorter one. The database compares the addresses,
    because a federation has hundreds of thousands of events.
    """
    pages = ("/t/", "/ich/?k="), *(("/leitung/", f"/{page}/?nr=") for page in _BEFORE_CODES)
    parts = {part for page in pages for part in _between(code.letters, *map(letters_of, page))}
    slugs = models.Event.objects.alias(read=_letters_in_database("slug")).filter(read__in=parts)
    earlier = models.EarlierAddress.objects.alias(read=_letters_in_database("address"))
    earlier = earlier.filter(event__isnull=False, read__in=parts)
    addresses = [*slugs.values_list("slug", flat=True), *earlier.values_list("address", flat=True)]
    return sorted(addresses, key=lambda address: (-len(address), address))


def _between(text: str, before: str, after: str) -> Iterator[str]:
    """Yields the parts of the text between `before` and `after` that are no longer than the longest address."""
    for end in (match.start() for match in re.finditer(f"(?={after})", text)):
        begin = max(end - len(before) - _LONGEST_ADDRESS, 0)
        yield from (text[match.end() : end] for match in re.compile(before).finditer(text, begin, end))


def _letters_in_database(column: str) -> Func:
    """Returns a database expression that computes `letters_of` for a column of addresses.

    Addresses contain only ASCII letters, digits and "-_/".
    """
    letters: Func = Lower(column)
    for sign in "-_/":
        letters = Replace(letters, Value(sign))
    return Replace(letters, Value("y"), Value("z"))


def _is_card_of(event: models.Event, code: StartCode) -> bool:
    without_code = (
        letters_of(f"/leitung/{address}/{page}/?nr={code.number}")
        for address in addresses_of(event)
        for page in _BEFORE_CODES
    )
    if any(map(code.letters.endswith, without_code)):
        return True
    holder = event.registrations.filter(number=code.number).first()
    return holder is not None and code.letters.endswith(letters_of(f"?k={card_code(holder)}&nr={code.number}"))


def _fits(person: models.Registration, words: tuple[str, ...]) -> bool:
    if person.player.erased_at is not None and str(person.number) not in words:
        return False
    parts = (*letters(person.name), *letters(person.club.name if person.club else ""))
    return all(word == str(person.number) or any(part.startswith(word) for part in parts) for word in words)
