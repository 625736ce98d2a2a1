"""The events of an official, and the events from which a new one takes its settings."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, EventLog, EventRole
from romme_turnier.tournament.offices import OrganiserRight, covered, may_at, offices_of
from romme_turnier.tournament.organisers.reading import of_organisers, primary_keys, shown_organiser, tasks_elsewhere
from romme_turnier.tournament.permissions import ProgramRight, Right, entrusted_events, has_right, may

EVENTS_AT_ONCE = 8  # events in the menu; the others are on the page of all events
_ROLES_READ = EVENTS_AT_ONCE * len(EventRole.Role)  # enough for the latest events
_OF_EVENT = ("slug", "name", "starts_at", "held_by", "made_by__is_superuser")
_NEEDED = ("user", "role", *(f"event__{name}" for name in _OF_EVENT))
_ROLES = Prepared(
    lambda: (
        EventRole.objects.select_related("event__made_by")
        .only(*_NEEDED)
        # With the bare column, PostgreSQL would go through all events by time and look for the user's roles in each.
        .order_by(Coalesce("event__starts_at", "event__starts_at").desc(), "event__slug")
    ),
    "user",
    most=_ROLES_READ,
)


def events_of(user: User) -> QuerySet[Event]:
    """Returns the events, latest first, in which the user has a task or that an office of the user covers.

    A superuser gets all events.
    """
    if user.is_superuser:
        return Event.objects.all()
    if not offices_of(user):
        return Event.objects.filter(pk__in=EventRole.objects.filter(user=user).values("event"))
    organisers = primary_keys(covered(user))
    elsewhere = tasks_elsewhere(user, organisers)
    if not elsewhere:  # nearly always
        return of_organisers(Event.objects.all(), organisers)
    return Event.objects.filter(Q(held_by__in=organisers) | Q(pk__in=elsewhere))


@dataclass(frozen=True, slots=True)
class Desk:
    """The entries of an official's menu: the latest events, and two entries for some officials only."""

    events: list[Event]  # at most EVENTS_AT_ONCE, the latest first
    may_make: bool  # the official may create events
    has_register: bool  # the official may open the register


def desk_of(user: User) -> Desk:
    """Returns the official's menu, usually with only two queries because every page of the desk shows it."""
    if user.is_superuser:
        return Desk(list(_latest(Event.objects.all())), may_make=True, has_register=True)
    roles = _ROLES.fetch(user.pk)
    events = {role.event_id: role.event for role in roles}
    # The same condition as in permissions.entrusted_events.
    directed = [role.event for role in roles if role.role == EventRole.Role.DIRECTOR]
    entrusted = any(event.made_by is None or event.made_by.is_superuser for event in directed)
    if not entrusted and len(roles) == _ROLES_READ:  # there may be more
        entrusted = entrusted_events(user).exists()
    if not offices_of(user):
        return Desk(list(events.values())[:EVENTS_AT_ONCE], user.makes_events, entrusted)
    by_office = _latest(of_organisers(Event.objects.all(), primary_keys(covered(user))))
    latest = sorted({*events.values(), *by_office}, key=lambda event: (-event.starts_at.timestamp(), event.slug))
    rights = (ProgramRight.MAKE_EVENTS, ProgramRight.KEEP_REGISTER)
    may_make, has_register = (has_right(user, right) for right in rights)
    return Desk(latest[:EVENTS_AT_ONCE], may_make, has_register)


def _latest(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.order_by("-starts_at", "slug")[:EVENTS_AT_ONCE]


def last_directed_by(user: User) -> Event | None:
    """Returns the latest event that the user directs, from which a new one takes its settings; None without one."""
    directed = Event.objects.filter(roles__user=user, roles__role=EventRole.Role.DIRECTOR)
    return directed.order_by("-starts_at", "-pk").first()


def may_copy(user: User, event: Event) -> bool:
    """Returns whether the user may copy the event, which requires the right to make events.

    With several organisers, it also requires that right at the organiser of the event.
    """
    organiser = shown_organiser(event)
    return has_right(user, ProgramRight.MAKE_EVENTS) and (
        organiser is None or may_at(user, OrganiserRight.MAKE_EVENTS, organiser)
    )


def copied_from(event: Event, user: User) -> Event | None:
    """Returns the event from which this one was copied, as named in its log (`copy_event`).

    None if it is not a copy, if the original was deleted, or if the user may not see the original.
    """
    for row in EventLog.objects.filter(event=event, verb="announcements.copy_event"):
        _kind, _colon, pk = str(row.new.get("copied_from", "")).partition(":")
        source = Event.objects.filter(pk=int(pk)).first() if pk else None
        if source is not None and may(user, Right.SEE, source):
            return source
    return None
