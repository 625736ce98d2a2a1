"""Checking in: who is here. It is not required for being drawn."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.registrations import locked
from romme_turnier.tournament.participants.unpaid import owes
from romme_turnier.tournament.shared.attribution import attribute_history
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.series import drawn_series
from romme_turnier.tournament.shared.service import service

Status = models.Registration.Status


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The players of the series drawn next; after the last draw, those of the last one."""

    series_number: int
    drawn: bool  # all series are drawn; nobody can be missing any more
    there: tuple[models.Registration, ...]
    missing: tuple[models.Registration, ...]

    @property
    def total(self) -> int:
        return len(self.there) + len(self.missing)


@dataclass(frozen=True, slots=True)
class Counts:
    """Of all who ever took part: who has paid and who is, or was, here."""

    registered: int
    paid: int
    here: int


def counts(event: models.Event) -> Counts:
    found = event.registrations.taking_part().aggregate(
        registered=Count("pk"),
        paid=Count("pk", filter=Q(paid=True)),
        here=Count("pk", filter=Q(checked_in_at__isnull=False)),
    )
    return Counts(**found)


def next_series(event: models.Event) -> int | None:
    """Returns the first series that is not drawn; None where all are."""
    drawn = set(drawn_series(event).values_list("number", flat=True))
    return next((number for number in range(1, event.series_count + 1) if number not in drawn), None)


def arrivals(event: models.Event) -> Arrivals:
    """Returns how many have come and of how many, and who has not, by start number."""
    undrawn = next_series(event)
    number = undrawn or event.series_count
    people = playing(event, number)
    return Arrivals(
        series_number=number,
        drawn=undrawn is None,
        there=tuple(one for one in people if one.checked_in_at is not None),
        missing=tuple(one for one in people if one.checked_in_at is None),
    )


def why_not(registration: models.Registration) -> str:
    """Returns why somebody cannot be checked in, in a sentence; "" if nothing is in the way."""
    name = {
        "who": f"{registration.number} {registration.name}" if registration.number else registration.name,
        "number": registration.left_before_series,
    }
    if registration.status == Status.EXCLUDED:
        return _("%(who)s ist ausgeschlossen (§ 1.4) und spielt ab Serie %(number)d nicht mehr.") % name
    if registration.status == Status.WITHDRAWN:
        return _("%(who)s hat sich zurückgezogen und spielt ab Serie %(number)d nicht mehr.") % name
    if registration.status == Status.WAITING:
        return _("%(who)s steht auf der Warteliste.") % name
    if owes(registration):
        still_open = fees.owed(registration) - fees.booked(registration)
        words = {**name, "amount": amount(still_open, registration.event.currency)}
        return _("%(who)s hat noch nicht bezahlt: %(amount)s sind offen (§ 1.3).") % words
    return ""


@service
def check_in(registration: models.Registration, *, by: User | None) -> models.Registration:
    """Records that somebody has come; a second time changes nothing. Raises TournamentError as `why_not` says."""
    current = locked(registration)
    if current.checked_in_at is None:
        if reason := why_not(current):
            raise TournamentError(reason)
        current.checked_in_at = timezone.now()
        attribute_history(current, by)
        current.save(update_fields=["checked_in_at"])
    return current


@service
def undo_check_in(registration: models.Registration, *, by: User | None) -> models.Registration:
    """It was somebody else: the player is expected again."""
    current = locked(registration)
    if current.checked_in_at is not None:
        current.checked_in_at = None
        attribute_history(current, by)
        current.save(update_fields=["checked_in_at"])
    return current
