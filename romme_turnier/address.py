"""Where the program listens, and what a reader types or a phone reads to reach it."""

import os
import socket
from ipaddress import AddressValueError, IPv4Address

import psutil
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - what a hall is for
_HERE = "127.0.0.1"
# Networks inside a machine, as Linux, macOS and Windows name them.
_NOT_FOR_OTHERS = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "tun", "utun", "wg", "vethernet", "virtualbox")


def listen_on() -> tuple[str, int]:
    """Host and port: all of a hall's network, else this machine alone (before `public` stands a proxy).

    LISTEN names another address, for a proxy that is elsewhere, such as outside a container.
    """
    port = os.environ.get("PORT", "8000")
    if not port.isdecimal() or int(port) > 65_535:
        raise ImproperlyConfigured(f"PORT must be a port's number, not {port!r}.")
    host = os.environ.get("LISTEN") or (_EVERYWHERE if settings.MODE == "hall" else _HERE)
    try:
        return str(IPv4Address(host)), int(port)
    except AddressValueError as error:
        raise ImproperlyConfigured(f"LISTEN must be an IPv4 address, not {host!r}.") from error


def to_visit(host: str, port: int) -> list[str]:
    """Returns the addresses for a browser; in a hall those that other machines use come first."""
    hosts = [*lan_hosts(), _HERE] if host == _EVERYWHERE else [host]
    return [f"http://{name}:{port}/" for name in hosts]


def for_phones(here: str) -> str:
    """Returns where a phone reaches the program that a browser shows under the address `here`; "" where it cannot.

    `here` is a whole address with its host, as a request knows it.
    """
    if settings.MODE == "public":
        return here
    if settings.MODE == "local":
        return ""
    host, port = listen_on()
    return next(iter(to_visit(host, port))) if lan_hosts() else ""


def lan_hosts() -> list[str]:
    """This machine's addresses in the networks it is in, the one it would use itself first; none without a network."""
    first = _own_choice()
    return list(dict.fromkeys([*([first] if first else []), *_of_interfaces()]))


def _own_choice() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks which of our addresses would be used
        except OSError:
            return None
        host = str(probe.getsockname()[0])
    return None if IPv4Address(host).is_loopback else host


def _of_interfaces() -> list[str]:
    """The IPv4 addresses of what has a cable or a network now."""
    states = psutil.net_if_stats()
    return [
        one.address
        for name, addresses in psutil.net_if_addrs().items()
        if not name.casefold().startswith(_NOT_FOR_OTHERS) and name in states and states[name].isup
        for one in addresses
        if one.family == socket.AF_INET and not IPv4Address(one.address).is_loopback
    ]
