"""The address of an event: "abend-1", or "verein-a/abend-1" if the program has several organisers.

The second part is never the first word in the address of an event's page: "x/rangliste" is a page of the event "x".
"""

import re

# The first words of the pages of events, in addresses of the public pages, the desk and the papers.
PAGE_WORDS = frozenset(
    {
        *("anmelden", "anmeldung", "ausschreibung", "aussehen", "bevor-sie-gehen", "bleibend", "durchsagen"),
        *("einladung", "einladungen", "einlass", "eintreffen", "entscheidungsspiel", "ich", "kasse", "kopieren"),
        *("leitung", "loeschen", "mannschaften", "mehr", "meine-daten", "mitteilungen", "papier", "personen"),
        *("protokoll", "rangliste", "saal", "schritt", "serie", "sicherung", "sitz", "spieler", "streitfaelle"),
        *("tabellen", "teilnehmer", "veroeffentlichen"),
    }
)
# Words that mean something else below /leitung/.
DESK_WORDS = frozenset({"neu", "register", "saison", "veranstalter"})
# Words that cannot be the address of an organiser. Scanned lists may lack the "t" or "leitung" before the event.
ORGANISER_WORDS = DESK_WORDS | {"t", "leitung"}

# Possessive, because each request is compared with the addresses of many pages.
_PART = "[-a-zA-Z0-9_]++"
ADDRESS = rf"{_PART}(?:/(?!(?:{'|'.join(sorted(PAGE_WORDS))})(?:/|\Z)){_PART}(?=/|\Z))?"
_ADDRESS = re.compile(ADDRESS)


def is_address(text: str) -> bool:
    """Returns whether the text has the form of an event's address; reserved words are not checked here.

    It is one part of ASCII letters, digits, "-" and "_", or two parts joined by "/"; the second is not in `PAGE_WORDS`.
    """
    return _ADDRESS.fullmatch(text) is not None


def own_part(address: str) -> str:
    """Returns the part of the address that names the event: "abend-1" of "verein-a/abend-1"."""
    return address.rpartition("/")[2]
