"""Reads the organisers of the installation, and the accounts and events that belong to them."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, EventRole, Office, Organiser
from romme_turnier.tournament.offices import covered

_SECOND = Prepared(lambda: Organiser.objects.order_by("pk").values_list("pk")[1:2])  # every page asks for it


def are_several() -> bool:
    """Returns whether the program has several organisers. No page or file mentions organisers if there is only one."""
    return bool(_SECOND.fetch())


FIRST_SLUG = "verein"  # of the first organiser while it is the only one


def default_organiser() -> Organiser:
    """Returns the oldest organiser, which is the default for events without a named organiser.

    In a new installation, this organiser is not stored yet.
    """
    return Organiser.objects.order_by("pk").first() or Organiser(number="1", slug=FIRST_SLUG)


def sees_several(user: User) -> bool:
    """Returns whether the events that the user's offices and roles open may belong to several organisers."""
    return are_several() and len(organisers_of(user)[:2]) > 1


def accounts_known_to(user: User) -> QuerySet[User]:
    """Returns the active accounts to which the user may give tasks and offices by their user names.

    Superusers may give them to all active accounts. With several organisers, all other users know only their own
    account and accounts with an office or a task at one of their organisers. Otherwise officials could find out the
    accounts elsewhere, and their owners, by trying names.
    """
    accounts = User.objects.filter(is_active=True)
    if user.is_superuser or not are_several():
        return accounts
    own = organisers_of(user)
    here = Office.objects.filter(organiser__in=own), EventRole.objects.filter(event__held_by__in=own)
    return accounts.filter(Q(pk=user.pk) | Q(pk__in=here[0].values("user")) | Q(pk__in=here[1].values("user")))


def organisers_of(user: User) -> QuerySet[Organiser]:
    """Returns the organisers that an office of the user covers, and those of events where the user has a task."""
    own = primary_keys(covered(user))
    return Organiser.objects.filter(pk__in={*own, *tasks_elsewhere(user, own).values()})


def tasks_elsewhere(user: User, organisers: Collection[int]) -> dict[int, int]:
    """Returns the events of other organisers at which the user has a task, mapped to their organisers (primary keys).

    Few officials have such a task, so a separate query is cheap; a single one for offices and tasks would look at every
    event of the program.
    """
    tasks = EventRole.objects.filter(user=user).exclude(event__held_by__in=organisers)
    return dict(tasks.values_list("event_id", "event__held_by"))


def primary_keys(organisers: QuerySet[Organiser]) -> list[int]:
    return list(organisers.values_list("pk", flat=True))


def at_and_below(organiser: Organiser) -> QuerySet[Organiser]:
    """Returns the organiser with all organisers below it, in agreement with `core/organisers/numbers.covers`."""
    return Organiser.objects.filter(pk=organiser.pk) | below(organiser)


def below(organiser: Organiser) -> QuerySet[Organiser]:
    """Returns the organisers below this one."""
    return Organiser.objects.filter(number__startswith=f"{organiser.number}-")


def of_organisers(events: QuerySet[Event], organisers: Collection[int]) -> QuerySet[Event]:
    """Returns the events of the organisers with these primary keys.

    If these are all organisers, it adds no condition, so that the database reads the events in chronological order, and
    only as many as it needs. With a condition, it would first collect the events of each organiser.
    """
    are_all = len(organisers) == Organiser.objects.count()
    return events if are_all else events.filter(held_by__in=organisers)


def names_with_organiser(events: Iterable[Event]) -> list[str]:
    """Returns the names of the events, with organisers if the program has several: "Abend 1 (RC Herz)"."""
    several = are_several()
    return [f"{event} ({event.held_by})" if several else str(event) for event in events]


def shown_organiser(event: Event) -> Organiser | None:
    """Returns the organiser to name on pages about the event; None if the program has only one organiser."""
    return event.held_by if are_several() else None
