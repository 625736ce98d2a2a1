"""The order of the hand, which the browser keeps in a cookie."""

from django.http import HttpRequest, HttpResponse

from romme_turnier.core.playing.hands import HandOrder, Sorting
from romme_turnier.core.rules.system.cards import CardError, format_cards, parse_card
from romme_turnier.tournament.playing.tables import KEPT_FOR
from romme_turnier.web.public.phone_identity import PhoneCookie

_ORDER = PhoneCookie("ordnung", int(KEPT_FOR.total_seconds()))
_MOST_CARDS = 60


def order_of(request: HttpRequest) -> HandOrder:
    """Returns the order of the hand; every use checks it against the hand."""
    said = request.COOKIES.get(_ORDER.name, "")
    if said in (Sorting.SUIT, Sorting.RANK):
        return HandOrder(Sorting(said))
    words = said.split(".")
    try:
        return HandOrder(Sorting.OWN, tuple(map(parse_card, words))) if 1 < len(words) <= _MOST_CARDS else HandOrder()
    except CardError:
        return HandOrder()


def remember_order(response: HttpResponse, order: HandOrder, address: str) -> None:
    own = order.sorting is Sorting.OWN
    said = ".".join(format_cards(order.cards).split()) if own else str(order.sorting)
    _ORDER.keep(response, said, address)
