"""The participants of an event: at the door, on the registration list, and as a file."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django_filters import CharFilter, ChoiceFilter

from romme_turnier.documents.tables.base import ListTable, TableFilter
from romme_turnier.documents.tables.columns import (
    FILE,
    PAPER,
    SCREEN,
    SHOWN,
    TICK,
    Column,
    LinesColumn,
    OrdinalColumn,
    YesColumn,
)
from romme_turnier.tournament.models import Absence, Club, Event, Registration
from romme_turnier.tournament.models.registration import Registrations
from romme_turnier.tournament.money.fees import owed, read_replaced
from romme_turnier.tournament.money.reading import Account, FeeState, booked_fees
from romme_turnier.tournament.participants.check_in import have_played, missing_players
from romme_turnier.tournament.participants.finding import find_people
from romme_turnier.tournament.shared.errors import TournamentError

Status = Registration.Status


def team_of(row: Registration) -> str:
    """Returns the name of the player's team; "" for a player without a team."""
    membership = getattr(row, "team_membership", None)
    return str(membership.team) if membership else ""


def _status_rank(row: Registration) -> int:
    return Status.values.index(row.status)


def _fee_rank(row: Any) -> int:
    """Returns a sort key: players with an open fee come first, players without a fee last."""
    if row.paid:
        return 2
    return 3 if row.owes_nothing else int(row.pays_later)


class ParticipantsTable(ListTable):
    """Rows are registrations from `prepared`."""

    title = _("Teilnehmer")
    key = "participants"
    caption_is_hidden = True
    page_order = "number"  # players without a number come last

    number = OrdinalColumn(_("Startnummer"), short=_("Nr."), default="–", paper_css="col-number strong")
    name = Column(
        _("Name"),
        media=SHOWN,
        source="player__full_name__listed",
        sort="player",
        template="organiser/participants/desk/name.html",
        names_row=True,
        css="lead",
        paper_css="strong",
    )
    last_name = Column(_("Nachname"), media=FILE, source="player__last_name")
    first_name = Column(_("Vorname"), media=FILE, source="player__first_name")
    club = Column(
        _("Club"),
        media=SCREEN | FILE,
        source="club__name",
        sort=lambda row: (row.club.order, row.player.order) if row.club else None,
        one_line=True,
    )
    team = Column(_("Mannschaft"), media=SCREEN | FILE, source=team_of, css="if-room")
    club_and_team = LinesColumn(
        _("Club"),
        media=PAPER,
        source=lambda row: [text for text in (str(row.club or ""), team_of(row)) if text],
        paper_css="col-club small",
    )
    fee = Column(
        _("Startgeld"),
        media=SHOWN,
        source="paid",
        sort=_fee_rank,
        template="organiser/participants/desk/fee.html",
        paper_css="col-fee",
    )
    paid = YesColumn(_("Startgeld bezahlt"), media=FILE)
    here = Column(
        _("Da"),
        media=SHOWN,
        source=lambda _row: TICK,
        # A player who has played a game is here, checked in or not.
        sort=lambda row: (not row.checked_in_at, row.checked_in_at) if row.checked_in_at or row.has_played else None,
        template="organiser/participants/desk/here.html",
        paper_css="col-box",
    )
    card = Column(_("Karte"), media=PAPER, source=lambda _row: TICK, orderable=False, paper_css="col-box")
    status = Column(_("Status"), media=FILE, source="get_status_display", sort=_status_rank)
    remarks = Column(
        _("Sonst"),
        media=SCREEN,
        source="status",
        sort=_status_rank,
        template="organiser/participants/desk/remarks.html",
    )
    out_of_competition = YesColumn(_("außer Konkurrenz"), media=FILE)
    publish_name = YesColumn(_("Name darf veröffentlicht werden"), media=FILE)

    def render_fee(self, value: bool, record: Any) -> str:
        """Returns the state of the fee for paper; pages show a button instead."""
        if value:
            return gettext("bezahlt")
        return gettext("entfällt") if record.owes_nothing else format_html("{} <b>{}</b>", TICK, gettext("offen"))


def empty_columns(event: Event) -> set[str]:
    """Returns the names of the columns that are empty at this event."""
    return {name for name, is_used in (("fee", shows_fees(event)), ("team", event.teams.exists())) if not is_used}


