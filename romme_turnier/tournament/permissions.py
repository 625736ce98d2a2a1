"""Rights at an event and in the whole program, and the functions with which officials' views load an event.

Only officials of the event, holders of an office at its organiser or at one above, and superusers get its pages; all
others get a 404. Officials without the right get a 403 page that names the roles that have it.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament.models import Event, EventRole
from romme_turnier.tournament.offices import (
    ORGANISER_GRANTS,
    OfficeRole,
    OrganiserRight,
    holds_office,
    offices_of,
    who_has_at_organisers,
)

P = ParamSpec("P")
Role = EventRole.Role

packed_event_changed = Signal()  # sender: Event; event, user. Sent before a view changes an event with packed lists

_CACHE = "_roles_by_event"
_EVENTS = Prepared(Event.objects.all, "slug")
_ROLES = Prepared(EventRole.objects.all, "user", "event")


class Right(StrEnum):
    SEE = "event.see"  # see everything of the event
    REGISTER = "event.register"  # participants, start numbers, payments at the door, series sat out
    COLLECT = "event.collect"  # hand-in of tables: lists, start cards, fines (§ 2.3.3)
    CASH = "event.cash"  # money: payments, refunds, handing out prizes, counting the cash box
    ENTER = "event.enter"  # first entries of lists
    RULE = "event.rule"  # rulings, penalties, corrections, checking
    DIRECT = "event.direct"  # the event itself: announcement, draws, closing, releasing, officials


GRANTS: Mapping[Right, frozenset[Role]] = {
    Right.SEE: frozenset(Role),
    Right.REGISTER: frozenset({Role.DIRECTOR, Role.ENTRY, Role.CASHIER}),
    Right.COLLECT: frozenset(Role),
    Right.CASH: frozenset({Role.DIRECTOR, Role.CASHIER}),
    Right.ENTER: frozenset({Role.DIRECTOR, Role.REFEREE, Role.ENTRY}),
    Right.RULE: frozenset({Role.DIRECTOR, Role.REFEREE}),
    Right.DIRECT: frozenset({Role.DIRECTOR}),
}

# The rights of an office at the events of its organiser and of those below.
OFFICE_GRANTS: Mapping[Right, frozenset[OfficeRole]] = {
    Right.SEE: frozenset(OfficeRole),
    Right.REGISTER: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS, OfficeRole.REGISTRAR}),
    Right.COLLECT: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS, OfficeRole.TREASURER}),
    Right.CASH: frozenset({OfficeRole.CHAIR, OfficeRole.TREASURER}),
    Right.ENTER: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS}),
    Right.RULE: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS}),
    Right.DIRECT: frozenset({OfficeRole.CHAIR, OfficeRole.SPORTS}),
}


def who_has(right: Right) -> str:
    """Returns the roles that have the right, as text: "Spielleitung, Listenerfassung oder Kasse"."""
    *others, last = (str(role.label) for role in Role if role in GRANTS[right])
    return _(" oder ").join([", ".join(others), last]) if others else last


class RightMissing(PermissionDenied):
    """The user lacks the right; the 403 page names the roles that have it."""

    def __init__(self, right: Right) -> None:
        self.needed = who_has(right)
        super().__init__(self.needed)


def may(user: User | AnonymousUser, right: Right, event: Event) -> bool:
    """Returns whether the user may use the right now; a copy from a laptop can only be seen."""
    return (right == Right.SEE or not event.is_copy) and _has_right_at(user, right, event)


def _has_right_at(user: User | AnonymousUser, right: Right, event: Event) -> bool:
    if user.is_anonymous or not user.is_active:
        return False
    if user.is_superuser or not _roles(user, event).isdisjoint(GRANTS[right]):
        return True
    return bool(offices_of(user)) and holds_office(user, OFFICE_GRANTS[right], event.held_by)


def rights_at(user: User | AnonymousUser, event: Event) -> frozenset[Right]:
    """Returns all rights of the user at the event."""
    return frozenset(right for right in Right if may(user, right, event))


def _roles(user: User, event: Event) -> frozenset[str]:
    """Returns the user's roles at the event. They are cached on the user object, which no two requests share."""
    known: dict[int, frozenset[str]] = user.__dict__.setdefault(_CACHE, {})
    if event.pk not in known:
        known[event.pk] = frozenset(entry.role for entry in _ROLES.fetch(user.pk, event.pk))
    return known[event.pk]


def forget_roles(user: User) -> None:
    """Drops the cached roles of the user, after a change."""
    user.__dict__.pop(_CACHE, None)


# --- The program as a whole ---------------------------------------------------------------------------------------


class ProgramRight(StrEnum):
    """Rights beyond a single event. Superusers, who run the program, have all of them."""

    MAKE_EVENTS = "program.make_events"
    KEEP_REGISTER = "program.keep_register"  # players, clubs and bans; see participants/register/own_people.py
    BAN = "program.ban"
    BACK_UP = "program.back_up"  # start a backup to the chosen folder and medium
    RUN = "program.run"  # choose backup folders, download backups, switch network mode, stop the program


def entrusted_events(user: User) -> QuerySet[Event]:
    """Returns the events directed by the user and made by a superuser or a command; all events for a superuser.

    Events made by other users give no rights beyond themselves, because otherwise every user who may make events could
    see and change the register.
    """
    if user.is_superuser:
        return Event.objects.all()
    entrusted = Q(made_by=None) | Q(made_by__is_superuser=True)
    return Event.objects.filter(entrusted, roles__user=user, roles__role=Role.DIRECTOR)


