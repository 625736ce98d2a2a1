"""Parses amounts as people write them: "15 €", "8,40", "1.000,00", "15,-"."""

import re
from decimal import Decimal

_CURRENCY = r"(?:€|\$|£|[A-Z]{3}|(?i:eur|euro|chf)|Fr\.?)"
_AMOUNT = re.compile(
    rf"""
    {_CURRENCY}? \s*
    (?P<sign>[-−–+]?) \s*
    (?P<whole> \d{{1,3}} (?P<gap>[.,'’\s]) \d{{3}} (?: (?P=gap) \d{{3}} )* | \d+ | (?=[.,]\d) )
    (?: (?P<point>[.,]) (?P<cents> \d{{1,2}} | -{{1,2}} | – | — )? )?
    \s* {_CURRENCY}?
    """,
    re.VERBOSE | re.ASCII,
)
_FIGURES_MAX = 15
_BLANKS = re.compile(r"[\s\u00a0\u2007\u202f]+")


def read_amount(text: str) -> Decimal | None:
    """Returns the amount in the text; None if the text is ambiguous or not an amount.

    A point before three digits separates thousands ("1.000"), because amounts never have three decimals. A comma does
    so only before a point ("1,000.00"), because in German it might be either. A currency may come before or after and
    is ignored. Powers ("1e3") and digits of other scripts are not amounts.
    """
    match = _AMOUNT.fullmatch(_BLANKS.sub(" ", text).strip())
    if match is None:
        return None
    gap, point = match["gap"], match["point"]
    if gap is not None and (gap == point or (gap == "," and point is None)):
        return None
    whole, cents = re.sub(r"[^0-9]", "", match["whole"]) or "0", match["cents"] or ""
    if len(whole) > _FIGURES_MAX:
        return None
    amount = Decimal(f"{whole}.{cents}" if cents.isdecimal() else whole)
    return -amount if match["sign"] in tuple("-−–") else amount
