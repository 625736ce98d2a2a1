"""The threads that answer requests, and the lane for each request.

Phones that poll a page for changes get a short response and do not wait behind saves. If the database takes one writer
at a time, rows of lists are saved one after the other: otherwise waiting saves would occupy all threads, and pages
would wait behind them.

Strangers cannot choose a faster lane. A faster lane only tries a request, and passes it to the usual lane if the page
has changed or the sender is not signed in.
"""

import threading
from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import parse_cookie
from waitress.parser import HTTPRequestParser
from waitress.task import ThreadedTaskDispatcher

from romme_turnier.fast.switch import is_on

THREADS = 8
ROW = "/zeile/"  # the end of an address that saves a row of a list
OF_PLAYERS = "/t/"  # the beginning of addresses for players, which receive no files
LARGEST_ROW = 2**16  # bytes


class Lane(Enum):
    USUAL = auto()
    SHORT = auto()
    SAVING = auto()


def lane_of(request: HTTPRequestParser, path: str) -> Lane:
    """Returns the lane in which to try a request whose headers have been read."""
    if not is_on("lanes"):
        return Lane.USUAL
    headers = request.headers
    if request.command == "POST" and path.endswith(ROW):
        is_json = headers.get("CONTENT_TYPE", "").partition(";")[0].strip() == "application/json"
        return Lane.SAVING if is_json and _has_session(request) else Lane.USUAL
    asks_again = request.command in ("GET", "HEAD") and "IF_NONE_MATCH" in headers and not request.query
    return Lane.SHORT if asks_again and path.startswith(OF_PLAYERS) and not _has_session(request) else Lane.USUAL


def _has_session(request: HTTPRequestParser) -> bool:
    return settings.SESSION_COOKIE_NAME in parse_cookie(request.headers.get("COOKIE", ""))


class Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that keep their database connection open and close it when they end.

    When the last connection closes, SQLite merges its log into the database file.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._started: list[threading.Thread] = []
        self.set_thread_count(threads)

    def start_new_thread(self, target: Callable[[int], None], thread_no: int) -> None:
        self._started.append(threading.Thread(target=target, args=(thread_no,), daemon=True))
        self._started[-1].start()

    def handler_thread(self, thread_no: int) -> None:
        super().handler_thread(thread_no)
        connections.close_all()

    def shutdown(self, *args: Any, **kwargs: Any) -> bool:
        done = bool(super().shutdown(*args, **kwargs))
        for thread in self._started:
            thread.join(timeout=1)
        return done


class Lanes:
    """The dispatcher for waitress, with threads for each lane; on PostgreSQL, saves use those of the usual lane."""

    def __init__(self) -> None:
        usual = Workers(THREADS)
        saving = Workers(1) if connections[DEFAULT_DB_ALIAS].vendor == "sqlite" else usual
        self._lanes = {Lane.USUAL: usual, Lane.SHORT: Workers(1), Lane.SAVING: saving}

    def add_task(self, channel: Any) -> None:
        self._lanes[channel.requests[0].lane].add_task(channel)

    def shutdown(self) -> None:
        for lane in set(self._lanes.values()):
            lane.shutdown()
