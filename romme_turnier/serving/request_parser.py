"""What is known of a request once its headers are read: how much it may send, and on which lane it is tried."""

import copy

from django.conf import settings
from django.http import parse_cookie
from django.urls import reverse
from waitress.adjustments import Adjustments
from waitress.parser import HTTPRequestParser

from romme_turnier.serving.lanes import LARGEST_ROW, OF_PLAYERS, ROW, Lane, lane_of

LARGEST = 20 * 2**20  # bytes that may be sent: whoever uploads a photo that is too large is told so on a page


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses what is too large for its address as soon as that is known: before it is received, or while it is.

    The program would refuse it, too, but only once all of it lies on the disk.
    """

    adj: Adjustments
    lane = Lane.USUAL
    unchanged: tuple[str, list[tuple[str, str]]] | None = None  # the short answer, once it is known

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.proxy_netloc:  # the host that counts where the request line names one (RFC 9112, 3.2.2)
            self.headers["HOST"] = self.proxy_netloc
        path = "/" + self.path.lstrip("/")  # as the program will see it
        self.lane = lane_of(self, path)
        if self.body_rcv is not None:
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = self._largest_body(path) + 1  # the first that is refused

    def _largest_body(self, path: str) -> int:
        if path.endswith(ROW):
            return LARGEST_ROW
        if path.startswith(OF_PLAYERS):
            return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if path == reverse("set_up_from_backup"):
            from romme_turnier.accounts.middleware import largest_body  # noqa: PLC0415 - Django is set up by now

            return largest_body(parse_cookie(self.headers.get("COOKIE", "")))
        return LARGEST
