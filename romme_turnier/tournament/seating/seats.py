"""Changing seats: swaps of two players, and corrections of the players of a list."""

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.tables import open_play_tables
from romme_turnier.tournament.lists.change import change, is_written_on, last_content, lock_lists
from romme_turnier.tournament.lists.corrections import Reseating, results
from romme_turnier.tournament.lists.loaded_list import LoadedList
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import Conflict, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service


def has_entries(series: models.Series) -> bool:
    """Returns whether a list of the series has any content besides its seats, so that its draw cannot be discarded."""
    return is_written_on(models.Spielliste.objects.filter(table__series=series))


def has_entry(seat: models.Seat) -> bool:
    """Returns whether the list of the seat's table has any content besides its seats."""
    return is_written_on(models.Spielliste.objects.filter(table=seat.table_id))


@service(gettext_lazy("Plätze getauscht"))
def swap(first: models.Seat, second: models.Seat, *, by: User | None, reason: str = "") -> None:
    """Swaps two players of a series; the list of each table records the change.

    Raises TournamentError if the seats belong to different series, Conflict if one of the players has been moved since,
    and the errors of `change`, for example for a complete list without a reason.
    """
    if first.series_id != second.series_id:
        raise TournamentError(_("Getauscht wird nur innerhalb einer Serie."))
    _lock_seating(first.series_id)
    first, second = _still_there(first), _still_there(second)
    orders = {table.pk: _occupants(table) for table in (first.table, second.table)}
    orders[first.table_id][first.number - 1] = second.registration_id
    orders[second.table_id][second.number - 1] = first.registration_id
    reseat(orders, by=by, reason=reason)


def _lock_seating(series: int) -> None:
    """Locks the series, so that no other official moves its players at the same time."""
    models.Series.objects.select_for_update(no_key=True).get(pk=series)


def _still_there(seat: models.Seat) -> models.Seat:
    now = models.Seat.objects.select_related("table").filter(pk=seat.pk, registration=seat.registration_id).first()
    if now is None:
        raise Conflict(_("Inzwischen hat jemand anders die Plätze geändert. Bitte sehen Sie sie noch einmal an."))
    return now


def _occupants(table: models.Table) -> list[int]:
    return list(table.seats.order_by("number").values_list("registration_id", flat=True))


@service(gettext_lazy("Plätze einer Liste berichtigt"))
def correct_seats(
    spielliste: models.Spielliste,
    registrations: Sequence[models.Registration],
    *,
    reason: str,
    expected: int | None,
    by: User | None,
) -> None:
    """Gives the seats to the players who really sat there, seat 1 first, even if the list has entries.

    The columns of the list do not change. A player from another table of the series swaps with a displaced player.
    Raises Conflict if the list is newer than `expected`, TournamentError if the reason is missing or the seating is not
    valid, and the other errors of `change`.
    """
    table = spielliste.table
    _lock_seating(table.series_id)
    before = list(table.seats.order_by("number").select_related("registration"))
    if len(registrations) != len(before):
        raise TournamentError(_("Bitte geben Sie für jeden Platz genau einen Teilnehmer an."))
    if len({registration.pk for registration in registrations}) != len(registrations):
        raise TournamentError(_("Niemand kann auf zwei Plätzen sitzen."))
    demand_reason(reason)
    strangers = [r for r in registrations if r.event_id != table.series.event_id]
    if strangers:
        raise TournamentError(_("Diese Teilnehmer gehören nicht zu diesem Turnier."))

    orders = {table.pk: [registration.pk for registration in registrations]}
    displaced = [s.registration_id for s in before if s.registration_id not in orders[table.pk]]
    for registration in registrations:
        elsewhere = registration.seats.filter(series=table.series_id).exclude(table=table)
        if seat := elsewhere.first():
            order = orders.setdefault(seat.table_id, _occupants(seat.table))
            order[seat.number - 1] = displaced.pop(0)
    reseat(orders, by=by, reason=reason, expected={spielliste.table_id: expected})


def reseat(
    orders: dict[int, list[int]], *, by: User | None, reason: str, expected: dict[int, int | None] | None = None
) -> None:
    """Seats players at tables. `orders` holds registrations by table, seat 1 first, as primary keys.

    Must be called within a service. All these seats are emptied first, because the database never lets a player have
    two seats in a series. `expected` holds the versions of lists by table. Raises Conflict if a list is newer, and the
    other errors of `change`.
    """
    tables = models.Table.objects.filter(pk__in=orders).select_related("series", "spielliste").order_by("pk")
    moved = models.Registration.objects.filter(pk__in=[pk for order in orders.values() for pk in order])
    numbers = dict(moved.values_list("pk", "number"))
    of_tables = models.Spielliste.objects.filter(table__in=orders)
    # Tables in the browser are locked before their lists, as every move there does. `change` below checks the versions.
    list(
        models.PlayTable.objects.select_for_update(no_key=True)
        .filter(spielliste__in=of_tables)
        .order_by("pk")
        .values_list("pk")
    )
    lock_lists(of_tables)
    before = {
        table.pk: list(table.seats.order_by("number").values_list("registration__number", flat=True))
        for table in tables
    }
    contents = [last_content(each) for each in of_tables if each.status != models.Spielliste.Status.OPEN]
    reseating = Reseating(
        results={number: result for content in contents if content for number, result in results(content).items()},
        told=[
            numbers[registration]
            for table in tables
            if table.spielliste.status != models.Spielliste.Status.OPEN
            for registration in orders[table.pk]
        ],
    )
    models.Seat.objects.filter(table__in=orders).delete()
    models.Seat.objects.bulk_create(
        models.Seat(table=table, series=table.series, number=number, registration_id=registration)
        for table in tables
        for number, registration in enumerate(orders[table.pk], start=1)
    )
    for table in tables:
        old = {"numbers": before[table.pk]}
        new = {"numbers": [numbers[pk] for pk in orders[table.pk]], "reason": reason}
        change(
            table.spielliste.pk,
            "seats",
            partial(LoadedList.logged, old=old, new=new),
            by=by,
            expected=(expected or {}).get(table.pk),
            reason=reason,
            reseating=reseating,
        )
    for series in {table.series for table in tables}:
        open_play_tables(series)
    for event in {table.series.event_id for table in tables}:
        invalidate_public_pages(event)
