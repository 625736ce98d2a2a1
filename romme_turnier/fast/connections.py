"""Waits for all connections together, at a cost that hardly grows with the number of idle connections.

waitress polls every connection in each pass of its loop; five hundred mostly silent phones tripled the cost of a
response. This module polls the connections that have events, and all of them only once a second.
"""

import selectors
import sys
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

from romme_turnier.fast.switch import is_on

_SWEEP = 1.0  # seconds between two polls of every connection, for missed events


class Connections(dict[int, Any]):
    """The map that waitress needs: file descriptors, each with the object that handles its events."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = selectors.DefaultSelector()
        self._touched: set[int] = set()
        self._next_sweep = 0.0

    def __setitem__(self, number: int, dispatcher: Any) -> None:
        super().__setitem__(number, dispatcher)
        self._touched.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._listen(number, 0)  # another connection may get the number soon

    def turn(self, timeout: float) -> None:
        """Waits for events for at most `timeout` seconds, and runs the handlers of their connections."""
        if not is_on("connections"):
            wasyncore.loop(timeout, use_poll=sys.platform != "win32", map=self, count=1)
            return
        if monotonic() >= self._next_sweep:
            self._touched.update(self)
            self._next_sweep = monotonic() + _SWEEP
        # Other threads work on the responses, and wake this one up.
        self._touched = {number for number in self._touched if self._ask(number)}
        for key, happened in self._selector.select(timeout):
            dispatcher = self.get(key.fd)
            self._touched.add(key.fd)
            if dispatcher is not None and happened & selectors.EVENT_READ:
                wasyncore.read(dispatcher)
            if self.get(key.fd) is dispatcher is not None and happened & selectors.EVENT_WRITE:
                wasyncore.write(dispatcher)

    def _ask(self, number: int) -> bool:
        """Registers the events that this connection waits for; returns whether to poll it again at the next turn."""
        dispatcher = self.get(number)
        if dispatcher is None:
            return False
        # Read first: another thread removes the request as its last change, before it wakes this one up.
        answering = isinstance(dispatcher, HTTPChannel) and bool(dispatcher.requests)
        waits = selectors.EVENT_READ * bool(dispatcher.readable()) | selectors.EVENT_WRITE * bool(dispatcher.writable())
        self._listen(number, waits)
        return answering

    def _listen(self, number: int, waits: int) -> None:
        listening = number in self._selector.get_map()
        if waits and listening:
            self._selector.modify(number, waits)
        elif waits:
            self._selector.register(number, waits)
        elif listening:
            self._selector.unregister(number)
