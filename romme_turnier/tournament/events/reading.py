"""The events of an official, and the events from which a new one takes its settings."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, EventLog, EventRole
from romme_turnier.tournament.offices import OrganiserRight, covered, may_at, offices_of
from romme_turnier.tournament.organisers.reading import shown_organiser
from romme_turnier.tournament.permissions import ProgramRight, Right, has_right, may

EVENTS_AT_ONCE = 8  # events in the menu; the others are on the page of all events
_OF_EVENT = ("slug", "name", "starts_at", "held_by", "made_by__is_superuser")
_NEEDED = ("user", "role", *(f"event__{name}" for name in _OF_EVENT))
_ROLES = Prepared(
    lambda: (
        EventRole.objects.select_related("event__made_by").only(*_NEEDED).order_by("-event__starts_at", "event__slug")
    ),
    "user",
)


def events_of(user: User) -> QuerySet[Event]:
    """Returns the user's events, the latest first: with a task, or of an organiser at which an office of theirs holds.

    For a superuser, all events.
    """
    if user.is_superuser:
        return Event.objects.all()
    mine = Q(roles__user=user)
    return Event.objects.filter(mine | Q(held_by__in=covered(user)) if offices_of(user) else mine).distinct()


@dataclass(frozen=True, slots=True)
class Desk:
    """The entries of an official's menu: their events, the latest first, and two that only some officials have."""

    events: list[Event]  # events opened by an office: only the latest EVENTS_AT_ONCE
    may_make: bool  # the official may create events
    has_register: bool  # the official may open the register


def desk_of(user: User) -> Desk:
    """Returns the official's menu. Every page of the desk needs it: one query for roles, one for offices."""
    if user.is_superuser:
        return Desk(list(events_of(user)), may_make=True, has_register=True)
    roles = _ROLES.fetch(user.pk)
    events = {role.event_id: role.event for role in roles}
    # The same condition as in permissions.entrusted_events.
    directed = [role.event for role in roles if role.role == EventRole.Role.DIRECTOR]
    entrusted = any(event.made_by is None or event.made_by.is_superuser for event in directed)
    if not offices_of(user):
        return Desk(list(events.values()), user.makes_events, entrusted)
    by_office = Event.objects.filter(held_by__in=covered(user)).order_by("-starts_at", "slug")[:EVENTS_AT_ONCE]
    latest = sorted({*events.values(), *by_office}, key=lambda event: (-event.starts_at.timestamp(), event.slug))
    rights = (ProgramRight.MAKE_EVENTS, ProgramRight.KEEP_REGISTER)
    may_make, has_register = (has_right(user, right) for right in rights)
    return Desk(latest, may_make, has_register)


def last_directed_by(user: User) -> Event | None:
    """Returns the latest event that the user directs, if any; a new event takes its settings."""
    directed = Event.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR)
    return directed.order_by("-starts_at", "-pk").first()


def may_copy(user: User, event: Event) -> bool:
    """Returns whether the user may make events.

    If there are several organisers, the one of this event must allow it.
    """
    organiser = shown_organiser(event)
    return has_right(user, ProgramRight.MAKE_EVENTS) and (
        organiser is None or may_at(user, OrganiserRight.MAKE_EVENTS, organiser)
    )


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
