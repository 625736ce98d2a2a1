"""The door to the register: it is everybody's, so whoever directs an event, whichever, keeps it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from romme_turnier.tournament.permissions import Right, RightMissing, directs_any
from romme_turnier.web.organiser.access import OfficialRequest

P = ParamSpec("P")


def for_directors(
    view: Callable[Concatenate[OfficialRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Hand the request to the view for those who direct an event; others are told whose task it is."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not directs_any(request.user):
            raise RightMissing(Right.DIRECT)
        return view(cast(OfficialRequest, request), *args, **kwargs)

    return cast(Callable[Concatenate[HttpRequest, P], HttpResponse], guarded)


def merged_already(request: HttpRequest) -> HttpResponse:
    """Back to the register: somebody pressed the button twice, or a colleague was faster."""
    messages.info(request, _("Diese beiden Einträge sind schon zusammengelegt."))
    return redirect("organiser:register")
