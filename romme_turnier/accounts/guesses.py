"""Words and codes that could be guessed: a guess is counted before it is compared, and a right one is given back.

Looking first whether guesses are left, and counting after the comparison, would let guesses that are sent at once pass
together. Codes of lists at the table are counted in the same order, but for each list and for good
(tournament/at_table/access.py).
"""

from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest


class TooManyGuessesError(Exception):
    """No guess is left, for the right word neither: otherwise guessing would go on."""


def count_guess(request: HttpRequest, action: str, rates: str, key: str | None = None) -> Any:
    """Counts a guess that is about to be compared; `rollback()` of the answer gives a right one back.

    `rates` are written as django-allauth does ("20/10m/ip"), `key` is what "key" in them counts for. Raises
    TooManyGuessesError.
    """
    config = {action: rates}
    counted = ratelimit.consume(request, app="romme_turnier", action=action, config=config, key=key, limit_get=True)
    if not counted:
        raise TooManyGuessesError
    return counted
