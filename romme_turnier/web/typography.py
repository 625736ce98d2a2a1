"""Pages as they are set: a paragraph sign and its number stay on one line, and lead to what the paragraph says.

What is stored and what stands in fields stays as it was typed; only the text of a finished page changes, and the blank
in words that a script writes into one.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from romme_turnier.core.rules.system.clauses import PARAGRAPHS
from romme_turnier.fast.page_cache import KeptResponse

_SIGN = "§ ".encode()
_NO_BREAK = "\N{NO-BREAK SPACE}".encode()
_GLUED_SIGN = "§".encode() + _NO_BREAK
# Tags, and what browsers show as it is, are passed over.
_BLANK = re.compile(rb"(<(textarea|script|style)\b.*?</\2>|<[^>]*>)|(?<=\xc2\xa7) (?=\d)", re.DOTALL | re.IGNORECASE)


def glued(page: bytes) -> bytes:
    """Returns the page with "§ 1.3" in one piece."""
    return _BLANK.sub(lambda found: found[1] or _NO_BREAK, page) if _SIGN in page else page


# Text of these leads nowhere: what is pressed or leads on already, headings, and forms that store something: there, Tab
# goes from field to field.
_LEADS_NOWHERE = re.compile(
    rb"<(?:(a|button|h[1-6]|label|option|script|style|summary|svg|textarea|title)\b.*?</\1"
    rb"|form\b[^>]*\bmethod=\"post\".*?</form)\s*>",
    re.DOTALL,
)
_QUOTED = re.compile(rb"\xc2\xa7\xc2\xa0(\d+(?:\.\d+)*)|\b(III\.\d)\b")
_KNOWN = frozenset(number.encode() for number in PARAGRAPHS)


def linked(page: bytes) -> bytes:
    """Returns the glued page with every paragraph of the Romméordnung as a link to it; unknown ones stay text."""
    quoted = [found for found in _QUOTED.finditer(page) if found[2] or found[1] in _KNOWN]
    if not quoted:
        return page
    rulebook = reverse("rulebook:rulebook").encode()
    passed_over = iter([found.span() for found in _LEADS_NOWHERE.finditer(page)])
    parts, done, (start, end) = [], 0, next(passed_over, (len(page), len(page)))
    for found in quoted:
        while end <= found.start():
            start, end = next(passed_over, (len(page), len(page)))
        in_tag = page.rfind(b"<", 0, found.start()) > page.rfind(b">", 0, found.start())
        if found.start() < start and not in_tag:
            link = b'<a href="%b#%b">%b</a>' % (rulebook, found[1] or found[2], found[0])
            parts += [page[done : found.start()], link]
            done = found.end()
    return b"".join([*parts, page[done:]])


def typeset(page: bytes) -> bytes:
    """Returns the page as readers get it; the same again for one that is set already."""
    return linked(glued(page))


_BLANK_OF_WORDS = re.compile(r"(?<=§) (?=\d)")


def glued_words(words: str) -> str:
    """Returns words that a script will show as they are, set like those of a page."""
    return _BLANK_OF_WORDS.sub("\N{NO-BREAK SPACE}", words)


class TypographyMiddleware:
    """Sets every page except kept ones, which were set before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        if is_page and not isinstance(response, KeptResponse):
            response.content = typeset(response.content)
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response
