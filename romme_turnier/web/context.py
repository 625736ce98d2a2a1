"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from romme_turnier.address import on_internet


def program(_request: HttpRequest) -> dict[str, Any]:
    """Returns the program's mode, and its public address as `internet`, "" if the program does not run on the internet.

    The address never comes from the host of the request.
    """
    return {"mode": settings.MODE, "internet": on_internet()}
