"""The usual settings of an event: those of the previous one."""

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventLog, EventRole
from romme_turnier.tournament.permissions import Right, may


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
