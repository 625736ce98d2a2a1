"""The listening address of the program, and the addresses that readers type or phones scan to reach it."""

import os
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from romme_turnier.networks import inner_hosts, lan_hosts

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - what a hall is for
_HERE = "127.0.0.1"


def listen_on() -> tuple[str, int]:
    """Host and port: all of a hall's network, otherwise only this machine (in `public` behind a proxy).

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


def to_visit() -> list[str]:
    """Returns the addresses for a browser: on the internet that of a name, in a hall those of other devices first."""
    if name := on_internet():
        return [name]
    host, _port = listen_on()
    return [*of_hall(), _address(_HERE)] if host == _EVERYWHERE else [_address(host)]


def on_internet() -> str:
    """Returns the address by the first name of `public`; "" elsewhere, and if only endings of names are allowed."""
    names = [name for name in settings.ALLOWED_HOSTS if settings.MODE == "public" and not name.startswith((".", "*"))]
    return f"https://{names[0]}/" if names else ""


def of_hall() -> list[str]:
    """Returns the addresses for other devices of the hall, the address on pages and papers first.

    That is the chosen one, while the machine has it; tunnels and networks inside the machine only if chosen.
    """
    listening = os.environ.get("LISTEN", _EVERYWHERE)
    if listening != _EVERYWHERE:
        return [_address(listening)]
    hosts, chosen = lan_hosts(), _chosen()
    first = [chosen] if chosen in hosts or chosen in inner_hosts() else []
    return [_address(host) for host in dict.fromkeys([*first, *hosts])]


def inner_addresses() -> list[str]:
    """Returns the addresses that `of_hall` leaves out unless one is chosen: a hall may be reached by a VPN."""
    return [_address(host) for host in inner_hosts()]


def choose(address: str) -> bool:
    """Keeps this address for pages and papers; returns whether the machine has it.

    The choice belongs to the machine: it is stored next to the database, and no copy contains it.
    """
    hosts = [host for host in [*lan_hosts(), *inner_hosts()] if _address(host) == address]
    for host in hosts:
        _choice().write_text(host, encoding="utf-8")
    return bool(hosts)


def for_phones(here: str) -> str:
    """Returns the address at which a phone reaches the page that a browser shows at `here`; "" if it cannot.

    `here` is a whole address with its host, as in a request.
    """
    if settings.MODE == "public":
        return here
    return next(iter(of_hall()), "") if settings.MODE == "hall" else ""


def _address(host: str) -> str:
    _host, port = listen_on()
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def _choice() -> Path:
    return Path(settings.DATA_DIR) / "hall-address"


def _chosen() -> str:
    with suppress(OSError):
        return _choice().read_text(encoding="utf-8").strip()
    return ""
