"""The seat of a browser: a signed cookie for the pages of one table. Another cookie has the order of the hand."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from romme_turnier.core.playing.hands import HandOrder, Sorting
from romme_turnier.core.rules.system.cards import CardError, format_cards, parse_card
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import NOBODY
from romme_turnier.tournament.playing.tables import KEPT_FOR, table_with

_SEAT, _ORDER = "platz", "ordnung"
_MOST_CARDS = 60


def table_at(token: str) -> PlayTable:
    """Returns the table with this link. Raises Http404."""
    row = table_with(token)
    if row is None:
        raise Http404
    return row


def holder_of(request: HttpRequest, row: PlayTable) -> int:
    """Returns the number of the visitor in ``State.holders``; NOBODY without a seat at this table."""
    said = request.get_signed_cookie(_SEAT, "", salt=row.token) or ""
    return int(said) if said.isascii() and said.isdigit() else NOBODY


def order_of(request: HttpRequest) -> HandOrder:
    """Returns the order of the hand; every use checks it against the hand."""
    said = request.COOKIES.get(_ORDER, "")
    if said in (Sorting.SUIT, Sorting.RANK):
        return HandOrder(Sorting(said))
    words = said.split(".")
    try:
        return HandOrder(Sorting.OWN, tuple(map(parse_card, words))) if 1 < len(words) <= _MOST_CARDS else HandOrder()
    except CardError:
        return HandOrder()


def remember_seat(response: HttpResponse, row: PlayTable, holder: int) -> None:
    address = reverse("public:play_table", args=[row.token])
    response.set_signed_cookie(_SEAT, str(holder), salt=row.token, httponly=True, **_for_table(address))


def remember_order(response: HttpResponse, order: HandOrder, address: str) -> None:
    own = order.sorting is Sorting.OWN
    said = ".".join(format_cards(order.cards).split()) if own else str(order.sorting)
    response.set_cookie(_ORDER, said, httponly=True, **_for_table(address))


def _for_table(address: str) -> dict[str, Any]:
    return {
        "max_age": int(KEPT_FOR.total_seconds()),
        "path": address,
        "secure": settings.SESSION_COOKIE_SECURE,
        "samesite": "Lax",
    }
