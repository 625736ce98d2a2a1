"""Pages as they are set: a paragraph sign and its number stay on one line.

What is stored and what stands in fields stays as it was typed; the blank changes only in the text of a finished page,
and in words that a script writes into one.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_SIGN = "§ ".encode()
_NO_BREAK = "\N{NO-BREAK SPACE}".encode()
# Tags, and what browsers show as it is, are passed over.
_BLANK = re.compile(rb"(<(textarea|script|style)\b.*?</\2>|<[^>]*>)|(?<=\xc2\xa7) (?=\d)", re.DOTALL | re.IGNORECASE)


def glued(page: bytes) -> bytes:
    """Returns the page with "§ 1.3" in one piece."""
    return _BLANK.sub(lambda found: found[1] or _NO_BREAK, page) if _SIGN in page else page


_BLANK_OF_WORDS = re.compile(r"(?<=§) (?=\d)")


def glued_words(words: str) -> str:
    """Returns words that a script will show as they are, set like those of a page."""
    return _BLANK_OF_WORDS.sub("\N{NO-BREAK SPACE}", words)


class TypographyMiddleware:
    """Sets every page that is not packed yet; what is kept packed was set before (public/kept.py)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        if is_page and not response.has_header("Content-Encoding"):
            response.content = glued(response.content)
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response
