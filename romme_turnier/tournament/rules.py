"""Predicates of django-rules: which role may do what. The names of rights are in `permissions`."""

import rules

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, EventRole

_ROLES = EventRole.Role
_CACHE = "_roles_of_users"


def _roles(user: User, event: Event) -> frozenset[str]:
    """Asked several times for a page, looked up once: the event object is fetched anew for each request."""
    known: dict[int, frozenset[str]] = event.__dict__.setdefault(_CACHE, {})
    if user.pk not in known:
        roles = EventRole.objects.filter(event=event, user=user).values_list("role", flat=True)
        known[user.pk] = frozenset(roles)
    return known[user.pk]


def forget_roles(event: Event) -> None:
    """To be called by whoever has just changed the roles of this event."""
    event.__dict__.pop(_CACHE, None)


@rules.predicate
def is_official(user: User, event: Event) -> bool:
    return bool(_roles(user, event))


def _has(*wanted: str) -> rules.Predicate:
    @rules.predicate(f"has one of {', '.join(wanted)}")
    def predicate(user: User, event: Event) -> bool:
        return not _roles(user, event).isdisjoint(wanted)

    return predicate


rules.add_perm("event.see", is_official)
rules.add_perm("event.direct", _has(_ROLES.DIRECTOR))
rules.add_perm("event.register", _has(_ROLES.DIRECTOR, _ROLES.CASHIER, _ROLES.ENTRY))
rules.add_perm("event.collect", _has(_ROLES.DIRECTOR, _ROLES.REFEREE, _ROLES.ENTRY, _ROLES.CASHIER))
rules.add_perm("event.cash", _has(_ROLES.DIRECTOR, _ROLES.CASHIER))
rules.add_perm("event.enter", _has(_ROLES.DIRECTOR, _ROLES.REFEREE, _ROLES.ENTRY))
rules.add_perm("event.rule", _has(_ROLES.DIRECTOR, _ROLES.REFEREE))
