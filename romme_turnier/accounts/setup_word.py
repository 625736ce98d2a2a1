"""The start code for the first visit, shown only in the terminal or the window of the program.

The printed address contains the code, so users rarely have to type it. The code is derived from the secret key, so all
processes and all starts of the program share it without a file. Once an account exists, the code only serves to restore
a backup over the unused demo or a damaged database, at the machine itself.
"""

import base64
from collections.abc import Mapping

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

PATH = "/konto/startwort/"  # the page for the start code; a test compares it with urls.py
FIELD = "wort"
_COOKIE = _SALT = "startwort"
_SECONDS = 24 * 3600
_BYTES = 10  # 80 bits, as sixteen letters and digits


def setup_word() -> str:
    digest = salted_hmac(_SALT, "", algorithm="sha256").digest()
    letters = base64.b32encode(digest[:_BYTES]).decode().lower()
    return "-".join(letters[place : place + 4] for place in range(0, len(letters), 4))


def setup_link(address: str) -> str:
    """Returns the link below `address` with the start code; after the first visit, it leads to the home page."""
    return f"{address.removesuffix('/')}{PATH}?{FIELD}={setup_word()}"


def is_setup_word(typed: str) -> bool:
    """Returns whether the typed text is the start code, ignoring case, spaces and punctuation."""
    return constant_time_compare(_letters(typed), _letters(setup_word()))


def has_shown_word(cookies: Mapping[str, str]) -> bool:
    """Returns whether the browser with these cookies has sent the start code within the last day."""
    try:
        signing.TimestampSigner(salt=_SALT).unsign(cookies.get(_COOKIE, ""), max_age=_SECONDS)
    except signing.BadSignature:
        return False
    return True


def remember_word(response: HttpResponse) -> None:
    """Lets this browser create the first account or restore a backup, for one day."""
    response.set_cookie(
        _COOKIE,
        signing.TimestampSigner(salt=_SALT).sign("1"),
        max_age=_SECONDS,
        path="/konto/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_at_the_machine(request: HttpRequest) -> bool:
    """Returns whether a browser on the program's own machine sent the request; never true in public mode."""
    return settings.MODE != "public" and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")


def _letters(word: str) -> str:
    return "".join(sign for sign in word.casefold() if sign.isalnum())
