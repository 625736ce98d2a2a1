"""Registering players and changing registrations (§ 1.3); withdrawing, excluding (§ 1.4) and reinstating players."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.money.fees import demand_as_booked, locked, pay_noted
from romme_turnier.tournament.participants.categories import set_categories
from romme_turnier.tournament.participants.names.consents import Speaker, record_consents
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.participants.register.organiser_players import add_organiser_players
from romme_turnier.tournament.participants.register.own_people import demand_may_rename, demand_still_there
from romme_turnier.tournament.participants.team_creation import join_team
from romme_turnier.tournament.participants.waiting_list import move_up
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import names_changed
from romme_turnier.tournament.shared.service import lock_events, note, part_of_service, service
from romme_turnier.tournament.standings.results import refresh_results

NUMBER_MAX = 9999
NAME_LENGTH = 80
CLUB_LENGTH = 120

Status = models.Registration.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The data of a registration.

    `player` is an entry in the register, chosen by an official; None adds a new person. `club` and `team` are names:
    unknown clubs and teams are added, "" means none. `categories` are primary keys; None keeps the current categories.
    `paid_by` ("cash", "bank" or "") is the method of a payment and `paid_amount` its amount, if they are known.
    `agrees` are the further purposes that the player consents to (consents.py); None keeps the current ones.
    `other_person` means that an official has seen the players with this name, and the person is not one of them.
    """

    first_name: str = ""
    last_name: str = ""
    player: models.Player | None = None
    other_person: bool = False
    club: str = ""
    number: int | None = None
    paid: bool = False
    paid_by: str = ""
    paid_amount: Decimal | None = None
    publish_name: bool = False
    agrees: Collection[str] | None = None
    team: str = ""
    fixed_table: int | None = None
    out_of_competition: bool = False
    categories: Collection[int] | None = None

    @classmethod
    def of(cls, registration: models.Registration) -> "Entry":
        """Returns the data stored in a registration, without team and categories."""
        player, club = registration.player, registration.club
        stored = {name: getattr(registration, name) for name in _STORED}
        return cls(first_name=player.first_name, last_name=player.last_name, club=club.name if club else "", **stored)


_STORED = ("number", "paid", "publish_name", "fixed_table", "out_of_competition")  # columns of the registration


@service(gettext_lazy("Angemeldet"))
def register(event: models.Event, entry: Entry, *, by: User | None) -> models.Registration:
    """Registers a player for the event (§ 1.3).

    Raises TournamentError if the name is missing, if the name of the club or the team is too long, if the person is
    already registered or has been merged or erased, if the start number is taken or out of range, or if the team is a
    tandem with two members.
    """
    lock_events([event.pk])
    club = get_or_create_club(entry.club)
    player = entry.player
    if player is None:
        player = models.Player(first_name=tidy(entry.first_name), last_name=tidy(entry.last_name), club=club)
        if not player.name:
            raise TournamentError(_("Bitte geben Sie einen Namen an."))
        player.save()
        if entry.other_person:
            _tell_apart(player, event, by)
    else:
        demand_still_there([player])
    if event.registrations.filter(player=player).exists():
        raise TournamentError(_("%(name)s ist schon gemeldet.") % {"name": player.name})
    registration = models.Registration(event=event, player=player, club=club)
    _take(registration, entry)
    store(registration)
    add_organiser_players(event, [player])
    record_consents(registration, entry.agrees, named_before=False, speaker=Speaker.OFFICIAL, by=by)
    set_categories(registration, entry.categories)
    if tidy(entry.team):
        join_team(registration, entry.team)
    return registration


@service(gettext_lazy("Teilnehmer aus einer Datei angemeldet"))
def register_rows(
    event: models.Event, entries: Sequence[Entry], *, method: str = "", by: User | None
) -> list[models.Registration]:
    """Registers all players of an imported file, or none if one of them cannot be stored.

    If a `method` of payment is given, fees marked as paid in the file are also booked. An entry's own method and amount
    take precedence; the rest of a fee stays open. Raises the errors of `register` and `pay_noted`.
    """
    demand_still_there(entry.player for entry in entries if entry.player)  # in order: two imports cannot deadlock
    registrations = [register(event, entry, by=by) for entry in entries]
    if method:
        paid_alike = defaultdict(list)
        for registration, entry in zip(registrations, entries, strict=True):
            if entry.paid:
                paid_alike[entry.paid_by or method, entry.paid_amount].append(registration)
        for (way, amount), alike in paid_alike.items():
            pay_noted(event, alike, amount, method=way, by=by)
    return registrations


