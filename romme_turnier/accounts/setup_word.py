"""The word for the first visit: only whoever started the program sees it, in the terminal or in the window.

The address that is printed carries it, so nobody has to type it. It is derived from the secret key: every process and
every start of the program has the same word, and no file has to be kept. Once there is an account it opens nothing more
than a copy for a damaged database, at the machine itself.
"""

import base64
from collections.abc import Mapping

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

PATH = "/konto/startwort/"  # the page that takes the word; tests hold it against the address in urls.py
FIELD = "wort"
_COOKIE = _SALT = "startwort"
_SECONDS = 24 * 3600
_BYTES = 10  # 80 bits, as sixteen letters and digits


def setup_word() -> str:
    digest = salted_hmac(_SALT, "", algorithm="sha256").digest()
    letters = base64.b32encode(digest[:_BYTES]).decode().lower()
    return "-".join(letters[place : place + 4] for place in range(0, len(letters), 4))


def setup_link(address: str) -> str:
    """Returns the address, as `http://127.0.0.1:8000/`, with the word; later the link leads to the first page."""
    return f"{address.removesuffix('/')}{PATH}?{FIELD}={setup_word()}"


def is_setup_word(typed: str) -> bool:
    """Hyphens may be left out and letters be large."""
    return constant_time_compare(_letters(typed), _letters(setup_word()))


def has_shown_word(cookies: Mapping[str, str]) -> bool:
    """Returns whether the browser that sends these cookies has shown the word."""
    try:
        signing.TimestampSigner(salt=_SALT).unsign(cookies.get(_COOKIE, ""), max_age=_SECONDS)
    except signing.BadSignature:
        return False
    return True


def remember_word(response: HttpResponse) -> None:
    """Lets this browser make the first account or restore a copy, for a day."""
    response.set_cookie(
        _COOKIE,
        signing.TimestampSigner(salt=_SALT).sign("1"),
        max_age=_SECONDS,
        path="/konto/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _letters(word: str) -> str:
    return "".join(sign for sign in word.casefold() if sign.isalnum())