def shows_fees(event: Event) -> bool:
    """Returns whether the event has fees and its payments are stored here; a copy from a laptop lacks them."""
    return not event.is_copy and (bool(event.entry_fee) or event.fee_kinds.exists())


_ACTIVE = Q(status=Status.ACTIVE)
_CONDITIONS = {
    "unpaid": _ACTIVE & Q(paid=False, out_of_competition=False),
    "without-number": _ACTIVE & Q(number=None),
    "waiting": Q(status=Status.WAITING),
    "alone": Q(token__isnull=False),
    "left": Q(status__in=(Status.WITHDRAWN, Status.EXCLUDED)),
    "absent": Q(pk__in=Absence.objects.values("registration")),
    "tied": Q(fixed_table__isnull=False),
    "out-of-competition": Q(out_of_competition=True),
}


class ParticipantsFilter(TableFilter):
    # In the address only: a separate form searches by number, start card, name or club.
    q = CharFilter(label="", method="called", widget=forms.HiddenInput)
    show = ChoiceFilter(
        label=_("Zeigen"),
        method="in_state",
        empty_label=_("alle"),
        choices=[
            ("missing", _("noch nicht da")),
            ("unpaid", _("nicht bezahlt")),
            ("without-number", _("ohne Startnummer")),
            ("waiting", _("auf der Warteliste")),
            ("taking-part", _("ohne Warteliste")),
            ("alone", _("selbst gemeldet")),
            ("left", _("zurückgezogen oder ausgeschlossen")),
            ("absent", _("setzt eine Serie aus")),
            ("tied", _("mit festem Tisch")),
            ("out-of-competition", _("außer Konkurrenz")),
        ],
    )
    club = ChoiceFilter(label=_("Club"), empty_label=_("alle"))

    def __init__(self, query: QueryDict, event: Event, called: Sequence[Registration] | None = None) -> None:
        """`called` are the participants who match `q`, if the caller has already looked them up."""
        super().__init__(query, event.registrations.all())
        self.event, self._called = event, called
        clubs = sorted(Club.objects.filter(registrations__event=event).distinct(), key=lambda club: club.order)
        self.filters["club"].extra["choices"] = [(str(club.pk), club.name) for club in clubs]

    def called(self, rows: Registrations, _name: str, text: str) -> Registrations:
        people = self._called
        if people is None:
            people = []
            with suppress(TournamentError):  # a card of another event: the desk names the event
                people = find_people(self.event, text)
        return rows.filter(pk__in=[registration.pk for registration in people])

    def in_state(self, rows: Registrations, _name: str, show: str) -> Registrations:
        if show == "taking-part":
            return rows.taking_part()
        if show == "missing":
            return rows.filter(pk__in=[row.pk for row in missing_players(self.event)])
        return rows.filter(_CONDITIONS[show])

    def rows(self) -> list[Registration]:
        """Returns the registrations that match, ordered by start number and prepared for the table."""
        registrations = prepared(self.event, self.qs)
        if self.form.asked.get("show") == "unpaid":
            return [row for row in registrations if not row.owes_nothing]  # type: ignore[attr-defined]
        return registrations


def prepared(event: Event, rows: QuerySet[Registration]) -> list[Registration]:
    """Returns the registrations with all related rows.

    Each has `owes_nothing`, `is_noted` (marked as paid, but not booked) and `has_played`.
    """
    related = ("player", "club", "fee", "team_membership__team")  # their event is known
    registrations = list(rows.select_related(*related))
    read_replaced(registrations)
    played, booked = have_played(event), booked_fees(event)
    for registration in registrations:
        account = Account(registration, "", owed(registration), booked[registration.pk])
        registration.is_noted = account.state == FeeState.NOTED  # type: ignore[attr-defined]
        registration.owes_nothing = owes_nothing(registration)  # type: ignore[attr-defined]
        registration.has_played = registration.pk in played  # type: ignore[attr-defined]
    return registrations


def owes_nothing(registration: Registration) -> bool:
    """Returns whether the player has not paid and owes no fee."""
    return not registration.paid and not owed(registration)
