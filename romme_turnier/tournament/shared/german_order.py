"""Names in the order of a German dictionary: Ä with A, ß as ss, other accents without weight (DIN 5007-1)."""

import unicodedata


def german_order(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
