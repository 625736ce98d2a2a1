"""Seats of players and the games of all lists; files only."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import Column, NumberColumn, PersonColumn, YesColumn
from romme_turnier.tournament.models import Event, GameEntry, Seat
from romme_turnier.tournament.shared.numbers import Number


class SeatsTable(ListTable):
    title = _("Sitzplätze")
    key = "seats"
    last = "registration__number"

    series = NumberColumn(_("Serie"), source="series__number")
    table = NumberColumn(_("Tisch"), source="table__number")
    seat = NumberColumn(_("Platz"), source="number")
    number = NumberColumn(_("Startnummer"), source="registration__number")
    name = PersonColumn(_("Name"), source="registration__name")
    club = Column(_("Club"), source="registration__club__name")


def seats_of(event: Event) -> QuerySet[Seat]:
    seats = Seat.objects.filter(series__event=event)
    related = ("series", "table", "registration__player", "registration__club")
    return seats.select_related(*related).order_by("series__number", "table__number", "number")


@dataclass(frozen=True, slots=True)
class GameLine:
    """One player in one game, as on the list; `number` and `name` of the player."""

    series: int
    table: int
    game: int
    seat: int
    number: int | None
    name: str
    points: Number | None
    finished: bool
    hand: bool


class GamesTable(ListTable):
    title = _("Listen")
    key = "list_rows"

    series = NumberColumn(_("Serie"))
    table = NumberColumn(_("Tisch"))
    game = NumberColumn(_("Spiel"))
    seat = NumberColumn(_("Platz"))
    number = NumberColumn(_("Startnummer"))
    name = PersonColumn(_("Name"))
    points = NumberColumn(_("Punkte"))
    finished = YesColumn(_("beendet"))


def hand_column(event: Event) -> list[tuple[str, Column]]:
    """Handrommé is named by the rules of the event."""
    return [("hand", YesColumn(event.rules.hand_name))]


def game_lines(event: Event) -> Iterable[GameLine]:
    people = {(seat.table_id, seat.number): seat.registration for seat in seats_of(event)}
    entries = (
        GameEntry.objects.filter(row__spielliste__table__series__event=event)
        .select_related("row__spielliste__table__series")
        .order_by("row__spielliste__table__series__number", "row__spielliste__table__number", "row__number", "seat")
    )
    for entry in entries:
        row, table = entry.row, entry.row.spielliste.table
        registration = people.get((table.pk, entry.seat))
        finished = row.finisher == entry.seat
        yield GameLine(
            series=table.series.number,
            table=table.number,
            game=row.number,
            seat=entry.seat,
            number=registration.number if registration else None,
            name=registration.name if registration else "",
            points=entry.points,
            finished=finished,
            hand=finished and bool(row.handromme),
        )
