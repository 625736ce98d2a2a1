"""Pages that arrive late and in pieces, as over a hall's network: LATE=0.3 adds 0.3 seconds before and in each."""

import os
import time
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

LATE = float(os.environ.get("LATE", "0"))
PIECES = 3


def arrives_late(answer: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """The middleware for a live server; Django's test client gets unchanged answers."""

    def late(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if request.META["SERVER_NAME"] == "testserver":
            return response
        time.sleep(LATE)
        if not isinstance(response, HttpResponse) or response.status_code != 200 or request.method == "HEAD":
            return response
        pieces = StreamingHttpResponse(_in_pieces(response.content), headers=response.headers)
        pieces.cookies = response.cookies
        pieces["Content-Length"] = str(len(response.content))
        return pieces

    return late


def _in_pieces(content: bytes) -> Iterator[bytes]:
    size = len(content) // PIECES + 1
    for start in range(0, len(content), size):
        if start:
            time.sleep(LATE / (PIECES - 1))
        yield content[start : start + size]
