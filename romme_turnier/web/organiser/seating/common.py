"""Code that the pages of a series share: its tables and seats, and obstacles to a draw."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from romme_turnier.core.people.names import order_of
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in_reading import Paper, TableHandIn
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks
from romme_turnier.tournament.models import Event, Registration, Series
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.participants.categories import empty_categories
from romme_turnier.tournament.participants.check_in import have_played, no_shows
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import unpaid
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, may
from romme_turnier.tournament.seating.inputs import seating_obstacles
from romme_turnier.web.acting import errors_as_messages


def get_series(event: Event, number: int) -> Series:
    """Returns a series of the event. Raises Http404 for an unknown number, and before the first draw of the series."""
    demand_series(event, number)
    return get_object_or_404(Series, event=event, number=number)


def series_url(event: Event, number: int) -> str:
    return reverse("organiser:series", args=[event.slug, number])


def carry_out(request: OfficialRequest, series: Series, verb: Callable[..., None], done: str) -> HttpResponse:
    """Calls `verb` and redirects to the series, with `done` (may contain %(number)s) or the error as a message."""
    with errors_as_messages(request):
        verb(series, by=request.user)
        messages.success(request, done % {"number": series.number})
    return redirect(series_url(series.event, series.number))


def missing_before_draw(event: Event, number: int, players: Iterable[Registration] | None = None) -> list[Registration]:
    """Returns the players (by default, of the series) who have neither checked in nor played.

    The list is empty until one of them checks in, because not every event uses the check-in.
    """
    players = playing(event, number) if players is None else players
    came, used = have_played(event, number), any(player.checked_in_at for player in players)
    return [player for player in players if used and player.checked_in_at is None and player.pk not in came]


def people_before_draw(request: OfficialRequest, event: Event, number: int, *, page: str) -> dict[str, Any]:
    """Returns the context of organiser/seating/_before_draw.html, with all obstacles to a draw.

    `page` is the name of the page to which the buttons of this template return.
    """
    players = playing(event, number)
    missed = no_shows(event, number - 1)
    absent = event.registrations.filter(absences__series_number=number).select_related("player").order_by("number")
    return {
        "playing": len(players),
        "obstacles": seating_obstacles(event, players),
        **unpaid_context(request, event, number, players, page=page),
        "later": [player for player in players if player.pays_later and not player.paid and owed(player) > 0],
        "not_there": missing_before_draw(event, number, players),
        "by_hand": page == "series_cards",
        "empty_categories": empty_categories(event) if number == 1 else [],
        "no_shows": [player for player in players if player.pk in missed],
        "absent": [registration for registration in absent if registration.status == Registration.Status.ACTIVE],
    }


def unpaid_context(
    request: OfficialRequest, event: Event, number: int, players: Iterable[Registration], *, page: str
) -> dict[str, Any]:
    """Returns the context of organiser/seating/_unpaid.html: the players with an open fee."""
    return {
        "unpaid": [(player, owed(player)) for player in unpaid(players)],
        "may_cash": may(request.user, Right.CASH, event),
        "from_page": f"{page}-{number}",
    }


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A seat for `components/seat_diagram.html`; `is_own` stays False on officials' pages."""

    position: int
    number: int | None
    name: str
    club: str
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    seats: tuple[HallSeat, ...]
    state: models.ListState | None = None
    lacks: tuple[str, ...] = ()  # the missing parts of a recorded hand-in

    @property
    def shared_clubs(self) -> list[str]:
        """The clubs that have more than one member at the table."""
        members = Counter(seat.club for seat in self.seats if seat.club)
        return sorted((club for club, count in members.items() if count > 1), key=order_of)


def _seat(position: int, registration: models.Registration) -> HallSeat:
    club = registration.club.name if registration.club else ""
    return HallSeat(position, registration.number, registration.name, club)


def seated(series: models.Series, handed_in: Iterable[TableHandIn]) -> list[HallTable]:
    """Returns the tables of a series with their seats.

    Tables in `handed_in` also have the state of their list, and the missing parts of a recorded hand-in.
    """
    brought = {table.table: table for table in handed_in}
    seats_with_people = models.Seat.objects.select_related("registration__player", "registration__club")
    hall = []
    for table in series.tables.prefetch_related(Prefetch("seats", seats_with_people)):
        seats = tuple(_seat(seat.number, seat.registration) for seat in table.seats.all())
        this = brought.get(table.number)
        state = this.state if this else None
        lacks = tuple(say_lacks(this, series.event.currency)) if this and this.paper != Paper.OUT else ()
        hall.append(HallTable(table.number, seats, state, lacks))
    return hall


def proposed(draw: models.Draw) -> list[HallTable]:
    """Returns the tables and seats of a proposed draw."""
    registrations = draw.series.event.registrations.select_related("player", "club")
    by_number = {registration.number: registration for registration in registrations}
    hall = []
    for number, order in zip(draw.numbers, draw.result, strict=True):
        seats = tuple(_seat(position, by_number[start]) for position, start in enumerate(order, start=1))
        hall.append(HallTable(number, seats))
    return hall
