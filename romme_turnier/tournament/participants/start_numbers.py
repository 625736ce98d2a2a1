"""Giving start numbers: to all players together, as shown in a preview, or to one player at the desk."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money.fees import locked
from romme_turnier.tournament.participants.registrations import demand_no_seat, demand_number, demand_taking_part, store
from romme_turnier.tournament.shared.errors import Conflict
from romme_turnier.tournament.shared.service import note, nothing_done, service

Status = models.Registration.Status


def numbers_to_give(event: models.Event, order: str) -> list[tuple[models.Registration, int]]:
    """Returns every active player without a start number, with the number that `give_numbers` would give.

    `order` is "registration" (first come, first served) or "name". The smallest free numbers are given.
    """
    waiting = event.registrations.filter(number=None, status=Status.ACTIVE)
    waiting = waiting.select_related("player", "club", "event", "fee", "team_membership")
    players = list(waiting.order_by("pk"))
    if order == "name":
        players.sort(key=lambda registration: registration.player.order)
    return list(zip(players, _free_numbers(event, len(players)), strict=True))


def _free_numbers(event: models.Event, count: int) -> list[int]:
    taken = set(event.registrations.exclude(number=None).values_list("number", flat=True))
    return [number for number in range(1, count + len(taken) + 1) if number not in taken][:count]


@service(gettext_lazy("Startnummern an alle vergeben"))
def give_numbers(
    event: models.Event, order: str, *, by: User | None, expected: Sequence[tuple[int, int]] | None = None
) -> int:
    """Gives a start number to every active player without one; returns the number of these players.

    `expected` holds the pairs (primary key, number) that the official saw. Raises Conflict if they have changed.
    """
    models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    planned = numbers_to_give(event, order)
    if expected is not None and [(registration.pk, number) for registration, number in planned] != list(expected):
        raise Conflict(
            _("Inzwischen hat sich die Teilnehmerliste geändert. Bitte sehen Sie die Nummern noch einmal an.")
        )
    for registration, number in planned:
        registration.number = number
        store(registration)
    note("players", new=[registration for registration, _number in planned])
    return len(planned)


@service(gettext_lazy("Startnummer vergeben"))
def give_number(registration: models.Registration, *, wanted: int | None = None, by: User | None) -> int:
    """Gives a player the wanted start number, or the smallest free one. Returns the player's number.

    A player who already has a number keeps it. Raises TournamentError for a player on the waiting list, and if the
    wanted number is taken or out of range.
    """
    current = locked(registration)
    demand_taking_part(current)
    if current.number is None:
        demand_number(wanted)
        current.number = wanted or _free_numbers(current.event, 1)[0]
        store(current)
    return current.number


@service(gettext_lazy("Startnummer zurückgenommen"))
def take_number(registration: models.Registration, *, by: User | None) -> None:
    """Undoes `give_number`: the number is free again. Raises TournamentError if a list already shows the number."""
    current = locked(registration)
    demand_no_seat(current)
    if current.number is None:
        nothing_done()
        return
    current.number = None
    store(current)
