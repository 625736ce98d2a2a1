"""The player of this phone: identified by the code of a start card, remembered in a signed cookie of the event."""

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from romme_turnier.accounts.guesses import count_guess
from romme_turnier.tournament.models import Event, Registration
from romme_turnier.tournament.participants.card_code import card_code, is_code_of
from romme_turnier.tournament.shared.numbers import whole_number

_COOKIE = "mein-turnier"
_SECONDS = 60 * 24 * 3600
# Wrong codes only: a whole hall may be one address, and each of its phones opens a page once. Unassigned numbers have
# no card to guess, so they count for the address only.
_OF_ADDRESS = "300/10m/ip"
_OF_CARD = f"10/10m/key,{_OF_ADDRESS}"


def recognised(request: HttpRequest, event: Event) -> Registration | None:
    """Returns the player whose card this phone has shown; None if it has shown none."""
    value = request.get_signed_cookie(_COOKIE, default="", salt=_salt(event), max_age=_SECONDS) or ""
    pk, code = whole_number(value.partition(" ")[0], digits=18), value.partition(" ")[2]
    found = event.registrations.select_related("player", "club", "event").filter(pk=pk).first() if pk else None
    return found if is_code_of(found, code) else None


def remember(response: HttpResponse, registration: Registration) -> None:
    """Remembers the player on this phone, for the pages of this event only."""
    event = registration.event
    response.set_signed_cookie(
        _COOKIE,
        f"{registration.pk} {card_code(registration)}",  # a new code signs out the phone with the lost card
        salt=_salt(event),
        max_age=_SECONDS,
        path=_path(event),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, event: Event) -> None:
    response.delete_cookie(_COOKIE, path=_path(event), samesite="Lax")


def holder_of_card(request: HttpRequest, event: Event, number: int | None, code: str) -> Registration | None:
    """Returns the player with that number and code; None for a wrong pair, without revealing whether the number exists.

    Raises TooManyGuessesError, also for right codes.
    """
    found = event.registrations.filter(number=number).first() if number is not None else None
    key = f"{event.pk} {number} {get_ip(request)}"
    counted = count_guess(request, "card", _OF_CARD if found else _OF_ADDRESS, key)
    if not is_code_of(found, code):
        return None
    counted.rollback()
    return found


def _salt(event: Event) -> str:
    return f"{_COOKIE} {event.pk}"


def _path(event: Event) -> str:
    return reverse("public:event", args=[event.slug])
