"""Where the program listens, and what a reader types to reach it. Runs inside the virtual environment."""

import os
import socket

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_EVERYWHERE = "0.0.0.0"
_HERE = "127.0.0.1"


def listen_on() -> tuple[str, int]:
    """Host and port: all of a hall's network, else this machine alone (before `public` stands a proxy)."""
    port = os.environ.get("PORT", "8000")
    if not port.isdecimal() or int(port) > 65_535:
        raise ImproperlyConfigured(f"PORT must be a port's number, not {port!r}.")
    return _EVERYWHERE if settings.MODE == "hall" else _HERE, int(port)


def to_visit(host: str, port: int) -> list[str]:
    """The addresses for a browser; in a hall the one that other machines use comes first."""
    hosts = [_lan_host(), _HERE] if host == _EVERYWHERE else [host]
    return [f"http://{name}:{port}/" for name in dict.fromkeys(hosts)]


def _lan_host() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; asks which of our addresses would be used
            return str(probe.getsockname()[0])
        except OSError:
            return _HERE
