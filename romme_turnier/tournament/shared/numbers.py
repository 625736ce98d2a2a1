"""Numbers in the form that people read, the same on pages and paper."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from django.utils.formats import get_format, number_format as localized

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
_PARTS = {Fraction(0): "", Fraction(1, 2): "½"}  # half units exist for some counts

Number = int | Fraction


def signed(number: Number) -> str:
    """Returns the number with a real minus: −5."""
    return _written(number, "")


def number_format(number: Number) -> str:
    """Uses a real minus and the thousands separator of the language: −1.234, in English −1,234. A half is 5½."""
    return _written(number, get_format("THOUSAND_SEPARATOR") if not -1000 < number < 1000 else "")


def figures_or_dashes(numbers: Iterable[Number | None]) -> list[str]:
    """Returns several such numbers, with a dash for None; looks up the language once, which is the slowest part."""
    separator = get_format("THOUSAND_SEPARATOR")
    return [DASH if number is None else _written(number, separator) for number in numbers]


def figure_or_dash(number: Number | None) -> str:
    return DASH if number is None else number_format(number)


def _written(number: Number, separator: str) -> str:
    grouped = f"{abs(number):,}".replace(",", separator) if isinstance(number, int) else _mixed(abs(number), separator)
    return f"{MINUS}{grouped}" if number < 0 else grouped


def _mixed(number: Fraction, separator: str) -> str:
    """Returns a positive multiple of a half: 5, 1½, ½."""
    whole, rest = divmod(number, 1)
    grouped = f"{whole:,}".replace(",", separator) if whole or not rest else ""
    return grouped + _PARTS[rest]


def money_format(value: Decimal) -> str:
    """Returns "1.200,00" or "0,001": with all its decimals, at least two. A stake may be below a cent."""
    exponent = value.normalize().as_tuple().exponent
    decimals = max(2, -exponent if isinstance(exponent, int) else 0)
    return localized(value, decimals, use_l10n=True, force_grouping=True)


def in_runs(numbers: Iterable[int]) -> str:
    """Returns numbers in ascending order, with neighbours joined: "1–12, 14"."""
    ordered = sorted(set(numbers))
    runs = ([n for _at, n in run] for _gap, run in groupby(enumerate(ordered), key=lambda pair: pair[1] - pair[0]))
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Returns a number from an address or hidden field: ASCII digits, at most `digits` of them; otherwise None.

    Plain `int` reads digits of any script, and raises on numbers of thousands of digits.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def signed_number(text: str) -> int | None:
    """Returns a number that may be negative: "-31"."""
    number = whole_number(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
