"""The typography of pages: a paragraph sign and its number stay on one line and link to the paragraph.

Stored texts and fields stay unchanged. Only the text of a finished page changes, and texts that a script inserts.
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
# Skips tags, and elements with verbatim contents.
_BLANK = re.compile(rb"(<(textarea|script|style)\b.*?</\2>|<[^>]*>)|(?<=\xc2\xa7) (?=\d)", re.DOTALL | re.IGNORECASE)


def glued(page: bytes) -> bytes:
    """Returns the page with "§ 1.3" in one piece."""
    return _BLANK.sub(lambda match: match[1] or _NO_BREAK, page) if _SIGN in page else page


# Elements without links in their text: buttons, existing links, headings, and forms that store something: there, the
# Tab key should go from field to field.
_LEADS_NOWHERE = re.compile(
    rb"<(?:(a|button|h[1-6]|label|option|script|style|summary|svg|textarea|title)\b.*?</\1"
    rb"|form\b[^>]*\bmethod=\"post\".*?</form)\s*>",
    re.DOTALL,
)
_QUOTED = re.compile(rb"\xc2\xa7\xc2\xa0(\d+(?:\.\d+)*)|\b(III\.\d)\b")
_KNOWN = frozenset(number.encode() for number in PARAGRAPHS)


def linked(page: bytes) -> bytes:
    """Returns the glued page with every paragraph of the Romméordnung as a link to it; unknown ones stay text."""
    quoted = [match for match in _QUOTED.finditer(page) if match[2] or match[1] in _KNOWN]
    if not quoted:
        return page
    rulebook = reverse("rulebook:rulebook").encode()
    unlinked = iter([match.span() for match in _LEADS_NOWHERE.finditer(page)])
    parts, done, (start, end) = [], 0, next(unlinked, (len(page), len(page)))
    for match in quoted:
        while end <= match.start():
            start, end = next(unlinked, (len(page), len(page)))
        in_tag = page.rfind(b"<", 0, match.start()) > page.rfind(b">", 0, match.start())
        if match.start() < start and not in_tag:
            link = b'<a href="%b#%b">%b</a>' % (rulebook, match[1] or match[2], match[0])
            parts += [page[done : match.start()], link]
            done = match.end()
    return b"".join([*parts, page[done:]])


def typeset(page: bytes) -> bytes:
    """Returns the page with its final typography; repeating this changes nothing."""
    return linked(glued(page))


_BLANK_OF_WORDS = re.compile(r"(?<=§) (?=\d)")


def glued_words(words: str) -> str:
    """Returns a text for a script to insert, with the typography of a page."""
    return _BLANK_OF_WORDS.sub("\N{NO-BREAK SPACE}", words)


class TypographyMiddleware:
    """Applies the typography to every page except cached ones, which already have it."""

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
