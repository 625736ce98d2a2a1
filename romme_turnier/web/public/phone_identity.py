"""The cookies that a phone keeps: for a player's event page, a table's list, a row of a season table, and a card table.

`for_player` and `for_phones` wrap the views that need such a cookie.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from romme_turnier.accounts.guesses import count_guess
from romme_turnier.core.playing.hands import HandOrder, Sorting
from romme_turnier.core.rules.system.cards import CardError, format_cards, parse_card
from romme_turnier.tournament.at_table.phones import note_seen, phone_with
from romme_turnier.tournament.models import Event, PlayTable, Registration, Spielliste, TablePhone
from romme_turnier.tournament.organisers.addresses import addresses_of
from romme_turnier.tournament.participants.card_code import card_code, is_code_of
from romme_turnier.tournament.playing.state import NOBODY
from romme_turnier.tournament.playing.tables import KEPT_FOR
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.public.access import public_event, released_list


@dataclass(frozen=True, slots=True)
class PhoneCookie:
    """A cookie for the pages below its path; the browser keeps it for `seconds`."""

    name: str
    seconds: int

    def keep(self, response: HttpResponse, value: str, path: str, *, salt: str = "") -> None:
        """Sets the cookie, signed if there is a salt."""
        secure = settings.SESSION_COOKIE_SECURE
        options: dict[str, Any] = {"max_age": self.seconds, "path": path, "secure": secure, "samesite": "Lax"}
        if salt:
            response.set_signed_cookie(self.name, value, salt=salt, httponly=True, **options)
        else:
            response.set_cookie(self.name, value, httponly=True, **options)

    def signed(self, request: HttpRequest, salt: str) -> str:
        """Returns the signed value; "" if it is missing, too old or not signed by this server."""
        return request.get_signed_cookie(self.name, "", salt=salt, max_age=self.seconds) or ""

    def forget(self, response: HttpResponse, path: str) -> None:
        response.delete_cookie(self.name, path=path, samesite="Lax")

    def forget_earlier(self, response: HttpResponse, paths: Iterable[str]) -> None:
        """Deletes the cookie below these earlier addresses, from which it would be copied back.

        Call it before `keep` or `forget`: a response holds one cookie for each key, so the deletions get other keys.
        """
        for path in paths:
            self.forget(response, path)
            response.cookies[f"{self.name} {path}"] = response.cookies.pop(self.name)


PLAYER = PhoneCookie("mein-turnier", 60 * 24 * 3600)
LIST = PhoneCookie("tisch", 3 * 24 * 3600)
SEAT = PhoneCookie("platz", int(KEPT_FOR.total_seconds()))
SEASON_ROW = PhoneCookie("saison-platz", 400 * 24 * 3600)  # a number that everybody may choose, so not signed
ORDER = PhoneCookie("ordnung", int(KEPT_FOR.total_seconds()))  # order of the hand; not secret, so not signed
_MOST_CARDS = 60
_BACK = "umweg"  # parameter of a request that has been at an earlier address

# The attributes of a field for the code of a start card
CARD_CODE_INPUT = {
    "autocomplete": "off",
    "autocapitalize": "characters",
    "spellcheck": "false",
    "class": "input--short",
}

# Only wrong codes count, because all phones in a hall may share one IP address, and each opens a page once. Unassigned
# numbers have no card whose code could be guessed, so only the limit of the IP address applies to them.
_OF_ADDRESS = "300/10m/ip"
_OF_CARD = f"10/10m/key,{_OF_ADDRESS}"


# The player of an event


def recognised(request: HttpRequest, event: Event) -> Registration | None:
    """Returns the player remembered on this phone; None if there is none, or if the player's card has a new code."""
    number, _blank, code = PLAYER.signed(request, _player_salt(event)).partition(" ")
    pk = whole_number(number, digits=18)
    person = event.registrations.select_related("player", "club", "event").filter(pk=pk).first() if pk else None
    return person if is_code_of(person, code) else None


def remember_player(response: HttpResponse, registration: Registration) -> None:
    """Remembers the player on this phone, for the pages of this event only."""
    event = registration.event
    PLAYER.forget_earlier(response, map(_of_player, _earlier(event)))
    said = f"{registration.pk} {card_code(registration)}"  # a new code signs out the phone with the lost card
    PLAYER.keep(response, said, _of_player(event.slug), salt=_player_salt(event))


def forget_player(response: HttpResponse, event: Event) -> None:
    PLAYER.forget_earlier(response, map(_of_player, _earlier(event)))
    PLAYER.forget(response, _of_player(event.slug))


def holder_of_card(request: HttpRequest, event: Event, number: int | None, code: str) -> Registration | None:
    """Returns the player with that number and code; None for a wrong pair.

    Raises TooManyGuessesError after too many wrong codes, even if this code is right. Fewer wrong codes are allowed for
    a player's number than for an unused number.
    """
    holder = event.registrations.filter(number=number).first() if number is not None else None
    key = f"{event.pk} {number} {get_ip(request)}"
    counted = count_guess(request, "card", _OF_CARD if holder else _OF_ADDRESS, key)
    if not is_code_of(holder, code):
        return None
    counted.rollback()
    return holder


