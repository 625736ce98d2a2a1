"""Check-in: recording which players are present. A draw does not require it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.fast.statements import Prepared
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import written_on
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.fees import locked
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.participants.unpaid import owes
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import service

Status = models.Registration.Status
FIRST_GAME = 1


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of participants, including former ones: registered, paid, and ever present."""

    registered: int
    paid: int
    here: int


def counts(event: models.Event) -> Counts:
    people = event.registrations.taking_part().values_list("pk", "paid", "checked_in_at")
    played = have_played(event)
    return Counts(
        registered=len(people),
        paid=sum(paid for _pk, paid, _at in people),
        here=sum(at is not None or pk in played for pk, _paid, at in people),
    )


def next_series(event: models.Event) -> int | None:
    """Returns the number of the first series that is not drawn; None if all are drawn."""
    drawn = set(event.series.drawn().values_list("number", flat=True))
    return next((number for number in range(1, event.series_count + 1) if number not in drawn), None)


def missing_players(event: models.Event) -> list[models.Registration]:
    """Returns the players of the next series who are not present yet, ordered by start number.

    Once all series are drawn, these are the players of the last one.
    """
    undrawn = next_series(event)
    played = have_played(event, undrawn)
    players = playing(event, undrawn or event.series_count)
    return [player for player in players if player.checked_in_at is None and player.pk not in played]


def have_played(event: models.Event, before_series: int | None = None) -> set[int]:
    """Returns the primary keys of the players who have played in a series before `before_series`, or in any if None.

    They sat at a table whose list has entries, and did not leave the seat before the first game.
    """
    return {pk for pk, series in _PLAYED.fetch(event.pk) if before_series is None or series < before_series}


def _played() -> "QuerySet[models.Seat, tuple[int, int]]":
    lists = models.Spielliste.objects.filter(table=OuterRef("table"))
    left = models.Vacancy.objects.filter(
        spielliste__table=OuterRef("table"), seat=OuterRef("number"), from_game=FIRST_GAME
    )
    seats = models.Seat.objects.order_by().filter(~Exists(left), Exists(written_on(lists)))
    return seats.values_list("registration", "table__series__number")


_PLAYED = Prepared(_played, "table__series__event")


def no_shows(event: models.Event, series_number: int) -> set[int]:
    """Returns the primary keys of the players who missed that series and have not checked in since."""
    absences = models.Absence.objects.filter(registration__event=event, series_number=series_number)
    missed = dict(absences.values_list("registration", "at"))
    left = models.Vacancy.objects.filter(
        spielliste__table__series__event=event, spielliste__table__series__number=series_number, from_game=FIRST_GAME
    )
    for vacancy in left.select_related("spielliste__table"):
        seats = vacancy.spielliste.table.seats.filter(number=vacancy.seat)
        missed |= dict.fromkeys(seats.values_list("registration", flat=True), vacancy.at)
    here = event.registrations.filter(pk__in=missed).values_list("pk", "checked_in_at")
    return {pk for pk, checked_in_at in here if checked_in_at is None or checked_in_at < missed[pk]}


def is_here(registration: models.Registration) -> bool:
    """Returns whether the player has checked in and has not been absent since."""
    at = registration.checked_in_at
    return at is not None and not registration.absences.filter(at__gt=at).exists()


def missed_at(registration: models.Registration) -> datetime:
    """Returns the time to record for an absence: now, but later than the check-in even if the clock was set back."""
    now, came_at = timezone.now(), registration.checked_in_at
    return now if came_at is None else max(now, came_at + timedelta(microseconds=1))


def has_come(registration: models.Registration) -> bool:
    """Returns whether the player is present.

    A player who never checked in counts as present after having played, unless they missed the last drawn series.
    """
    if registration.checked_in_at is not None:
        return is_here(registration)
    event, drawn = registration.event, registration.event.series.drawn().order_by("-number").first()
    return (
        drawn is not None
        and registration.pk in have_played(event)
        and registration.pk not in no_shows(event, drawn.number)
    )


def why_not(registration: models.Registration) -> str:
    """Returns the reason why the player cannot be checked in, as a sentence; "" if they can."""
    name = {
        "who": f"{registration.number} {registration.name}" if registration.number else registration.name,
        "number": registration.left_before_series,
    }
    if registration.status == Status.EXCLUDED:
        words = _("%(who)s ist ausgeschlossen (§ 1.4) und spielt ab Serie %(number)d nicht mehr.")
        return cited(words, registration.event.rules) % name
    if registration.status == Status.WITHDRAWN:
        return _("%(who)s hat sich zurückgezogen und spielt ab Serie %(number)d nicht mehr.") % name
    if registration.status == Status.WAITING:
        return _("%(who)s steht auf der Warteliste.") % name
    if owes(registration):
        still_open = fees.owed(registration) - fees.booked(registration)
        words = _("%(who)s hat noch nicht bezahlt: %(amount)s sind offen (§ 1.3).")
        facts = {**name, "amount": amount(still_open, registration.event.currency)}
        return cited(words, registration.event.rules) % facts
    return ""


@service(gettext_lazy("Da"))
def check_in(registration: models.Registration, *, by: User | None) -> models.Registration:
    """Records that the player has come or is back; has no effect if the player is here (`is_here`).

    Otherwise raises TournamentError if `why_not` gives a reason.
    """
    current = locked(registration)
    if not is_here(current):
        if reason := why_not(current):
            raise TournamentError(reason)
        missed = current.absences.aggregate(at=Max("at"))["at"]  # in the future if the clock was set back since
        current.checked_in_at = max(timezone.now(), missed or timezone.now())
        current.save(update_fields=["checked_in_at"])
    return current


@service(gettext_lazy("Doch nicht da"))
def undo_check_in(registration: models.Registration, *, by: User | None) -> models.Registration:
    """Undoes a mistaken check-in: the player is expected again."""
    current = locked(registration)
    if current.checked_in_at is not None:
        current.checked_in_at = None
        current.save(update_fields=["checked_in_at"])
    return current
