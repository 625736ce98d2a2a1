"""The context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def program(_request: HttpRequest) -> dict[str, Any]:
    return {"mode": settings.MODE}
