"""Accepts and closes connections, so that one client cannot keep the others out."""

from collections import defaultdict
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from romme_turnier.fast.connections import Connections
from romme_turnier.fast.lanes import Lanes
from romme_turnier.serving.channel import Channel

_LOOK = 5  # seconds between checks for silent or slow connections
_AT_ONCE = 20  # one in twenty connections is closed when there are too many
_OTHERS = 12  # entries of the map that are not connections


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """Closes silent and slow connections and, if there are more than `most`, some of the idle ones."""

    channel_class = Channel

    def __init__(
        self, application: Callable[..., Any], most: int, connections: Connections, lanes: Lanes, **options: Any
    ) -> None:
        self._most = most
        adjustments = Adjustments(cleanup_interval=_LOOK, connection_limit=most + _OTHERS, **options)
        super().__init__(application, connections, dispatcher=lanes, adj=adjustments)

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in [*self.active_channels.values()]:
            if channel.is_overdue(now):
                channel.will_close = True
                if channel.total_outbufs_len:  # a connection marked to close waits until it can send
                    channel.handle_close()

    def handle_accept(self) -> None:
        super().handle_accept()
        if len(self.active_channels) > self._most:
            self._make_room()

    def _make_room(self) -> None:
        """Closes some idle connections, first those of the address with the most connections.

        Phones behind one router share an address, but they are rarely idle.
        """
        held: dict[str, int] = defaultdict(int)
        idle: dict[str, list[Channel]] = defaultdict(list)
        for channel in self.active_channels.values():
            held[channel.addr[0]] += 1
            if not channel.requests:  # includes one that reads its response very slowly
                idle[channel.addr[0]].append(channel)
        for channels in idle.values():
            channels.sort(key=lambda channel: channel.idle_since, reverse=True)
        largest = [(-held[address], address) for address in idle]
        heapify(largest)
        for _closed in range(max(1, self._most // _AT_ONCE)):
            if not largest:
                return
            number, address = heappop(largest)
            idle[address].pop().handle_close()
            if idle[address]:
                heappush(largest, (number + 1, address))
