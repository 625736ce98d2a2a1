"""The text that a scanner reads from a start card: the address of “Mein Turnier” with number and code, or a number.

A hand scanner sometimes types like a foreign keyboard: "?k=ACD347&nr=14" may arrive as "_k´ACD347/nr´14", or with an
accent on the A. So only the letters and digits of addresses are compared.
"""

import re
import unicodedata
from dataclasses import dataclass

_NUMBER = re.compile(r"\s*([0-9]{1,4})\s*", re.ASCII)
_ADDRESS = re.compile(r"\s*http.*[^a-z]nr[^0-9]{1,3}([0-9]{1,4})\s*", re.ASCII | re.IGNORECASE)
# Characters that other keyboards type for signs of an address; their base letters must be dropped.
_NO_LETTERS = str.maketrans("", "", "ÄÖÜäöüß")
_SWAPPED = str.maketrans("y", "z")


@dataclass(frozen=True, slots=True)
class StartCode:
    """`letters` are the letters and digits of the address on the card, "" for a typed number."""

    number: int
    letters: str = ""


def read_start_code(text: str) -> StartCode | None:
    """Reads "14", or the address on a start card; None for other texts."""
    if typed := _NUMBER.fullmatch(text):
        return StartCode(int(typed[1]))
    scanned = _ADDRESS.fullmatch(text)
    return StartCode(int(scanned[1]), letters_of(text)) if scanned else None


def letters_of(address: str) -> str:
    """Returns the letters and digits of an address, equal for both keyboards."""
    plain = unicodedata.normalize("NFD", address.translate(_NO_LETTERS)).lower().translate(_SWAPPED)
    return "".join(sign for sign in plain if sign.isascii() and sign.isalnum())
