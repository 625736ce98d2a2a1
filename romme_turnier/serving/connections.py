"""Waiting for all connections at once, at a cost that does not grow with those on which nothing happens.

waitress asks every connection at every turn what it waits for; five hundred phones that are silent most of the time
made an answer to one of them cost three times as much. Here only those are asked that something happened to.
"""

import selectors
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel

_SWEEP = 1.0  # seconds: how often every connection is asked, for what happened to it without our seeing it


class Connections(dict[int, Any]):
    """What waitress calls its map: by file number, whoever waits for something there."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = selectors.DefaultSelector()
        self._touched: set[int] = set()
        self._next_sweep = 0.0

    def __setitem__(self, number: int, one: Any) -> None:
        super().__setitem__(number, one)
        self._touched.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._listen(number, 0)  # the number may be another's soon

    def turn(self, timeout: float) -> None:
        """Waits until something happens, at most for `timeout` seconds, and lets those act to whom it happens."""
        if monotonic() >= self._next_sweep:
            self._touched.update(self)
            self._next_sweep = monotonic() + _SWEEP
        # What is being answered changes in other threads, which wake this one up.
        self._touched = {number for number in self._touched if self._ask(number)}
        for key, happened in self._selector.select(timeout):
            one = self.get(key.fd)
            self._touched.add(key.fd)
            if one is not None and happened & selectors.EVENT_READ:
                wasyncore.read(one)
            if self.get(key.fd) is one is not None and happened & selectors.EVENT_WRITE:
                wasyncore.write(one)

    def _ask(self, number: int) -> bool:
        """Listens for what this one waits for; returns whether it has to be asked again at the next turn."""
        one = self.get(number)
        if one is None:
            return False
        # First: another thread ends the request with the last thing that it changes, before it wakes this one up.
        answering = isinstance(one, HTTPChannel) and bool(one.requests)
        waits = selectors.EVENT_READ * bool(one.readable()) | selectors.EVENT_WRITE * bool(one.writable())
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
