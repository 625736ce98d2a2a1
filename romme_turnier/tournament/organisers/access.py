"""Loads the organiser of a page for officials and checks their rights there, as permissions.py does for events."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OrganiserRight, covered, may_at, organisers_with, who_has_at_organisers
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import OfficialRequest

P = ParamSpec("P")
OrganiserView = Callable[Concatenate[OfficialRequest, Organiser, P], HttpResponse]


class OrganiserRightMissing(PermissionDenied):
    """The user lacks the right at the organiser; the 403 page names the offices that have it."""

    of_organiser = True

    def __init__(self, right: OrganiserRight) -> None:
        self.needed = who_has_at_organisers(right)
        super().__init__(self.needed)


def get_organiser(
    user: User, number: str, right: OrganiserRight | None = None, *, of_single: bool = False
) -> Organiser:
    """Returns the organiser with this number, if an office of the user covers it.

    Raises Http404 for all other users, and OrganiserRightMissing if the user lacks the right. If the program has a
    single organiser, only pages that are `of_single` and name a right exist. They require only the right; Http404 is
    raised for users without it.
    """
    if are_several():
        organiser = covered(user).filter(number=number).first()
    else:
        organiser = organisers_with(user, right).filter(number=number).first() if of_single and right else None
    if organiser is None:
        raise Http404
    if right is not None and not may_at(user, right, organiser):
        raise OrganiserRightMissing(right)
    return organiser


def for_organiser(
    right: OrganiserRight | None = None, *, of_single: bool = False
) -> Callable[[OrganiserView[P]], Callable[..., HttpResponse]]:
    """Returns a decorator that passes the organiser to the view if the user has the right there (`get_organiser`).

    If `right` is None, any office that covers the organiser is enough. Visitors who are not logged in are redirected to
    the login page, and only GET, HEAD and POST are allowed. If the program has a single organiser, only pages that are
    `of_single` and name a right exist.
    """

    def decorate(view: OrganiserView[P]) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, number: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            organiser = get_organiser(cast(User, request.user), number, right, of_single=of_single)
            return view(cast(OfficialRequest, request), organiser, *args, **kwargs)

        return guarded

    return decorate
