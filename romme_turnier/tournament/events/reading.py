"""The events of an official, and the event whose settings a new one takes."""

from dataclasses import dataclass

from django.db.models import QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, EventLog, EventRole
from romme_turnier.tournament.permissions import Right, may

_NEEDED = ("user", "role", "event__slug", "event__name", "event__starts_at", "event__made_by__is_superuser")
_ROLES = Prepared(
    lambda: (
        EventRole.objects.select_related("event__made_by").only(*_NEEDED).order_by("-event__starts_at", "event__slug")
    ),
    "user",
)


def events_of(user: User) -> QuerySet[Event]:
    """Returns the events in which the user has a task, or all events for a superuser; the latest first."""
    return Event.objects.all() if user.is_superuser else Event.objects.filter(roles__user=user).distinct()


@dataclass(frozen=True, slots=True)
class Desk:
    """The destinations in an official's menu: their events, the latest first, a new event, the register."""

    events: list[Event]
    may_make: bool
    has_register: bool


def desk_of(user: User) -> Desk:
    """Reads the menu with one query, because every page of the desk needs it."""
    if user.is_superuser:
        return Desk(list(events_of(user)), may_make=True, has_register=True)
    roles = _ROLES.fetch(user.pk)
    events = {role.event_id: role.event for role in roles}
    # The same condition as in permissions.entrusted_events.
    directed = [role.event for role in roles if role.role == EventRole.Role.DIRECTOR]
    entrusted = any(event.made_by is None or event.made_by.is_superuser for event in directed)
    return Desk(list(events.values()), user.makes_events, entrusted)


def usual_of(user: User) -> Event | None:
    """Returns the event whose settings a new one takes: the last that the user directed."""
    directed = Event.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR)
    return directed.order_by("-starts_at", "-pk").first()


def copied_from(event: Event, user: User) -> Event | None:
    """Returns the current state of the event that this one was copied from; None if the user may not see it.

    The source is in the event's log (`copy_event`), not in a column.
    """
    for row in EventLog.objects.filter(event=event, verb="announcements.copy_event"):
        _kind, _colon, pk = str(row.new.get("copied_from", "")).partition(":")
        source = Event.objects.filter(pk=int(pk)).first() if pk else None
        if source is not None and may(user, Right.SEE, source):
            return source
    return None
