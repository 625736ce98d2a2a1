"""The number of an organiser, which begins with the number of the organiser above it: 09, 09-02, 09-02-005."""

import re
from collections.abc import Mapping
from enum import Enum, auto

LEVELS = 3  # federation, association, club
_NUMBER = re.compile(rf"[0-9]{{1,4}}(?:-[0-9]{{1,4}}){{0,{LEVELS - 1}}}")


def is_number(text: str) -> bool:
    """Returns whether the text is a number of an organiser: up to three groups of up to four digits."""
    return _NUMBER.fullmatch(text) is not None


class NumberFault(Enum):
    """A reason why an organiser cannot have a number."""

    NO_NUMBER = auto()  # not up to three groups of digits
    TAKEN = auto()
    NOTHING_ABOVE = auto()  # no organiser has the number without its last group
    NOT_BELOW = auto()  # the organiser above is of the same or of a lower kind
    NOT_ABOVE = auto()  # an organiser below is of the same or of a higher kind


def number_fault(number: str, level: int, levels: Mapping[str, int]) -> NumberFault | None:
    """Returns the first fault of a number for an organiser of this kind; None if it has none.

    `levels` has the numbers of the other organisers with the levels of their kinds: 0 for a federation, 1 for an
    association, 2 for a club. Levels may be skipped: a club may be directly below a federation.
    """
    above = parent_of(number)
    if not is_number(number):
        return NumberFault.NO_NUMBER
    if number in levels:
        return NumberFault.TAKEN
    if above and above not in levels:
        return NumberFault.NOTHING_ABOVE
    if above and levels[above] >= level:
        return NumberFault.NOT_BELOW
    if any(parent_of(other) == number and lower <= level for other, lower in levels.items()):
        return NumberFault.NOT_ABOVE
    return None


def parent_of(number: str) -> str:
    """Returns the number of the organiser directly above; "" at the top."""
    return number.rpartition("-")[0]


def chain_of(number: str) -> tuple[str, ...]:
    """Returns the number with all numbers above it, from the top: ("09", "09-02", "09-02-005")."""
    groups = number.split("-")
    return tuple("-".join(groups[:level]) for level in range(1, len(groups) + 1))


def covers(office: str, number: str) -> bool:
    """Returns whether an office of the organiser `office` covers `number`, the same organiser or one below."""
    return office in chain_of(number)


def moved_below(number: str, old: str, new: str) -> str:
    """Returns the new form of `number` after its organiser's number, or one above, has changed from `old` to `new`."""
    return new + number.removeprefix(old)
