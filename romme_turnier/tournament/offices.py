"""Rights at organisers, granted by offices or by `User.makes_events`. Rights at events are in permissions.py."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.organisers.numbers import covers
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Office, Organiser

OfficeRole = Office.Role

_CACHE = "_offices"
_OFFICES = Prepared(Office.objects.select_related("organiser").all, "user")


class OrganiserRight(StrEnum):
    """Rights of an office at its organiser and all organisers below. Superusers have all of them."""

    MAKE_EVENTS = "organiser.make_events"
    KEEP_REGISTER = "organiser.keep_register"  # people, clubs and memberships
    BAN = "organiser.ban"
    GIVE_OFFICES = "organiser.give_offices"
    DESCRIBE = "organiser.describe"  # look, home page, imprint and privacy


ORGANISER_GRANTS: Mapping[OrganiserRight, frozenset[OfficeRole]] = {
    OrganiserRight.MAKE_EVENTS: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS}),
    OrganiserRight.KEEP_REGISTER: frozenset({OfficeRole.CHAIR, OfficeRole.REGISTRAR}),
    OrganiserRight.BAN: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS}),
    OrganiserRight.GIVE_OFFICES: frozenset({OfficeRole.CHAIR}),
    OrganiserRight.DESCRIBE: frozenset({OfficeRole.CHAIR, OfficeRole.PRESS}),
}


def who_has_at_organisers(right: OrganiserRight) -> str:
    """Returns the offices that have the right, as text: "Vorsitz oder Presse"."""
    return _(" oder ").join(str(role.label) for role in OfficeRole if role in ORGANISER_GRANTS[right])


def may_at(user: User | AnonymousUser, right: OrganiserRight, organiser: Organiser) -> bool:
    if user.is_anonymous or not user.is_active:
        return False
    if user.is_superuser or holds_office(user, ORGANISER_GRANTS[right], organiser):
        return True
    return user.makes_events and _comes_with_making_events(right) and organiser == _oldest().first()


def organisers_with(user: User, right: OrganiserRight) -> QuerySet[Organiser]:
    """Returns the organisers at which `may_at` grants the right to an active user."""
    organisers = covered(user, ORGANISER_GRANTS[right])
    if user.makes_events and _comes_with_making_events(right):
        return organisers | Organiser.objects.filter(pk__in=_oldest()[:1].values("pk"))
    return organisers


def _comes_with_making_events(right: OrganiserRight) -> bool:
    """Returns whether `User.makes_events` grants the right.

    It grants the right to make events and, while there is a single organiser, the right to keep the register.
    """
    if right == OrganiserRight.KEEP_REGISTER:
        return Organiser.objects.count() == 1
    return right == OrganiserRight.MAKE_EVENTS


def _oldest() -> QuerySet[Organiser]:
    """Returns the organisers, oldest first. `User.makes_events` is a right at the oldest one."""
    return Organiser.objects.order_by("pk")


def offices_of(user: User) -> list[Office]:
    """Returns the user's offices that are in force today, read once per request.

    An office ends with its last day (`Office.until`).
    """
    if _CACHE not in user.__dict__:
        today = timezone.localdate()
        user.__dict__[_CACHE] = [
            office
            for office in _OFFICES.fetch(user.pk)
            if office.since <= today and (office.until is None or today <= office.until)
        ]
    return cast(list[Office], user.__dict__[_CACHE])


def forget_offices(user: User) -> None:
    """Drops the cached offices of the user, after a change."""
    user.__dict__.pop(_CACHE, None)


def covered(user: User, roles: Collection[OfficeRole] = frozenset(OfficeRole)) -> QuerySet[Organiser]:
    """Returns the organisers covered by the user's offices with one of these roles; all for a superuser."""
    if user.is_superuser:
        return Organiser.objects.all()
    numbers = [office.organiser.number for office in offices_of(user) if office.role in roles]
    below = (Q(number=number) | Q(number__startswith=f"{number}-") for number in numbers)
    return Organiser.objects.filter(reduce(or_, below)) if numbers else Organiser.objects.none()


def holds_office(user: User, roles: Collection[OfficeRole], organiser: Organiser) -> bool:
    """Returns whether the user has one of these offices, in force today, at the organiser or above it."""
    return any(
        office.role in roles and covers(office.organiser.number, organiser.number) for office in offices_of(user)
    )
