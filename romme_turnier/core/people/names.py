"""Tidies, sorts and searches names; sorting and searching reduce them to plain letters in the same way.

The order is that of dictionaries, DIN 5007-1: Ä sorts like A and ß like ss, and the plain letter comes first only
between names that are otherwise equal. Variant 2 (Ä as Ae, as in telephone books) serves readers who do not know the
spelling of a name; here players look for their own names, and find Ärmel next to Arendt. Prefixes do not count: "von
der Heide" is among the Heides, after people with the same first name and no prefix.

The keys are made only in Python, and the register stores them as bytes, so SQLite and PostgreSQL, whose collations
differ, give the same order. Unicode collation libraries do not treat ı as i, do not ignore prefixes, and do not provide
plain letters for the search.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

OrderKey = tuple[str, str, str]
PersonOrder = tuple[OrderKey, OrderKey, OrderKey, str, str]

# Letters that do not decompose into a plain letter and a mark.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "þ": "th"}
)
# Prepositions and Germanic articles. Contractions (zum, am, du), Romance articles (La, El) and prefixes with a capital
# letter belong to the name: De Luca sorts under D.
_GERMAN = ("von", "zu", "auf", "aus", "an", "in", "und", "der", "den", "dem", "die", "das")
_OTHERS = ("van", "de", "ten", "ter", "te", "op", "'t", "’t", "af", "av", "d'", "d’", "da", "di", "do", "dos")
PREFIXES = frozenset((*_GERMAN, *_OTHERS))
_TITLES = frozenset(("dr.", "dr", "prof.", "prof"))
# Invisible characters: of the categories "format" (soft hyphen, zero-width space, direction) and "control",
# unpaired surrogates, and fillers that Unicode counts among letters, marks and symbols.
_UNSEEN = frozenset(("Cf", "Cc", "Cs"))
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(sign) for sign in range(0xFE00, 0xFE10)}


def tidy(text: str) -> str:
    """Returns a name as stored: no invisible characters, single spaces, composed accents (NFC); possibly ""."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return unicodedata.normalize("NFC", " ".join(_seen(text).split()))


def _seen(text: str) -> str:
    return "".join(
        sign for sign in text if sign.isspace() or (sign not in _FILLERS and unicodedata.category(sign) not in _UNSEEN)
    )


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name as one reader may see it; `str` gives the usual form, first name first."""

    first: str
    last: str

    @classmethod
    def of(cls, text: str) -> "PersonName":
        """Splits a name typed into one field: the family name is the last word with any prefixes before it."""
        words = text.split()
        place = max(len(words) - 1, 0)
        while place > 1 and words[place - 1] in PREFIXES:
            place -= 1
        return cls(" ".join(words[:place]), " ".join(words[place:]))

    def __str__(self) -> str:
        return f"{self.first} {self.last}".strip()

    @property
    def listed(self) -> str:
        """The name as in a list sorted by family name: "Sommer, Petra"."""
        return ", ".join(filter(None, (self.last, self.first)))

    @property
    def short(self) -> "PersonName":
        """The name with only the first letter of the family name: "Petra S."."""
        _before, name = split_prefix(self.last)
        return PersonName(self.first, f"{name[0]}." if name else "")

    @property
    def order(self) -> PersonOrder:
        return person_order(self.first, self.last)


NAMELESS = PersonName("N.", "N.")  # an erased person, or a name that is no longer public


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """Returns the text in lower case without accents: "Łukasz Çelik-Groß" becomes "lukasz celik-gross"."""
    apart = unicodedata.normalize("NFKD", _seen(text)).casefold()
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_LETTERS)


@lru_cache(maxsize=65536)
def letters(text: str) -> tuple[str, ...]:
    """Returns the words of a name for searching.

    "ae", "oe" and "ue" count as "a", "o" and "u", because some people type "a" for "ä".
    """
    return tuple(re.sub(r"([aou])e", r"\1", word) for word in re.findall(r"[^\W_]+", plain(text)))


def letters_text(*texts: str) -> str:
    """Returns the words of the texts, each after a space: if the result contains " nu", a word begins with "nu"."""
    return "".join(f" {word}" for text in texts for word in letters(text))


def holds(typed: str, *texts: str, numbers: Collection[int | None] = ()) -> bool:
    """Returns whether each typed word is part of these texts or is one of the numbers."""
    whole = " ".join(word for text in texts for word in letters(text))
    return all(word in whole or word in map(str, numbers) for word in letters(typed))


@lru_cache(maxsize=65536)
def order_of(text: str) -> OrderKey:
    """Returns the key that sorts names of clubs and teams: word by word, numbers by size."""
    words = re.findall(r"[^\W_]+", re.sub(r"['’`´]", "", plain(text)))
    folded = " ".join(re.sub(r"\d+", lambda digits: digits[0].zfill(12), word) for word in words)
    return folded, unicodedata.normalize("NFD", text.lower()), text


@lru_cache(maxsize=65536)
def person_order(first_name: str, last_name: str) -> PersonOrder:
    """Returns the key that sorts people: by family name, first name, and then the words before the family name.

    A single name is sorted like a family name. The written form comes last, so that names that differ only in spaces
    have a fixed order.
    """
    before, name = split_prefix(last_name)
    name, first = (name, first_name) if name else (first_name, "")
    return order_of(name), order_of(first), order_of(before), last_name, first_name


def order_bytes(first_name: str, last_name: str) -> bytes:
    """Returns `person_order` in a form that every database sorts in the same way.

    UTF-8 keeps the order of characters, and the separator is less than every character of a name.
    """
    name, first, before, *written = person_order(first_name, last_name)
    return "\0".join((*name, *first, *before, *written)).encode()


def split_prefix(last_name: str) -> tuple[str, str]:
    """Returns the titles and prefixes before a family name, and the rest, which begins with the word to sort by.

    The first part is "" if there are none.
    """
    words = re.sub(r"^(d[’'])(?=\w)", r"\1 ", last_name).split()
    count = 0
    while count < len(words) - 1 and _precedes(words[count], after_von=count > 0 and words[0].casefold() == "von"):
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def _precedes(word: str, *, after_von: bool) -> bool:
    """Returns whether the word is a title or a prefix.

    After "von", a prefix may be capitalised, as in "Von Der Heide".
    """
    small = word.casefold()
    return word in PREFIXES or small == "von" or small in _TITLES or (after_von and small in PREFIXES)
