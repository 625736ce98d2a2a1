"""The table numbers of a hall, written as "1-8, 11, 14-20", with semicolons between rows."""

import re
from collections.abc import Sequence

NUMBER_MAX = 999

_RANGE = re.compile(r"([0-9]{1,9})(?:\s*[-\N{EN DASH}\N{MINUS SIGN}]\s*([0-9]{1,9}))?")


class HallTablesError(ValueError):
    """Raised if a text is not a list of table numbers. `code` is the reason, `part` the faulty piece.

    "not_a_number": neither a number nor a range; "backwards": a range that ends before it begins; "twice": a repeated
    number; "out_of_range": less than 1 or more than NUMBER_MAX.
    """

    def __init__(self, code: str, part: str) -> None:
        super().__init__(f"{code}: {part}")
        self.code, self.part = code, part


def parse(text: str) -> tuple[int, ...]:
    """Returns the table numbers in the order written; commas or semicolons separate them. Raises HallTablesError."""
    return tuple(number for row in rows(text) for number in row)


def rows(text: str) -> tuple[tuple[int, ...], ...]:
    """Returns the numbers row by row; semicolons separate rows, and empty ones are left out. Raises HallTablesError."""
    known: set[int] = set()
    hall = []
    for line in text.split(";"):
        numbers: list[int] = []
        for part in filter(None, (piece.strip() for piece in line.split(","))):
            for number in _numbers(part):
                if number in known:
                    raise HallTablesError("twice", str(number))
                known.add(number)
                numbers.append(number)
        if numbers:
            hall.append(tuple(numbers))
    return tuple(hall)


def _numbers(part: str) -> range:
    span = _RANGE.fullmatch(part)
    if span is None:
        raise HallTablesError("not_a_number", part)
    first, last = int(span[1]), int(span[2] or span[1])
    if last < first:
        raise HallTablesError("backwards", part)
    if first < 1 or last > NUMBER_MAX:
        raise HallTablesError("out_of_range", part)
    return range(first, last + 1)


def written(rows: Sequence[Sequence[int]]) -> str:
    """Returns the rows as text for `parse` or `rows`, with three or more consecutive numbers written as a range."""
    return "; ".join(_written(row) for row in rows)


def _written(numbers: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
