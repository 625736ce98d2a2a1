"""Which list this phone opens: a cookie for the pages of one table of one series, and nothing else."""

import functools
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import seen
from romme_turnier.tournament.at_table.phones import phone_with
from romme_turnier.web.public.access import public_event, released_list

_COOKIE = "tisch"
_SECONDS = 3 * 24 * 3600


def list_at_table(slug: str, series: int, table: int) -> models.Spielliste:
    """Returns the list of a table; Http404, as if there were none, before its seats are released."""
    return released_list(public_event(slug), series, table)


def phone_of(request: HttpRequest, spielliste: models.Spielliste) -> models.TablePhone | None:
    """Returns the phone that this request comes from; None for one that is not in (any more)."""
    token = token_of(request)
    phone = phone_with(spielliste, token) if token else None
    if phone is not None:
        seen.note(phone.pk, phone.seen_at)
    return phone


def token_of(request: HttpRequest) -> str:
    """Returns the secret of this phone; "" for one that has none."""
    token = request.COOKIES.get(_COOKIE, "")
    return token if len(token) <= 64 else ""


PhoneView = Callable[..., HttpResponse]


def for_phones(view: PhoneView) -> Callable[..., HttpResponse]:
    """Makes a page of a table's list, which is given list, phone and what else its address names; who is not in is led
    to where one gets in.

    A phone that is in stays in where the series goes on on paper: it says so, and shows what is stored.
    """

    @functools.wraps(view)
    def serve(request: HttpRequest, slug: str, series: int, table: int, **more: int) -> HttpResponse:
        spielliste = list_at_table(slug, series, table)
        phone = phone_of(request, spielliste)
        if phone is None:
            return redirect("public:at_table_join", slug, series, table)
        return view(request, spielliste, phone, **more)

    return serve


def remember(response: HttpResponse, spielliste: models.Spielliste, token: str) -> None:
    """Lets the browser keep the secret of the phone for this list alone."""
    response.set_cookie(
        _COOKIE,
        token,
        max_age=_SECONDS,
        path=address(spielliste, "at_table"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, registration: models.Registration) -> None:
    """Makes this phone a stranger at the newest table of a player: it confirms nothing any more in that name."""
    own = models.Spielliste.objects.filter(table__seats__registration=registration)
    newest = own.select_related("table__series__event").order_by("table__series__number").last()
    if newest is not None:
        response.delete_cookie(_COOKIE, path=address(newest, "at_table"), samesite="Lax")


def address(spielliste: models.Spielliste, name: str, *more: int) -> str:
    """Returns the address of one of the pages of a table."""
    series = spielliste.table.series
    return reverse(f"public:{name}", args=[series.event.slug, series.number, spielliste.table.number, *more])