def _is_entrusted_today(user: User) -> bool:
    """Returns whether an entrusted event is today, or began yesterday and may have lasted past midnight."""
    today = timezone.localdate()
    days = Q(starts_at__date__range=(today - timedelta(days=1), today)) | Q(series__held_on=today)
    return entrusted_events(user).filter(days).exists()


def _holds_anywhere(user: User, right: OrganiserRight) -> bool:
    return any(office.role in ORGANISER_GRANTS[right] for office in offices_of(user))


def _trusted_with(right: OrganiserRight) -> Callable[[User], bool]:
    """Returns a function that tells whether a user holds the right at any organiser, or directs an entrusted event."""
    return lambda user: _holds_anywhere(user, right) or entrusted_events(user).exists()


PROGRAM_GRANTS: Mapping[ProgramRight, Callable[[User], bool]] = {
    ProgramRight.MAKE_EVENTS: lambda user: user.makes_events or _holds_anywhere(user, OrganiserRight.MAKE_EVENTS),
    ProgramRight.KEEP_REGISTER: _trusted_with(OrganiserRight.KEEP_REGISTER),
    ProgramRight.BAN: _trusted_with(OrganiserRight.BAN),
    ProgramRight.BACK_UP: _is_entrusted_today,
    ProgramRight.RUN: lambda _user: False,
}

_PROGRAM_WORDS: Mapping[ProgramRight, Promise] = {
    ProgramRight.MAKE_EVENTS: gettext_lazy("Turniere anlegen"),
    ProgramRight.KEEP_REGISTER: gettext_lazy(
        "Spielleitung eines Turniers, das der Betreiber des Programms angelegt hat"
    ),
    ProgramRight.BAN: gettext_lazy("Spielleitung eines Turniers, das der Betreiber des Programms angelegt hat"),
    ProgramRight.BACK_UP: gettext_lazy(
        "Spielleitung eines Turniers von heute, das der Betreiber des Programms angelegt hat"
    ),
    ProgramRight.RUN: gettext_lazy("das Programm betreiben"),
}

# With several organisers, officials get these rights by an office.
_BY_OFFICE: Mapping[ProgramRight, OrganiserRight] = {
    ProgramRight.MAKE_EVENTS: OrganiserRight.MAKE_EVENTS,
    ProgramRight.KEEP_REGISTER: OrganiserRight.KEEP_REGISTER,
    ProgramRight.BAN: OrganiserRight.BAN,
}


class ProgramRightMissing(PermissionDenied):
    """The user lacks the right. The 403 page names the right or, with several organisers, `offices` that have it."""

    of_program = True

    def __init__(self, right: ProgramRight) -> None:
        self.needed = str(_PROGRAM_WORDS[right])
        self.offices = who_has_at_organisers(_BY_OFFICE[right]) if right in _BY_OFFICE else ""
        super().__init__(self.needed)


def has_right(user: User | AnonymousUser, right: ProgramRight) -> bool:
    """Returns whether the user has the right in the whole program."""
    if user.is_anonymous or not user.is_active:
        return False
    return user.is_superuser or PROGRAM_GRANTS[right](user)


# --- For views --------------------------------------------------------------------------------------------------


class OfficialRequest(HttpRequest):
    """A request by a signed-in user with the right that the view needs."""

    user: User


EventView = Callable[Concatenate[OfficialRequest, Event, P], HttpResponse]
HolderView = Callable[Concatenate[OfficialRequest, P], HttpResponseBase]
UrlView = Callable[..., HttpResponse]


def get_event(user: User | AnonymousUser, slug: str, right: Right = Right.SEE) -> Event:
    """Returns the event at this address.

    Raises Http404 if there is no such event or the user may not see it, and RightMissing if the user lacks `right`.
    """
    event = next(iter(_EVENTS.fetch(slug)), None)
    if event is None or not may(user, Right.SEE, event):
        raise Http404
    if not _has_right_at(user, right, event):
        raise RightMissing(right)
    return event


def demand_series(event: Event, number: int) -> None:
    """Raises Http404 if no announced series has this number."""
    if not 1 <= number <= event.series_count:
        raise Http404


def for_officials(right: Right = Right.SEE, *, writing: Right | None = None) -> Callable[[EventView[P]], UrlView]:
    """Returns a decorator that passes the event to the view if the user has `right`; for a POST, `writing` if given.

    Visitors must log in. Users who may not see the event get a 404. Officials without the right get a page that names
    the roles that have it. The view accepts GET, HEAD and POST; `require_safe` and `require_POST` narrow this. Before a
    POST to an event with packed lists, `packed_event_changed` is sent.
    """

    def decorate(view: EventView[P]) -> UrlView:
        @require_http_methods(["GET", "HEAD", "POST"])
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            needed = writing if writing and request.method == "POST" else right
            event = get_event(request.user, slug, needed)
            if request.method == "POST" and event.packed_at is not None:
                packed_event_changed.send(Event, event=event, user=request.user)
            return view(cast(OfficialRequest, request), event, *args, **kwargs)

        return guarded

    return decorate


def for_holders(right: ProgramRight) -> Callable[[HolderView[P]], Callable[..., HttpResponseBase]]:
    """Returns a decorator that admits only signed-in users with this right, and only GET, HEAD and POST requests.

    Visitors must log in; other users get ProgramRightMissing.
    """

    def decorate(view: HolderView[P]) -> Callable[..., HttpResponseBase]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not has_right(request.user, right):
                raise ProgramRightMissing(right)
            return view(cast(OfficialRequest, request), *args, **kwargs)

        return guarded

    return decorate
