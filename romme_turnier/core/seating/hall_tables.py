"""The numbers that stand on the tables of a hall, written as "1-8, 11, 14-20"."""

import re
from collections.abc import Sequence

NUMBER_MAX = 999

_RANGE = re.compile(r"([0-9]{1,9})(?:\s*[-\N{EN DASH}\N{MINUS SIGN}]\s*([0-9]{1,9}))?")


class HallTablesError(ValueError):
    """The text names no table numbers. `code` says why, `part` is the faulty piece.

    "not_a_number": neither a number nor a range; "backwards": a range that ends before it begins; "twice": a
    number is named a second time; "out_of_range": less than 1 or more than NUMBER_MAX.
    """

    def __init__(self, code: str, part: str) -> None:
        super().__init__(f"{code}: {part}")
        self.code, self.part = code, part


def parse(text: str) -> tuple[int, ...]:
    """Returns the table numbers in the order written; none for an empty text.

    Parts are separated by commas or semicolons. Raises HallTablesError for the first part that is wrong.
    """
    numbers: list[int] = []
    for part in filter(None, (piece.strip() for piece in re.split(r"[,;]", text))):
        for number in _numbers(part):
            if number in numbers:
                raise HallTablesError("twice", str(number))
            numbers.append(number)
    return tuple(numbers)


def _numbers(part: str) -> range:
    found = _RANGE.fullmatch(part)
    if found is None:
        raise HallTablesError("not_a_number", part)
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise HallTablesError("backwards", part)
    if first < 1 or last > NUMBER_MAX:
        raise HallTablesError("out_of_range", part)
    return range(first, last + 1)


def written(numbers: Sequence[int]) -> str:
    """Returns the numbers, in their order, as text for `parse`, runs of three or more as a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
