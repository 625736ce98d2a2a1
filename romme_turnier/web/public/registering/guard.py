"""Keeps personal pages out of caches and search engines, and limits registrations and opened tables by IP address."""

import functools
from collections.abc import Callable
from typing import Any

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

# A club or a hall may share one IP address, so the limits are generous for people, but not for machines.
_RATES = {"register": "60/10m/ip,300/d/ip", "open_table": "20/10m/ip,200/d/ip"}
TOO_MANY = _(
    "Von Ihrem Anschluss kamen in kurzer Zeit sehr viele Anmeldungen. Bitte warten Sie zehn Minuten und versuchen Sie "
    "es dann noch einmal; was Sie eingegeben haben, steht noch da."
)


def personal(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keeps pages with personal data or a form key out of caches and search engines."""

    @functools.wraps(view)
    def serve(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return serve


def is_within_rate(request: HttpRequest, action: str) -> bool:
    """Counts a "register" or "open_table" action; returns False if too many have come from the same address."""
    return bool(ratelimit.consume(request, app="romme_turnier", action=action, config=_RATES))