def _tell_apart(player: models.Player, event: models.Event, by: User | None) -> None:
    """Records that a new player differs from all namesakes, except from banned ones, whose warnings remain."""
    key = name_key(player.first_name, player.last_name)
    banned = set(models.Ban.objects.in_force().values_list("player", flat=True))
    same_name = namesakes([key], people_of(event.held_by)).get(key, [])
    others = [other for other in same_name if other != player and other.pk not in banned]
    for other in others:
        models.DifferentPlayers.objects.create(one=other, other=player, by=by)


def get_or_create_club(name: str) -> models.Club | None:
    """Returns the club with that name, adding it if unknown; None for "". Raises TournamentError if it is too long."""
    name = tidy(name)
    if len(name) > CLUB_LENGTH:
        raise TournamentError(_("Der Name des Clubs hat höchstens %(most)d Zeichen.") % {"most": CLUB_LENGTH})
    return (models.Club.objects.called(name) or models.Club.objects.create(name=name)) if name else None


@part_of_service
def rename(player: models.Player, first_name: str, last_name: str) -> None:
    """Changes the player's name in the register, and announces the change to other programs.

    The earlier name is kept, so that erasing finds it, too. Callers must invalidate the public pages.
    """
    models.EarlierName.objects.create(player=player, first_name=player.first_name, last_name=player.last_name)
    player.first_name, player.last_name = first_name, last_name
    player.save(update_fields=player.NAME_COLUMNS)
    names_changed(player)


@service(gettext_lazy("Meldung geändert"))
def update_registration(registration: models.Registration, entry: Entry, *, by: User | None) -> models.Registration:
    """Changes a registration; `player`, `team`, `paid_by`, `paid_amount` and `other_person` of the entry are ignored.

    The name changes in the register, the club only for this event. A fixed table applies to later draws. A player out
    of competition has no rank in later releases. Raises TournamentError if the name is missing, if the name of the club
    is too long, if the start number is taken or out of range, if lists show the old number, if a waiting player would
    get a number, if the ledger contradicts `paid`, or if the official may not change the name (`demand_may_rename`).
    """
    current = locked(registration)
    player = current.player
    first_name, last_name = tidy(entry.first_name), tidy(entry.last_name)
    if not f"{first_name}{last_name}":
        raise TournamentError(_("Bitte geben Sie einen Namen an."))
    if (player.first_name, player.last_name) != (first_name, last_name):
        demand_may_rename(current, by)
        rename(player, first_name, last_name)
        for event in sorted(player.registrations.values_list("event_id", flat=True)):
            invalidate_public_pages(event)
    if entry.number != current.number:
        demand_no_seat(current)
        demand_taking_part(current)
    current.club = get_or_create_club(entry.club)
    demand_as_booked(current, entry.paid)
    named_before = current.publish_name
    _take(current, entry)
    store(current)
    record_consents(current, entry.agrees, named_before=named_before, speaker=Speaker.OFFICIAL, by=by)
    set_categories(current, entry.categories)
    return current


def demand_taking_part(registration: models.Registration) -> None:
    """Raises TournamentError if the player is on the waiting list."""
    if registration.status == Status.WAITING:
        words = _("%(name)s steht auf der Warteliste und bekommt erst eine Startnummer, wenn ein Platz frei ist.")
        raise TournamentError(words % {"name": registration.name})


def demand_no_seat(registration: models.Registration) -> None:
    """Raises TournamentError if the start number already appears on a list."""
    if registration.number is not None and registration.seats.exists():
        words = _("Die Startnummer %(number)d steht schon auf Listen und bleibt.")
        raise TournamentError(words % {"number": registration.number})


@service(gettext_lazy("Startgeld vermerkt"))
def set_paid(registration: models.Registration, paid: bool, *, by: User | None) -> None:
    """Records whether the entry fee, a condition for playing (§ 1.3), is paid, without a booking in the ledger.

    Raises TournamentError if the ledger contradicts `paid` (money/fees.py).
    """
    current = locked(registration)
    demand_as_booked(current, paid)
    if current.paid != paid:
        current.paid = paid
        store(current)


@service(gettext_lazy("Rückzug eingetragen"))
def withdraw(registration: models.Registration, left_before_series: int, *, by: User | None) -> models.Registration:
    """Withdraws a player. `left_before_series` is the first series not played; earlier results count (§ 1.3).

    Until the first series is drawn, the free place goes to the waiting list (participants/waiting_list.py). A player
    seated in a running series may withdraw: the seat remains until officials settle it on that table's list. Raises
    TournamentError if the event has no such series, or if the player has a seat in it or a later one that is closed.
    """
    return _leave(registration, Status.WITHDRAWN, left_before_series, by)


