"""Single slips that turn one number into another while it is written, read or typed."""

# Digits that are mistaken for each other in handwriting.
_ALIKE = frozenset(map(frozenset, ("17", "47", "38", "08", "06", "56", "35", "58", "68", "49", "79", "27")))


def is_transposed(number: int, other: int) -> bool:
    """Returns whether two neighbouring digits have changed places."""
    first, second = str(number).zfill(2), str(other).zfill(2)
    if len(first) != len(second):
        return False
    unlike = [place for place, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if len(unlike) != 2 or unlike[1] != unlike[0] + 1:
        return False
    here, next_to_it = unlike
    return first[here] == second[next_to_it] and first[next_to_it] == second[here]


def _misread_digits(number: int, other: int) -> frozenset[str] | None:
    """Returns the two digits if the numbers differ in just one place, otherwise None."""
    first, second = str(number), str(other)
    if len(first) != len(second):
        return None
    unlike = [{a, b} for a, b in zip(first, second, strict=True) if a != b]
    return frozenset(unlike[0]) if len(unlike) == 1 else None


def is_misread(number: int, other: int) -> bool:
    """Returns whether the numbers differ in one digit."""
    return _misread_digits(number, other) is not None


def is_misread_alike(number: int, other: int) -> bool:
    """Returns whether they differ in one digit, and these two look alike in handwriting."""
    return _misread_digits(number, other) in _ALIKE


def is_misread_otherwise(number: int, other: int) -> bool:
    """Returns whether they differ in one digit, and these two do not look alike."""
    return is_misread(number, other) and not is_misread_alike(number, other)
