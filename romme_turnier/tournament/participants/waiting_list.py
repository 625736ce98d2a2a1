"""Places and the waiting list: first come, first served; a captain's team moves up only as a whole.

The order is strict: while the first group needs more places than are free, the next groups wait, too. Officials may
admit any player by hand, even beyond the number of places. Once the first series is drawn, the list stops moving up
automatically, because its players are not in the hall.
"""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

Status = models.Registration.Status


@dataclass(frozen=True, slots=True)
class Waiting:
    """A group that waits together: one player, or the waiting members of a captain's team, in order."""

    registrations: tuple[models.Registration, ...]

    @property
    def first(self) -> models.Registration:
        return self.registrations[0]

    @property
    def places(self) -> int:
        """The number of places that the group needs; substitutes need none."""
        return sum(not registration.is_substitute for registration in self.registrations)


def places_taken(event: models.Event) -> int:
    """Returns the number of players who take part in the first series, without substitutes."""
    playing = Q(status=Status.ACTIVE) | Q(left_before_series__gt=1)
    return event.registrations.filter(playing).exclude(team_membership__substitute=True).count()


def places_left(event: models.Event) -> int | None:
    """Returns the number of free places; None if the announcement sets no limit."""
    return None if event.capacity is None else max(event.capacity - places_taken(event), 0)


def waiting(event: models.Event) -> QuerySet[models.Registration]:
    """Returns the waiting registrations in order of registration."""
    return _waiting(event.registrations.all())


def _waiting(rows: QuerySet[models.Registration]) -> QuerySet[models.Registration]:
    related = rows.filter(status=Status.WAITING).select_related("player", "club", "team_membership__team")
    return related.order_by("pk")


_QUEUE = Prepared(lambda: _waiting(models.Registration.objects.all()), "event")


def queue(event: models.Event) -> list[Waiting]:
    """Returns the groups on the waiting list, in order."""
    together: dict[int, list[models.Registration]] = {}
    for registration in _QUEUE.fetch(event.pk):
        registration.event = event
        together.setdefault(registration.captain_id or registration.pk, []).append(registration)
    return [Waiting(tuple(group)) for group in together.values()]


def place_of(registration: models.Registration) -> int | None:
    """Returns the position of the registration's group on the waiting list, from 1; None if it is not on the list."""
    positions = enumerate(queue(registration.event), start=1)
    return next((position for position, group in positions if registration in group.registrations), None)


def status_for(event: models.Event, places: int) -> str:
    """Returns the status of newcomers who need this many places: active or waiting. The caller locks the event."""
    left = places_left(event)
    if left is None or not places:
        return Status.ACTIVE
    return Status.ACTIVE if places <= left and not waiting(event).exists() else Status.WAITING


def is_drawn(event: models.Event) -> bool:
    return models.Table.objects.filter(series__event=event).exists()


@service(gettext_lazy("Von der Warteliste nachgerückt"))
def move_up(event: models.Event, *, by: User | None) -> list[models.Registration]:
    """Moves groups up in order, until one needs more places than are free; returns their registrations.

    No group moves up once the first series is drawn.
    """
    current = models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if is_drawn(current):
        return []
    left = places_left(current)
    moved: list[models.Registration] = []
    for group in queue(current):
        if left is not None:
            if group.places > left:
                break
            left -= group.places
        moved += _take_in(group)
    return moved


@service(gettext_lazy("Von der Warteliste zugelassen"))
def admit(registration: models.Registration, *, by: User | None) -> list[models.Registration]:
    """Admits a registration with all waiting members of its team, out of turn or beyond capacity.

    Returns the admitted registrations. Raises TournamentError if the registration is not waiting.
    """
    event = models.Event.objects.select_for_update(no_key=True).get(pk=registration.event_id)
    group = next((group for group in queue(event) if registration in group.registrations), None)
    if group is None:
        raise TournamentError(_("%(name)s steht nicht auf der Warteliste.") % {"name": registration.name})
    return _take_in(group)


def _take_in(group: Waiting) -> list[models.Registration]:
    for registration in group.registrations:
        registration.status = Status.ACTIVE
        registration.save(update_fields=["status"])
    invalidate_public_pages(group.first.event_id)
    return list(group.registrations)
