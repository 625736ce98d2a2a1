"""Checks the encoding and the size of a request, and chooses its lane, once its headers are read."""

import copy
import re

from django.conf import settings
from django.http import parse_cookie
from django.urls import reverse
from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser, ParsingError

from romme_turnier.fast.lanes import LARGEST_ROW, OF_PLAYERS, ROW, Lane, lane_of

_CHARSET = re.compile(r';\s*charset\s*=\s*"?([^";\s]*)', re.IGNORECASE)
LARGEST = 20 * 2**20  # bytes of a request: large enough for a page that reports photos that are too large


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses requests that are not in UTF-8, or too large for their address, before or while they are received.

    The program would refuse large ones as well, but only after storing all of their content on the disk.
    """

    adj: Adjustments
    lane = Lane.USUAL
    unchanged: tuple[str, list[tuple[str, str]]] | None = None  # status and headers of the 304 response, once known

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not _is_utf8(self.headers.get("CONTENT_TYPE", "")):
            raise ParsingError("Only UTF-8 is taken")
        if self.proxy_netloc:  # a host in the request line takes precedence (RFC 9112, 3.2.2)
            self.headers["HOST"] = self.proxy_netloc
        path = "/" + self.path.lstrip("/")  # as the program sees it
        self.lane = lane_of(self, path)
        if self.body_rcv is not None:
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = self._largest_body(path) + 1  # the first refused size

    def _largest_body(self, path: str) -> int:
        if path.endswith(ROW):
            return LARGEST_ROW
        if path.startswith(OF_PLAYERS):
            return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if path == reverse("set_up_from_backup"):
            from romme_turnier.accounts.middleware import largest_body  # noqa: PLC0415 - Django is set up by now

            return largest_body(parse_cookie(self.headers.get("COOKIE", "")))
        return LARGEST


def _is_utf8(content_type: str) -> bool:
    """Returns whether a request does not name any encoding other than UTF-8, the encoding of the pages.

    Some other codecs raise errors that Django does not expect, and some produce characters that no database accepts. A
    parameter with a star may name another charset (RFC 2231).
    """
    return "*" not in content_type and all(name.casefold() == "utf-8" for name in _CHARSET.findall(content_type))
