"""Renders public pages once for all phones and caches them until their content changes.

Each process caches rendered pages under the version of the event or season. A small query shows whether that version is
still the newest; if so, a repeated request gets a response without a body.
"""

import functools
import re
from collections.abc import Callable
from datetime import datetime, time, timedelta

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import BaseCache, caches
from django.db.models import Min
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.connection import ConnectionProxy
from django.utils.translation import get_language, get_language_from_request

from romme_turnier.core.organisers.addresses import ADDRESS
from romme_turnier.fast.page_cache import KeptPage, key_of, remembered
from romme_turnier.tournament.models import HallMessage
from romme_turnier.web.public.access import public_version, version_of_current, version_of_season
from romme_turnier.web.public.phone_identity import SEASON_ROW

EMBEDDED = ConnectionProxy(caches, "embedded")
ONLY_UNCHANGED = "romme_turnier.only_unchanged"  # environ key of requests that the server tries on its short lane
_KEPT_QUERIES = ("", "sortiert=name")  # few readers choose another order
_SECONDS = 3600  # pages of past versions expire after this time


class ChangingResponse(HttpResponse):
    """A page that changes by itself at `until`, for example at the end of an appeal period; None if it never does."""

    def __init__(self, content: str, *, until: datetime | None) -> None:
        super().__init__(content)
        self.until = until


# The addresses of kept pages, each with the function that returns the version of their data
_ADDRESSES: tuple[tuple[re.Pattern[str], Callable[..., int | str]], ...] = (
    (re.compile(rf"(?:/einbetten)?/t/(?P<slug>{ADDRESS})/"), public_version),
    (re.compile(r"(?:/einbetten)?/saison/(?P<name>[-\w]+)/(?P<season>[-\w]+)[/.]", re.ASCII), version_of_season),
    (re.compile(r"/einbetten/o/(?P<name>[-\w]+)/saison/", re.ASCII), version_of_current),
)


def kept(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorates a view of an event, to serve its page from the cache. Personal pages are rendered for each request."""

    @functools.wraps(view)
    def serve(request: HttpRequest, slug: str, **more: int) -> HttpResponseBase:
        if is_personal(request):
            response = view(request, slug, **more)
            if "sortiert" in request.GET:
                response.headers["X-Robots-Tag"] = "noindex"
            return response
        make = functools.partial(view, request, slug, **more)
        return answer_from_cache(request, public_version(slug), make, functools.partial(_seconds_left, slug))

    return serve


def answer_from_cache(
    request: HttpRequest,
    version: int | str,
    make: Callable[[], HttpResponse],
    seconds: Callable[[HttpResponse], float] | None = None,
    *,
    cache: "BaseCache | ConnectionProxy[BaseCache]" = remembered,
) -> HttpResponseBase:
    """Returns the page of this version from the cache; if it is not there, calls `make` and caches the page.

    `seconds` returns the lifetime of a new page, by default the time until midnight. Responses other than 200 are not
    cached.
    """
    key = key_of(request, get_language(), version)
    page: KeptPage | None = cache.get(key)
    if page is None:
        response = make()
        if response.status_code != 200:
            return response
        page = KeptPage.of(response)
        cache.set(key, page, seconds(response) if seconds else seconds_of_today())
    return page.answer(request)


def is_personal(request: HttpRequest) -> bool:
    """Returns whether the page depends on an uncached query, a signed-in official or a message to the visitor.

    Responses to methods other than GET count as personal, because their language form does not lead back to the page.
    """
    if request.method != "GET" or request.META.get("QUERY_STRING", "") not in _KEPT_QUERIES:
        return True
    return bool(request.user.is_authenticated or len(get_messages(request)))


class UnchangedMiddleware:
    """Answers 304 to phones whose page is unchanged, without calling later middleware or the view.

    All phones in a hall poll every few seconds, and no later middleware affects a response without a body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answers 304 for unchanged pages. Other requests on the short lane get 204, and then take the usual lane."""
        if answer := _unchanged(request):
            return answer
        return HttpResponse(status=204) if ONLY_UNCHANGED in request.META else self.get_response(request)


def _unchanged(request: HttpRequest) -> HttpResponseBase | None:
    """Returns the 304 response; None if the view must handle the request.

    The view handles every request of a visitor who is signed in or has a cookie for a row of a season.
    """
    asks_again = request.method in ("GET", "HEAD") and "If-None-Match" in request.headers
    if not asks_again or not {settings.SESSION_COOKIE_NAME, SEASON_ROW.name}.isdisjoint(request.COOKIES):
        return None
    is_embedded = request.path.startswith("/einbetten/")
    if not is_embedded and request.META.get("QUERY_STRING", "") not in _KEPT_QUERIES:
        return None
    matches = ((pattern.match(request.path), version_at) for pattern, version_at in _ADDRESSES)
    match, version_at = next(((match, version_at) for match, version_at in matches if match), (None, None))
    if match is None or version_at is None:
        return None
    try:
        version = version_at(**match.groupdict())
    except Http404:
        return None
    cache = EMBEDDED if is_embedded else remembered
    page: KeptPage | None = cache.get(key_of(request, get_language_from_request(request), version))
    answer = page and page.answer(request)
    return answer if answer and answer.status_code == 304 else None


def seconds_of_today() -> float:
    """Returns the seconds until midnight, when the names of old events may stop being public."""
    now = timezone.localtime()
    return (datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo) - now).total_seconds()


def _seconds_left(slug: str, response: HttpResponse) -> float:
    """Returns the seconds until the page changes because a period, a message or the day ends, at most an hour."""
    now = timezone.now()
    announced = HallMessage.objects.filter(event__slug=slug, withdrawn_at=None, is_over=False, until__gt=now)
    ends = [getattr(response, "until", None), announced.aggregate(first=Min("until"))["first"]]
    left: list[float] = [(end - now).total_seconds() for end in ends if end and end > now]
    return min([*left, seconds_of_today(), _SECONDS])