@service(gettext_lazy("Vom Turnier ausgeschlossen (§ 1.4)"))
def exclude(
    registration: models.Registration, left_before_series: int, *, reason: str, by: User | None
) -> models.Registration:
    """Excludes a player for gross misconduct (§ 1.4): the player gets no rank and no refund.

    `left_before_series` is the first series not played. Raises TournamentError for a missing reason, and as `withdraw`
    does.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise TournamentError(_("Bitte geben Sie an, warum Sie den Spieler ausschließen."))
    return _leave(registration, Status.EXCLUDED, left_before_series, by, reason)


def _leave(
    registration: models.Registration, status: str, left_before_series: int, by: User | None, reason: str = ""
) -> models.Registration:
    current = locked(registration)
    if not 1 <= left_before_series <= current.event.series_count:
        raise TournamentError(_("Dieses Turnier hat %(count)d Serien.") % {"count": current.event.series_count})
    closed = current.seats.filter(series__number__gte=left_before_series, series__closed_at__isnull=False)
    if seat := closed.select_related("series").order_by("series__number").first():
        words = _("Serie %(number)d ist abgeschlossen, %(name)s hat sie mitgespielt.")
        raise TournamentError(words % {"number": seat.series.number, "name": current.name})
    current.status, current.left_before_series, current.leaving_reason = status, left_before_series, reason
    store(current)
    move_up(current.event, by=by)
    return current


@service(gettext_lazy("Rückzug oder Ausschluss zurückgenommen"))
def reinstate(registration: models.Registration, *, by: User | None) -> models.Registration:
    """Undoes a withdrawal or an exclusion: the player takes part again. A player on the waiting list stays there."""
    current = locked(registration)
    if current.status != Status.WAITING:
        current.status, current.left_before_series, current.leaving_reason = Status.ACTIVE, None, ""
        store(current)
    return current


def running_seats(registration: models.Registration, left_before_series: int) -> list[models.Seat]:
    """Returns the player's seats in that series and later ones, except in closed series."""
    seats = registration.seats.filter(series__number__gte=left_before_series, series__closed_at=None)
    return list(seats.select_related("table", "series").order_by("series__number"))


def _take(registration: models.Registration, entry: Entry) -> None:
    demand_number(entry.number)
    for name in _STORED:
        setattr(registration, name, getattr(entry, name))


def demand_number(number: int | None) -> None:
    """Raises TournamentError for a number that is not a start number."""
    if number is not None and not 1 <= number <= NUMBER_MAX:
        raise TournamentError(_("Eine Startnummer liegt zwischen 1 und %(most)d.") % {"most": NUMBER_MAX})


def store(registration: models.Registration) -> None:
    """Saves the registration, outdates the public pages and renews the results. Must be called within a service.

    Raises TournamentError if another registration of the event has its start number or its player.
    """
    try:
        with transaction.atomic():
            registration.save()
            invalidate_public_pages(registration.event_id)
            refresh_results(registration.event_id)
    except IntegrityError as error:
        others = models.Registration.objects.filter(event=registration.event_id).exclude(pk=registration.pk)
        if holder := others.filter(number=registration.number).exclude(number=None).first():
            words = _("Die Startnummer %(number)d hat schon %(name)s.")
            raise TournamentError(words % {"number": registration.number, "name": holder.name}) from error
        if others.filter(player=registration.player_id).exists():
            raise TournamentError(_("%(name)s ist schon gemeldet.") % {"name": registration.name}) from error
        raise


def without_consent(event: models.Event) -> QuerySet[models.Registration]:
    """Returns the registrations without recorded consent to full names on the internet, except of erased people."""
    return event.registrations.filter(publish_name=False, player__erased_at=None).select_related("player")


@service(gettext_lazy("Zustimmung zu vollen Namen für alle eingetragen"))
def consent_for_all(event: models.Event, *, by: User | None) -> int:
    """Records consent to full names for all registrations of `without_consent`; returns their number."""
    agreed = list(without_consent(event).select_for_update(of=("self",), no_key=True))
    for registration in agreed:
        registration.publish_name = True
        registration.save(update_fields=["publish_name"])
        record_consents(registration, None, named_before=False, speaker=Speaker.OFFICIAL, by=by)
    note("players", new=agreed)
    invalidate_public_pages(event.pk)
    return len(agreed)
