"""Limits guesses of words and codes: a guess is counted before it is compared, and removed from the count if right.

If guesses were counted after the comparison, many concurrent guesses could pass the limit. Codes of lists at the table
are also counted first, but permanently and for each list (tournament/at_table/access.py).
"""

from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest


class TooManyGuessesError(Exception):
    """Raised when the limit is reached, even for a correct guess; otherwise an attacker could continue guessing."""


def count_guess(request: HttpRequest, action: str, rates: str, key: str | None = None) -> Any:
    """Counts a guess before it is compared; `rollback()` on the result removes a right guess from the count.

    `rates` has the format of django-allauth ("20/10m/ip"); `key` is the value that a rate such as "10/10m/key" counts.
    Raises TooManyGuessesError once the limit is reached.
    """
    config = {action: rates}
    counted = ratelimit.consume(request, app="romme_turnier", action=action, config=config, key=key, limit_get=True)
    if not counted:
        raise TooManyGuessesError
    return counted
