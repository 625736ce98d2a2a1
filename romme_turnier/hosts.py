"""Checks the host names in requests. A foreign name gets a 400 response.

Otherwise a web page could use the program through a visitor's browser (DNS rebinding): once the page is loaded, its
name resolves to 127.0.0.1 or to an address in the hall. The browser then takes the program for the page's server, so
origin and token match; only the host name is foreign.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from django.http import HttpRequest, HttpResponseBase

from romme_turnier.networks import inner_hosts, lan_hosts, machine_names

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_AGAIN = 1.0  # second: the shortest interval between two looks at the networks


class OwnHosts(list[str]):
    """ALLOWED_HOSTS of a machine whose addresses change: the local names and `added`.

    With `in_hall`, the list also contains the machine's addresses and names in its networks. They are looked up only
    for an unknown name and at most once a second, so a new address works within a second and a known one costs nothing.
    """

    def __init__(self, added: Iterable[str], *, in_hall: bool) -> None:
        super().__init__([*LOOPBACK, *added])
        self._in_hall = in_hall
        self._known: tuple[str, ...] = ()
        self._next_look = 0.0
        self._looking = threading.Lock()

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        if not self._in_hall:
            return
        before = self._known
        yield from before
        with self._looking:
            if monotonic() >= self._next_look:
                self._known = tuple(dict.fromkeys([*lan_hosts(), *inner_hosts(), *sorted(machine_names())]))
                self._next_look = monotonic() + _AGAIN
            known = self._known
        yield from (host for host in known if host not in before)


def own_hosts_only(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Returns middleware that refuses requests with a foreign host name, including those for files and cached pages."""

    def checked(request: HttpRequest) -> HttpResponseBase:
        request.get_host()  # raises DisallowedHost
        return get_response(request)

    return checked
