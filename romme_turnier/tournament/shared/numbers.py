"""Formats numbers for readers, the same on pages and paper, and reads numbers from addresses and hidden fields."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from django.utils.formats import get_format, number_format as localized

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
_PARTS = {0: "", Fraction(1, 2): "½"}  # half units exist for some counts

Number = int | Fraction


def signed(number: Number) -> str:
    """Returns the number with a typographic minus sign: −5."""
    return _written(number, "")


def number_format(number: Number) -> str:
    """Returns the number with a minus sign and the language's thousands separator: −1.234, in English −1,234; 5½."""
    return _written(number, get_format("THOUSAND_SEPARATOR") if not -1000 < number < 1000 else "")


def figures_or_dashes(numbers: Iterable[Number | None]) -> list[str]:
    """Formats several numbers, None as a dash; looks up the language once, because that is the slowest part."""
    separator = get_format("THOUSAND_SEPARATOR")
    return [DASH if number is None else _written(number, separator) for number in numbers]


def figure_or_dash(number: Number | None) -> str:
    return DASH if number is None else number_format(number)


def _written(number: Number, separator: str) -> str:
    """Returns a multiple of one half as text: 5, −1½, ½."""
    whole, rest = divmod(-number if number < 0 else number, 1)
    grouped = f"{whole:,}".replace(",", separator) if whole or not rest else ""
    return f"{MINUS if number < 0 else ''}{grouped}{_PARTS[rest]}"


def money_format(value: Decimal) -> str:
    """Returns the amount with all its decimals, at least two: "1.200,00" or "0,001". A stake may be below a cent."""
    exponent = value.normalize().as_tuple().exponent
    decimals = max(2, -exponent if isinstance(exponent, int) else 0)
    return localized(value, decimals, use_l10n=True, force_grouping=True)


def in_runs(numbers: Iterable[int]) -> str:
    """Returns numbers in ascending order, with consecutive ones joined: "1–12, 14"."""
    ordered = sorted(set(numbers))
    runs = ([n for _at, n in run] for _gap, run in groupby(enumerate(ordered), key=lambda pair: pair[1] - pair[0]))
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Returns a number from an address or hidden field; None unless the text is at most `digits` ASCII digits.

    Plain `int` reads digits of any script, and raises on numbers of thousands of digits.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def whole_numbers(texts: Iterable[str], *, digits: int = 9) -> list[int]:
    """Returns the numbers among several texts, as `whole_number` reads them."""
    return [number for text in texts if (number := whole_number(text, digits=digits)) is not None]


def signed_number(text: str) -> int | None:
    """Parses a whole number that may be negative, such as "-31"; returns None for any other text."""
    number = whole_number(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
