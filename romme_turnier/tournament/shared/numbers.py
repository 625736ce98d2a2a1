"""Numbers as people read and send them, the same on pages and paper."""

from collections.abc import Iterable
from itertools import groupby

from django.utils.formats import get_format

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """With a real minus: −5."""
    return f"{MINUS}{abs(number)}" if number < 0 else str(number)


def number_format(number: int) -> str:
    """With a real minus and between the thousands what the language sets there: −1.234, in English −1,234."""
    grouped = f"{abs(number):,}"
    if "," in grouped:
        grouped = grouped.replace(",", get_format("THOUSAND_SEPARATOR"))
    return f"{MINUS}{grouped}" if number < 0 else grouped


def figure_or_dash(number: int | None) -> str:
    return "\N{EN DASH}" if number is None else number_format(number)


def in_runs(numbers: Iterable[int]) -> str:
    """Returns numbers in ascending order, neighbours drawn together: "1–12, 14"."""
    ordered = sorted(set(numbers))
    runs = ([n for _at, n in run] for _gap, run in groupby(enumerate(ordered), key=lambda one: one[1] - one[0]))
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Returns a number from an address or hidden field: ASCII digits, at most so many; else None.

    `int` alone reads digits of any script, and raises on numbers of thousands of digits.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def signed_number(text: str) -> int | None:
    """Returns the same for a figure that may lie below zero: "-31"."""
    number = whole_number(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
