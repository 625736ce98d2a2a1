"""The program's addresses: for listening, for browsers, for phones and for printed papers."""

import json
import os
import time
from contextlib import suppress
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from romme_turnier.networks import inner_hosts, lan_hosts

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones in a hall must reach the program
_HERE = "127.0.0.1"
_PAPERS_LAST = 18 * 60 * 60  # seconds; papers for the next day are printed in the evening
_PRINT_INTERVAL = 60  # seconds between two notes of the same address


def listen_on() -> tuple[str, int]:
    """Returns the host and port to listen on: in a hall every network, otherwise only this machine.

    LISTEN sets a different host, for a proxy outside this machine or container. Raises ImproperlyConfigured for an
    invalid PORT or LISTEN.
    """
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or int(port) > 65_535:
        raise ImproperlyConfigured(f"PORT must be a port's number, not {port!r}.")
    host = os.environ.get("LISTEN") or (_EVERYWHERE if settings.MODE == "hall" else _HERE)
    try:
        return str(IPv4Address(host)), int(port)
    except AddressValueError as error:
        raise ImproperlyConfigured(f"LISTEN must be an IPv4 address, not {host!r}.") from error


def local_end() -> tuple[str, int]:
    """Returns the host and port at which this machine itself reaches the program."""
    host, port = listen_on()
    return (_HERE if host == _EVERYWHERE else host), port


def to_visit() -> list[str]:
    """Returns the addresses to open in a browser.

    In public mode with a full name in ALLOWED_HOSTS, the public address is the only one. If LISTEN names a single
    address, that address is the only one. In a hall, addresses for other devices come first.
    """
    if name := on_internet():
        return [name]
    host, _port = listen_on()
    return [*of_hall(), _address(_HERE)] if host == _EVERYWHERE else [_address(host)]


def on_internet() -> str:
    """Returns the address made from the first full name in ALLOWED_HOSTS; "" without one or in another mode."""
    names = [name for name in settings.ALLOWED_HOSTS if settings.MODE == "public" and not name.startswith((".", "*"))]
    return f"https://{names[0]}/" if names else ""


def of_hall() -> list[str]:
    """Returns the addresses for other devices in the hall. Pages and printouts show the first.

    If LISTEN names a single address, that address is the only one. Otherwise an address that an official has chosen
    comes first as long as the machine has it. Addresses in tunnels and internal networks are included only if chosen.
    Returns [] without a network.
    """
    listening = os.environ.get("LISTEN") or _EVERYWHERE
    if listening != _EVERYWHERE:
        return [_address(listening)]
    hosts, chosen = lan_hosts(), ""
    with suppress(OSError):
        chosen = _choice().read_text(encoding="utf-8").strip()
    first = [chosen] if chosen in hosts or chosen in inner_hosts() else []
    return [_address(host) for host in dict.fromkeys([*first, *hosts])]


def inner_addresses() -> list[str]:
    """Returns the addresses in tunnels and internal networks, which `of_hall` omits unless chosen."""
    return [_address(host) for host in inner_hosts()]


def choose(address: str) -> bool:
    """Stores the chosen address for pages and papers; returns False if the machine does not have it.

    The choice belongs to the machine: it is stored next to the database, and no backup contains it.
    """
    host = next((host for host in [*lan_hosts(), *inner_hosts()] if _address(host) == address), None)
    if host is not None:
        _choice().write_text(host, encoding="utf-8")
    return host is not None


def remember_printed(address: str) -> None:
    """Notes that papers with this address were printed, so that officials can be warned if the machine loses it.

    Does nothing outside hall mode, for the address "", or within a minute of the last note of the address.
    """
    printed = _printed()
    if settings.MODE != "hall" or not address or time.time() - printed.get(address, 0) < _PRINT_INTERVAL:
        return
    with suppress(OSError):  # printing matters more
        _printed_file().write_text(json.dumps({**printed, address: int(time.time())}), encoding="utf-8")


def lost_addresses() -> list[str]:
    """Returns the addresses on recent papers that the machine has lost; [] outside hall mode or without a network."""
    printed = _printed() if settings.MODE == "hall" else {}
    if not printed or not (here := of_hall()):
        return []
    return sorted(printed.keys() - {*here, *inner_addresses()})


def for_phones(here: str) -> str:
    """Returns the address at which phones reach the program; "" if they cannot reach it.

    `here` is the address of the start page as in the current request. In public mode it is returned unchanged.
    """
    if settings.MODE == "public":
        return here
    return next(iter(of_hall()), "") if settings.MODE == "hall" else ""


def _address(host: str) -> str:
    _host, port = listen_on()
    return f"http://{host}/" if port == 80 else f"http://{host}:{port}/"


def _choice() -> Path:
    return Path(settings.DATA_DIR) / "hall-address"


def _printed_file() -> Path:
    return Path(settings.DATA_DIR) / "printed-addresses"


def _printed() -> dict[str, int]:
    """Returns the time of each address's last printing, in seconds since 1970; omits times more than 18 hours ago."""
    with suppress(OSError, ValueError):
        printed = json.loads(_printed_file().read_text(encoding="utf-8"))
        return {address: at for address, at in printed.items() if time.time() - at < _PAPERS_LAST}
    return {}
