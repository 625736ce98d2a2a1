"""The code on a start card. With this code and the start number, a player opens “Mein Turnier” without an account.

The code is derived from the registration's salt and the number of lost cards: a reprinted card has the same code, and a
lost card becomes invalid. Six characters from an alphabet of twenty give 64 million codes; every page that asks for a
code limits the number of guesses.
"""

import hashlib
import hmac

from django.utils import timezone
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import LastingPage, Registration, TablePhone
from romme_turnier.tournament.money.fees import locked
from romme_turnier.tournament.shared.service import service

ALPHABET = "34679ACDEFHJKMNPRTWX"  # characters that look different from one another in print and in handwriting
LENGTH = 6
END = LENGTH // 2
_UNKNOWN = " " * LENGTH  # compared with the typed code if the number does not exist


def card_code(registration: Registration) -> str:
    """Returns the code on the registration's start card, for example "ACD347"."""
    purpose = f"start card{registration.lost_cards or ''}"
    return in_signs(hmac.digest(registration.salt.encode(), purpose.encode(), hashlib.sha256), LENGTH)


def in_signs(digest: bytes, length: int) -> str:
    """Returns `length` characters of the alphabet, derived from a digest."""
    number, signs = int.from_bytes(digest), ""
    for _sign in range(length):
        number, sign = divmod(number, len(ALPHABET))
        signs += ALPHABET[sign]
    return signs


def printed(code: str) -> str:
    """Returns a code as printed, in two halves: "ACD 347"."""
    return f"{code[:END]} {code[END:]}"


def plain(typed: str) -> str:
    """Returns the letters and digits of a typed code, in capitals."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def is_code_of(registration: Registration | None, typed: str) -> bool:
    """Returns whether the letters and digits of the typed text are the code of the registration, ignoring case.

    Returns False without a registration.
    """
    expected = card_code(registration) if registration else _UNKNOWN
    return hmac.compare_digest(plain(typed).encode(), expected.encode())


def is_end_of_code(registration: Registration, typed: str) -> bool:
    """Returns whether the typed text is the last `END` characters of the code.

    Because so few characters can be guessed, callers also ask for the name, and limit the number of guesses.
    """
    return hmac.compare_digest(plain(typed).encode(), card_code(registration)[-END:].encode())


@service(gettext_lazy("Startkarte verloren, neuer Code"))
def replace_card(registration: Registration, *, by: User | None) -> Registration:
    """Invalidates the code of a lost card; the next printed card has a new code.

    The player's phones at tables are logged out, because a finder of the card could confirm lists with them. The
    player's lasting page is deleted, because the finder could have created it.
    """
    current = locked(registration)
    current.lost_cards += 1
    current.save(update_fields=["lost_cards"])
    phones = TablePhone.objects.filter(registration=current, ended_at=None)
    phones.update(ended_at=timezone.now(), is_pen=False)
    LastingPage.objects.filter(registration=current).delete()
    return current
