"""Finds an IBAN and the account holder in typed text."""

import re

# The length of an IBAN by country, for all of SEPA.
_LENGTHS = {
    "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}  # fmt: skip
_START = re.compile(r"(?<![A-Z0-9])[A-Z]{2}[0-9]{2}", re.IGNORECASE)
_HOLDER = re.compile(r"(?:Kontoinhaber(?:in)?|Inhaber(?:in)?|Empfänger(?:in)?)\s*:?\s+([^,;\n]+)", re.IGNORECASE)
_NOT_A_HOLDER = re.compile(r"\bIBAN\b|\bBIC\b|bank\b|sparkasse|\bKonto|Bankverbindung|\d{4}", re.IGNORECASE)


def find_iban(text: str) -> str | None:
    """Returns the first IBAN of a SEPA country with a correct checksum, without blanks; None if there is none."""
    text = text.upper().replace("\N{NO-BREAK SPACE}", " ")
    for start in _START.finditer(text):
        length = _LENGTHS.get(start.group()[:2], 0)
        candidate = re.match(rf"(?:[A-Z0-9] ?){{{length}}}(?![A-Z0-9])", text[start.start() :]) if length else None
        iban = candidate.group().replace(" ", "") if candidate else ""
        # ISO 13616: letters as two digits, the first four moved to the end, remainder 1 modulo 97.
        digits = "".join(str(int(letter, 36)) for letter in iban[4:] + iban[:4])
        if iban and int(digits) % 97 == 1:
            return iban
    return None


def find_holder(text: str) -> str | None:
    """Returns the account holder that the text names, otherwise the first possible name before the IBAN.

    If there is no IBAN, the whole text is searched. Returns None if there is no possible name.
    """
    if named := _HOLDER.search(text):
        return named[1].strip()
    before = _START.split(text, maxsplit=1)[0]
    parts = (part.strip(" :") for part in re.split(r"[,;\n]", before))
    return next((part for part in parts if part and not _NOT_A_HOLDER.search(part)), None)
