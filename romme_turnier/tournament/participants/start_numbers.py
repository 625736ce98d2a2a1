"""Start numbers: for all at once, as the official saw them, or for one at the desk."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.registrations import demand_no_seat, demand_taking_part, locked, store
from romme_turnier.tournament.shared.acts import note
from romme_turnier.tournament.shared.errors import Conflict
from romme_turnier.tournament.shared.service import service

Status = models.Registration.Status


def numbers_to_give(event: models.Event, order: str) -> list[tuple[models.Registration, int]]:
    """Returns what `give_numbers` would do now: everybody who plays without a number, with the number for them.

    `order` is "registration" (first come, first served) or "name". The smallest free numbers are given.
    """
    waiting = event.registrations.filter(number=None, status=Status.ACTIVE)
    waiting = waiting.select_related("player", "club", "event", "fee", "team_membership")
    found = list(waiting.order_by("pk"))
    if order == "name":
        found.sort(key=lambda one: one.player.order)
    return list(zip(found, _free_numbers(event, len(found)), strict=True))


def _free_numbers(event: models.Event, count: int) -> list[int]:
    taken = set(event.registrations.exclude(number=None).values_list("number", flat=True))
    return [number for number in range(1, count + len(taken) + 1) if number not in taken][:count]


@service
def give_numbers(
    event: models.Event, order: str, *, by: User | None, expected: Sequence[tuple[int, int]] | None = None
) -> int:
    """Gives start numbers at once to all who play without one; returns how many.

    `expected` are the pairs (primary key, number) that the official saw; Conflict when they have changed.
    """
    models.Event.objects.select_for_update().get(pk=event.pk)
    planned = numbers_to_give(event, order)
    if expected is not None and [(one.pk, number) for one, number in planned] != list(expected):
        raise Conflict(
            _("Inzwischen hat sich die Teilnehmerliste geändert. Bitte sehen Sie die Nummern noch einmal an.")
        )
    for registration, number in planned:
        registration.number = number
        store(registration)
    note("players", new=[registration for registration, _number in planned])
    return len(planned)


@service
def give_number(registration: models.Registration, *, wanted: int | None = None, by: User | None) -> int:
    """Gives one player at the desk the wanted start number, or the smallest free one; returns it. A number given stays.

    Raises TournamentError for somebody who waits for a place, and where the wanted number is taken.
    """
    current = locked(registration)
    demand_taking_part(current)
    if current.number is None:
        current.number = wanted or _free_numbers(current.event, 1)[0]
        store(current)
    return current.number


@service
def take_number(registration: models.Registration, *, by: User | None) -> None:
    """Undoes `give_number`: the number is free again. Raises TournamentError once it stands on a list."""
    current = locked(registration)
    demand_no_seat(current)
    if current.number is not None:
        current.number = None
        store(current)
