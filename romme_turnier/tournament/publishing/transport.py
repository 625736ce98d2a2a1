"""Sends a package to a hosted program: one PUT over HTTPS, without redirects; reads a limited part of the answer.

HTTP is allowed on the same machine.
"""

import ssl
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from json import loads
from typing import Any
from urllib.parse import quote, urlsplit

from django.utils.translation import gettext as _

SECONDS = 20  # for connecting, and for each read
_ANSWER_MOST = 64_000  # bytes
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")


class NoAnswer(Exception):
    """No hosted program answered, for the reason in the message. Trying again may help."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    content: dict[str, Any]


def address_fault(address: str) -> str:
    """Returns the reason why packages cannot be sent to this address, as a sentence; "" if they can."""
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname
    except ValueError:
        host, port = None, None
    if not host or parts.username or parts.password or parts.query or parts.fragment or parts.path not in ("", "/"):
        return _("Bitte schreiben Sie nur das Programm, zum Beispiel https://romme.example.org.")
    if parts.scheme == "https" or (parts.scheme == "http" and host in _OWN_MACHINE):
        return "" if port != 0 else _("Bitte schreiben Sie nur das Programm, zum Beispiel https://romme.example.org.")
    return _("Die Adresse muss mit https:// beginnen, damit unterwegs niemand den Zugang liest.")


def put_package(address: str, organiser: str, path: str, data: bytes, token: str) -> Answer:
    """Sends a package to the program at `address` and returns the answer.

    `organiser` is the organiser's name in addresses there. `path` belongs to the event or season: "events/abend-1".
    Raises NoAnswer if the address is faulty, if no program of this kind answers (no network, an invalid certificate, a
    redirect, the login page of a network), or if the program is too busy (429, 5xx).
    """
    if fault := address_fault(address):
        raise NoAnswer(fault)
    parts = urlsplit(address)
    host = parts.hostname or ""
    connection = (
        HTTPSConnection(host, parts.port, timeout=SECONDS, context=ssl.create_default_context())
        if parts.scheme == "https"
        else HTTPConnection(host, parts.port, timeout=SECONDS)
    )
    path = f"/api/v1/organisers/{quote(organiser, safe='')}/{quote(path)}/package"
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/octet-stream",
        "Accept": "application/json",
        "Accept-Language": "de",
    }
    try:
        connection.request("PUT", path, body=data, headers=headers)
        response = connection.getresponse()
        text = response.read(_ANSWER_MOST)
    except ssl.SSLError as error:
        raise NoAnswer(_("Das Zertifikat des Programms ist nicht gültig; gesendet wurde nichts.")) from error
    except (OSError, HTTPException, UnicodeError) as error:
        raise NoAnswer(_("Das Programm ist über das Netz nicht zu erreichen.")) from error
    finally:
        connection.close()
    if response.status >= 500 or response.status == 429:
        raise NoAnswer(_("Das Programm hat gerade keine Zeit (Antwort %(status)d).") % {"status": response.status})
    try:
        content = loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or 300 <= response.status < 400:
        raise NoAnswer(_("An dieser Adresse antwortet etwas anderes, vielleicht die Anmeldeseite eines Netzes."))
    return Answer(response.status, content)
