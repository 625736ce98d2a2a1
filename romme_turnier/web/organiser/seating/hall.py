"""The tables of a series for a page."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch

from romme_turnier.core.people.names import order_of
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in_reading import Paper, TableHandIn
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A seat for `components/seat_diagram.html`; officials do not have one themselves."""

    position: int
    number: int | None
    name: str
    club: str
    pk: int | None = None
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class HallTable:
    number: int
    seats: tuple[HallSeat, ...]
    shared_clubs: tuple[str, ...]  # clubs that have more than one member here
    state: models.ListState | None = None
    lacks: tuple[str, ...] = ()  # the missing parts of a recorded hand-in


def _shared(clubs: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((club for club, times in Counter(clubs).items() if club and times > 1), key=order_of))


def _seat(position: int, registration: models.Registration, pk: int | None = None) -> HallSeat:
    club = registration.club.name if registration.club else ""
    return HallSeat(position, registration.number, registration.name, club, pk)


def seated(series: models.Series, handed_in: Iterable[TableHandIn] = ()) -> list[HallTable]:
    """Returns the current hall: one entry a table, with the state of its list and the missing parts of its hand-in."""
    brought = {table.table: table for table in handed_in}
    seats_with_people = models.Seat.objects.select_related("registration__player", "registration__club")
    hall = []
    for table in series.tables.prefetch_related(Prefetch("seats", seats_with_people)):
        seats = tuple(_seat(seat.number, seat.registration, seat.pk) for seat in table.seats.all())
        shared = _shared(seat.club for seat in seats)
        this = brought.get(table.number)
        state = this.state if this else None
        lacks = tuple(say_lacks(this, series.event.currency)) if this and this.paper != Paper.OUT else ()
        hall.append(HallTable(table.number, seats, shared, state, lacks))
    return hall


def proposed(draw: models.Draw) -> list[HallTable]:
    """Returns the hall after the proposed draw."""
    registrations = draw.series.event.registrations.select_related("player", "club")
    by_number = {registration.number: registration for registration in registrations}
    hall = []
    for number, order in zip(draw.numbers, draw.result, strict=True):
        seats = tuple(_seat(position, by_number[start]) for position, start in enumerate(order, start=1))
        hall.append(HallTable(number, seats, _shared(seat.club for seat in seats)))
    return hall
