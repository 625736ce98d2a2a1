"""Answers the requests of a connection in order, on their lanes and within time limits."""

from collections.abc import Callable
from time import time
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from romme_turnier.fast.lanes import Lane
from romme_turnier.serving.request_parser import RequestParser

_MUCH = 2**16  # bytes waiting to be sent
SILENT = 60  # seconds until an idle connection is closed
_HEADER_SECONDS = 30  # for the headers of a request
_BODY_SECONDS = 60  # for its body, in addition to the time at the lowest accepted speed
_SLOWEST = 2_000  # bytes in a second
_MOST_WAITING = 4  # requests on one connection; browsers and proxies wait for each response


class Task(WSGITask):  # type: ignore[misc]
    def execute(self) -> None:
        if self.request.unchanged is None:
            super().execute()
        else:
            self.status, self.response_headers = self.request.unchanged
            self.complete = True

    def set_close_on_finish(self) -> None:
        """Closes the connection after this response, unless it has no body (304) and the client wants to continue."""
        asked = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked:
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    task_class = Task
    parser_class = RequestParser

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.idle_since = self._began = time()
        super().__init__(*args, **kwargs)

    def received(self, data: bytes) -> bool:
        before = self.request
        taken = bool(super().received(data))
        if self.request is not before:
            self._began = time()
        if len(self.requests) > _MOST_WAITING:  # unread answers would fill the memory and block threads
            self.handle_close()
        return taken

    def is_overdue(self, now: float) -> bool:
        """Returns whether the connection should be closed.

        It is overdue if a request arrives too slowly, if no data or only empty lines arrive, or if the client does not
        read the response.
        """
        if self.total_outbufs_len and now - self.last_activity > SILENT:
            return True
        request = self.request
        if request is None:
            return bool(now - self.idle_since > SILENT and not self.requests and not self.total_outbufs_len)
        allowed = (
            _BODY_SECONDS + request.body_bytes_received / _SLOWEST if request.headers_finished else _HEADER_SECONDS
        )
        return bool(now - self._began > allowed)

    def writable(self) -> bool:
        """Returns whether the main loop should send.

        A thread that is answering sends its response itself, unless too much of it is waiting.
        """
        if self.requests and self.total_outbufs_len < _MUCH:
            return False
        return bool(super().writable())

    def service(self) -> None:
        """Answers the first waiting request, or passes it to the usual lane if it does not belong in its own lane."""
        request = self.requests[0]
        if request.error or request.lane is Lane.USUAL or self._belongs(request):
            super().service()
            self.idle_since = time()
        else:
            request.lane = Lane.USUAL
            self.server.add_task(self)

    def _belongs(self, request: RequestParser) -> bool:
        try:
            if request.lane is Lane.SHORT:
                request.unchanged = self._unchanged(request)
                return request.unchanged is not None
            return _is_signed_in(request)
        except Exception:
            return False

    def _unchanged(self, request: RequestParser) -> tuple[str, list[tuple[str, str]]] | None:
        """Returns the program's status and headers if they are a 304 response; None otherwise."""
        from romme_turnier.web.public.kept import ONLY_UNCHANGED  # noqa: PLC0415 - Django is set up by now

        said: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *_error: object) -> Callable[[bytes], object]:
            said.append((status, headers))
            return lambda _data: None

        environ = {**Task(self, request).get_environment(), ONLY_UNCHANGED: True}
        body = self.server.application(environ, start)
        for _chunk in body:
            pass
        if close := getattr(body, "close", None):
            close()
        return said[-1] if said[-1][0].startswith("304") else None


def _is_signed_in(request: RequestParser) -> bool:
    from django.contrib.auth import SESSION_KEY  # noqa: PLC0415 - as above

    from romme_turnier.fast.sessions import SessionStore  # noqa: PLC0415

    key = parse_cookie(request.headers.get("COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    return SESSION_KEY in SessionStore(key)
