"""From the rows of a list to the core's values and back to what is stored beside them."""

from collections.abc import Iterable

from django.db.models import Prefetch, prefetch_related_objects

from romme_turnier.core.lists.claims import Claims
from romme_turnier.core.lists.endings import Ending, EndingReading
from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.sheet import Game, ListSheet, Penalty, Reading, Terms, Vacancy
from romme_turnier.tournament import models

LISTS_AT_ONCE = 100  # so many whole lists are in memory at once while an event is read
PREFETCH = (
    "rows__entries",
    "penalties",
    "readings",
    "ending_readings",
    "rulings",
    "vacancies",
    "claims",
    "scorer_errors",
    Prefetch(
        "table__seats",
        queryset=models.Seat.objects.select_related("registration__player", "registration__club"),
    ),
)


def seats_of(spielliste: models.Spielliste) -> list[models.Seat]:
    return sorted(spielliste.table.seats.all(), key=lambda seat: seat.number)


def game_of(row: models.GameRow, seats: int) -> Game:
    points = {entry.seat: entry.points for entry in row.entries.all()}
    return Game(
        number=row.number,
        finisher=row.finisher,
        handromme=row.handromme,
        points=tuple(points.get(seat) for seat in range(1, seats + 1)),
    )


def ending_reading_of(row: models.EndingReading) -> EndingReading:
    return EndingReading(row.game, tuple(Ending(seat, mark) for seat, mark in row.endings))


def _claims(rows: Iterable[models.Claim], seats: int) -> Claims:
    by_seat = {claim.seat: claim for claim in rows}

    def column(name: str) -> tuple[int | None, ...] | None:
        values = tuple(getattr(by_seat.get(seat), name, None) for seat in range(1, seats + 1))
        return values if any(value is not None for value in values) else None

    return Claims(totals=column("total"), results=column("result"), finished=column("finished"))


def sheet_of(spielliste: models.Spielliste) -> ListSheet:
    """Returns the list as the core reads it; fetch with `PREFETCH` where many are read."""
    seats = len(seats_of(spielliste))
    return ListSheet(
        seats=seats,
        games=tuple(game_of(row, seats) for row in spielliste.rows.all()),
        penalties=tuple(Penalty(p.seat, p.game, p.points) for p in spielliste.penalties.all()),
        readings=tuple(Reading(r.seat, r.game, tuple(r.values)) for r in spielliste.readings.all()),
        vacancies=tuple(Vacancy(v.seat, v.from_game, v.counts) for v in spielliste.vacancies.all()),
        ruled=frozenset(ruling.game for ruling in spielliste.rulings.all()),
        claims=_claims(spielliste.claims.all(), seats),
        endings=tuple(ending_reading_of(row) for row in spielliste.ending_readings.all()),
    )


def evaluation_of(spielliste: models.Spielliste, terms: Terms) -> Evaluation:
    return evaluate(sheet_of(spielliste), terms)


def read_whole(spielliste: models.Spielliste) -> None:
    """Reads everything on the list that has not been read yet."""
    prefetch_related_objects([spielliste], *PREFETCH)


def load(pk: int) -> models.Spielliste:
    """Returns the list with everything on it, freshly read."""
    related = models.Spielliste.objects.select_related("table__series__event")
    return related.prefetch_related(*PREFETCH).get(pk=pk)
