"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from romme_turnier.address import on_internet


def program(_request: HttpRequest) -> dict[str, Any]:
    """`internet` is the public address, "" unless the program runs on the internet; never the host of the request."""
    return {"mode": settings.MODE, "internet": on_internet()}
