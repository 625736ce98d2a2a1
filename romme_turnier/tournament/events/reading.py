"""The events of an official, and the events from which a new one takes its settings."""

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
    """Returns the events in which the user has a task, or all events for a superuser, the latest first."""
    return Event.objects.all() if user.is_superuser else Event.objects.filter(roles__user=user).distinct()


@dataclass(frozen=True, slots=True)
class Desk:
    """The entries of an official's menu: their events, the latest first, and two that only some officials have."""

    events: list[Event]
    may_make: bool  # the official may create events
    has_register: bool  # the official may open the register


def desk_of(user: User) -> Desk:
    """Returns the official's menu. Every page of the desk needs it, so it is read with one query."""
    if user.is_superuser:
        return Desk(list(events_of(user)), may_make=True, has_register=True)
    roles = _ROLES.fetch(user.pk)
    events = {role.event_id: role.event for role in roles}
    # The same condition as in permissions.entrusted_events.
    directed = [role.event for role in roles if role.role == EventRole.Role.DIRECTOR]
    entrusted = any(event.made_by is None or event.made_by.is_superuser for event in directed)
    return Desk(list(events.values()), user.makes_events, entrusted)


def last_directed_by(user: User) -> Event | None:
    """Returns the latest event that the user directs, if any; a new event takes its settings."""
    directed = Event.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR)
    return directed.order_by("-starts_at", "-pk").first()


def copied_from(event: Event, user: User) -> Event | None:
    """Returns the event from which this one was copied; None if it is not a copy, or the user may not see the original.

    The log of the copy names the original (`copy_event`).
    """
    for row in EventLog.objects.filter(event=event, verb="announcements.copy_event"):
        _kind, _colon, pk = str(row.new.get("copied_from", "")).partition(":")
        source = Event.objects.filter(pk=int(pk)).first() if pk else None
        if source is not None and may(user, Right.SEE, source):
            return source
    return None
