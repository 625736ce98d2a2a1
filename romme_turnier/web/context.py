"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from romme_turnier.address import on_internet


def program(_request: HttpRequest) -> dict[str, Any]:
    """Returns the context. `internet` is the public address, never the host of the request; "" outside the internet."""
    return {"mode": settings.MODE, "internet": on_internet()}