def for_player(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wraps a view of a player's page. The view gets the registration instead of the slug.

    Redirects phones without a remembered player to an earlier address of the event, or to the form for a start card.
    """

    @functools.wraps(view)
    def serve(request: HttpRequest, slug: str, **more: int) -> HttpResponse:
        event = public_event(slug)
        own = recognised(request, event)
        if own is not None:
            return view(request, own, **more)
        return lookup_at_earlier_address(request, event) or redirect("public:my_card", slug)

    return serve


def _player_salt(event: Event) -> str:
    return f"{PLAYER.name} {event.pk}"


def _of_player(address: str) -> str:
    """Returns the path of a player's cookie at the event with this address."""
    return reverse("public:event", args=[address])


def _earlier(event: Event) -> Iterable[str]:
    return islice(addresses_of(event), 1, None)


def lookup_at_earlier_address(request: HttpRequest, event: Event) -> HttpResponse | None:
    """Redirects a phone without a cookie to the event's newest earlier address, where it may have a cookie.

    That address sends the phone back with `?umweg=1` and the cookies that it has there (web/earlier_addresses.py).
    Returns None for such a returning phone, for a POST, and if there is no earlier address.
    """
    earlier, match = next(iter(_earlier(event)), ""), request.resolver_match
    if not earlier or match is None or request.method == "POST" or _BACK in request.GET:
        return None
    query = request.GET.copy()
    query[_BACK] = "1"
    return redirect(f"{reverse(match.view_name, kwargs={**match.kwargs, 'slug': earlier})}?{query.urlencode()}")


def take_along(request: HttpRequest, response: HttpResponse, event: Event, where: Mapping[str, Any]) -> None:
    """Copies the phone's cookies from an earlier address of the event to the current one.

    `where` holds the arguments of the requested page. The cookies below the earlier address stay, for rows of a list
    that the phone has yet to send there.
    """
    table = [where["series"], where["table"]] if {"series", "table"} <= where.keys() else []
    pages = {PLAYER: "event", **({LIST: "at_table", ORDER: "at_table_play"} if table else {})}
    for cookie, page in pages.items():
        if cookie.name in request.COOKIES and cookie.name not in response.cookies:
            of_table = table if cookie is not PLAYER else []
            path = reverse(f"public:{page}", args=[event.slug, *of_table])
            cookie.keep(response, request.COOKIES[cookie.name], path)


# The list of a table


def list_at_table(slug: str, series: int, table: int) -> Spielliste:
    """Returns a table's list. Raises Http404 unless the event is published and the table's seats are released."""
    return released_list(public_event(slug), series, table)


def phone_of(request: HttpRequest, spielliste: Spielliste) -> TablePhone | None:
    """Returns the phone that sent this request, and notes it as seen; None if it has not joined or is signed out."""
    token = token_of(request)
    phone = phone_with(spielliste, token) if token else None
    if phone is not None:
        note_seen(phone.pk, phone.seen_at)
    return phone


def token_of(request: HttpRequest) -> str:
    """Returns this phone's secret; "" if it has none."""
    token = request.COOKIES.get(LIST.name, "")
    return token if len(token) <= 64 else ""


def for_phones(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wraps a view of a table's list. The view gets the list and the phone instead of slug, series and table.

    Redirects phones that have not joined to an earlier address of the event, or to the join page. A phone stays joined
    if the series continues on paper; the page then explains that and shows the stored list.
    """

    @functools.wraps(view)
    def serve(request: HttpRequest, slug: str, series: int, table: int, **more: int) -> HttpResponse:
        spielliste = list_at_table(slug, series, table)
        phone = phone_of(request, spielliste)
        if phone is None:
            event = spielliste.table.series.event
            return lookup_at_earlier_address(request, event) or redirect("public:at_table_join", slug, series, table)
        return view(request, spielliste, phone, **more)

    return serve


def remember_phone(response: HttpResponse, spielliste: Spielliste, token: str) -> None:
    """Stores the phone's secret in a cookie for this list only."""
    LIST.forget_earlier(response, _earlier_addresses(spielliste))
    LIST.keep(response, token, table_address(spielliste, "at_table"))


def forget_phone(response: HttpResponse, registration: Registration) -> None:
    """Signs this phone out of the player's newest table, so that it no longer confirms in the player's name."""
    own = Spielliste.objects.filter(table__seats__registration=registration)
    newest = own.select_related("table__series__event").order_by("table__series__number").last()
    if newest is not None:
        LIST.forget_earlier(response, _earlier_addresses(newest))
        LIST.forget(response, table_address(newest, "at_table"))


def table_address(spielliste: Spielliste, name: str, *more: int) -> str:
    """Returns the address of the table's page with this URL name; `more` are further arguments of the address."""
    series = spielliste.table.series
    return reverse(f"public:{name}", args=[series.event.slug, series.number, spielliste.table.number, *more])


def _earlier_addresses(spielliste: Spielliste) -> Iterator[str]:
    """Yields the paths of the list's cookie below earlier addresses of the event."""
    series = spielliste.table.series
    for address in _earlier(series.event):
        yield reverse("public:at_table", args=[address, series.number, spielliste.table.number])


# The seat at a table of games, and the order of its hand


def holder_of(request: HttpRequest, row: PlayTable) -> int:
    """Returns the visitor's number in ``State.holders``, or NOBODY if the visitor has no seat at this table."""
    said = SEAT.signed(request, row.token)
    return int(said) if said.isascii() and said.isdigit() else NOBODY


def remember_seat(response: HttpResponse, row: PlayTable, holder: int) -> None:
    SEAT.keep(response, str(holder), reverse("public:play_table", args=[row.token]), salt=row.token)


def order_of(request: HttpRequest) -> HandOrder:
    """Returns the order in which this phone shows the hand. It may contain cards that the seat no longer holds.

    Without a valid cookie, returns the default order.
    """
    said = request.COOKIES.get(ORDER.name, "")
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
    ORDER.keep(response, said, address)
