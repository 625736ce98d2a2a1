"""The people of an event as rows at the front desk: searched, filtered, sorted, and one alone."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Absence, Event, Registration
from romme_turnier.tournament.money.fees import owed
from romme_turnier.tournament.participants.check_in import arrivals, have_played
from romme_turnier.tournament.participants.finding import find_people
from romme_turnier.tournament.participants.register.ban_reading import warnings
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt

SHOWN: dict[str, Promise] = {
    "": _("alle"),
    "missing": _("noch nicht da"),
    "unpaid": _("nicht bezahlt"),
    "without-number": _("ohne Startnummer"),
    "waiting": _("auf der Warteliste"),
    "alone": _("selbst gemeldet"),
    "left": _("zurückgezogen oder ausgeschlossen"),
    "absent": _("setzt eine Serie aus"),
    "tied": _("mit festem Tisch"),
    "out-of-competition": _("außer Konkurrenz"),
}

_ACTIVE = Q(status=Registration.Status.ACTIVE)
_CONDITIONS = {
    "unpaid": _ACTIVE & Q(paid=False, out_of_competition=False),
    "without-number": _ACTIVE & Q(number=None),
    "waiting": Q(status=Registration.Status.WAITING),
    "alone": Q(token__isnull=False),
    "left": Q(status__in=(Registration.Status.WITHDRAWN, Registration.Status.EXCLUDED)),
    "absent": Q(pk__in=Absence.objects.values("registration")),
    "tied": Q(fixed_table__isnull=False),
    "out-of-competition": Q(out_of_competition=True),
}


# What the headings sort by; those without what is asked for stand last.
SORTS: dict[str, tuple[Promise, Callable[[Registration], Any]]] = {
    "number": (_("Nr."), lambda one: (one.number is None, one.number or 0, one.pk)),
    "name": (_("Name"), lambda one: one.player.order),
    "club": (_("Club"), lambda one: (one.club is None, one.club and one.club.order, one.player.order)),
}


def people_of(event: Event, query: QueryDict, user: User) -> list[Registration]:
    """Returns the rows that an address asks for by `q`, `club`, `show` and `sort`, ready to be shown."""
    rows = with_all(event.registrations.all())
    show = query.get("show", "")
    club = whole_number(query.get("club", ""), digits=18)
    if club is not None:
        rows = rows.filter(club=club)
    if show in _CONDITIONS:
        rows = rows.filter(_CONDITIONS[show])
    if text := query.get("q", "").strip():
        fitting: list[Registration] = []
        with Attempt():  # a card of another event fits nobody; the panel says whose it is
            fitting = find_people(event, text)
        rows = rows.filter(pk__in=[one.pk for one in fitting])
    found = list(rows)
    if show == "missing":
        missing = {one.pk for one in arrivals(event).missing}
        found = [one for one in found if one.pk in missing]
    if show == "unpaid":  # those who need not pay do not owe
        found = [one for one in found if not owes_nothing(one)]
    found.sort(key=SORTS[sort_of(query)][1])
    return prepared(event, found, user)


def sort_of(query: QueryDict) -> str:
    asked = query.get("sort", "")
    return asked if asked in SORTS else "number"


def with_all(rows: QuerySet[Registration]) -> QuerySet[Registration]:
    """With all that a row says and that decides what somebody owes."""
    related = ("player", "club", "event", "fee", "team_membership__team")
    return rows.select_related(*related).prefetch_related("call_ins__member")


def prepared(event: Event, rows: list[Registration], user: User) -> list[Registration]:
    """Puts bans that seem to concern them, whether they owe nothing and whether they have played beside the rows."""
    bans, played = warnings(rows, user), have_played(event)
    for one in rows:
        one.ban_warnings = bans.get(one.pk, [])  # type: ignore[attr-defined]
        one.owes_nothing = owes_nothing(one)  # type: ignore[attr-defined]
        one.has_played = one.pk in played  # type: ignore[attr-defined]
    return rows


def owes_nothing(registration: Registration) -> bool:
    """Returns whether this player has not paid and need not pay."""
    return not registration.paid and not owed(registration)
