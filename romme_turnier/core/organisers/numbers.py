"""The number of an organiser, which begins with the number of the organiser above it: 09, 09-02, 09-02-005."""

import re

LEVELS = 3  # federation, association, club
_NUMBER = re.compile(rf"[0-9]{{1,4}}(?:-[0-9]{{1,4}}){{0,{LEVELS - 1}}}")


def is_number(text: str) -> bool:
    """Returns whether the text is a number of an organiser: up to three groups of up to four digits."""
    return _NUMBER.fullmatch(text) is not None


def parent_of(number: str) -> str:
    """Returns the number of the organiser directly above; "" at the top."""
    return number.rpartition("-")[0]


def chain_of(number: str) -> tuple[str, ...]:
    """Returns the number with all numbers above it, from the top: ("09", "09-02", "09-02-005")."""
    groups = number.split("-")
    return tuple("-".join(groups[:level]) for level in range(1, len(groups) + 1))


def covers(office: str, number: str) -> bool:
    """Returns whether an office at `office` holds at `number`: at the same organiser and all below it."""
    return office in chain_of(number)


def moved_below(number: str, old: str, new: str) -> str:
    """Returns the number after the organiser `old`, which is or is above `number`, gets the number `new`."""
    return new + number.removeprefix(old)
