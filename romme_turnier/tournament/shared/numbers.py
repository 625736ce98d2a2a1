"""Numbers as people read and send them, the same on pages and paper."""

from collections.abc import Iterable
from itertools import groupby

from django.utils.formats import get_format

MINUS = "\N{MINUS SIGN}"
_DASH = "\N{EN DASH}"


def signed(number: int) -> str:
    """With a real minus: −5."""
    return f"{MINUS}{abs(number)}" if number < 0 else str(number)


def number_format(number: int) -> str:
    """With a real minus and between the thousands what the language sets there: −1.234, in English −1,234."""
    return _written(number, get_format("THOUSAND_SEPARATOR") if abs(number) >= 1000 else "")


def figures_or_dashes(numbers: Iterable[int | None]) -> list[str]:
    """Returns several so, and a dash for None; asks for the language once, which takes longer than all the rest."""
    separator = get_format("THOUSAND_SEPARATOR")
    return [_DASH if number is None else _written(number, separator) for number in numbers]


def figure_or_dash(number: int | None) -> str:
    return _DASH if number is None else number_format(number)


def _written(number: int, separator: str) -> str:
    grouped = f"{abs(number):,}".replace(",", separator)
    return f"{MINUS}{grouped}" if number < 0 else grouped


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
