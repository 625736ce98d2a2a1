"""The one door to the pages of an event's officials."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right, get_event

P = ParamSpec("P")


class OfficialRequest(HttpRequest):
    """A request by somebody who is signed in and has a task at the event."""

    user: User


EventView = Callable[Concatenate[OfficialRequest, Event, P], HttpResponse]
UrlView = Callable[..., HttpResponse]


def demand_series(event: Event, number: int) -> None:
    """Http404 for a number that the event announces no series of."""
    if not 1 <= number <= event.series_count:
        raise Http404


def for_officials(right: Right = Right.SEE, *, writing: Right | None = None) -> Callable[[EventView[P]], UrlView]:
    """Hand the event of the address to the view, to officials with `right` (and `writing` for a POST) only.

    Strangers get a 404, those whom the right is missing a page that says which.
    """

    def decorate(view: EventView[P]) -> UrlView:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            needed = writing if writing and request.method == "POST" else right
            event = get_event(request.user, slug, needed)
            return view(cast(OfficialRequest, request), event, *args, **kwargs)

        return guarded

    return decorate
