"""Closing and reopening a series, releasing its seats, and setting its day."""

from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.backup import clock as backup_clock
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import lock_lists
from romme_turnier.tournament.organisers.signing_keys import ensure_key
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_event
from romme_turnier.tournament.shared.service import locked_series, nothing_done, service

ListStatus = models.Spielliste.Status


def _tables(lists: QuerySet[models.Spielliste]) -> str:
    return ", ".join(map(str, lists.order_by("table__number").values_list("table__number", flat=True)))


@service(gettext_lazy("Serie abgeschlossen"))
def close_series(series: models.Series, *, by: User | None) -> None:
    """Closes a series, creates the organiser's signing key if it is missing, and requests a backup.

    Raises TournamentError if the series is already closed or not drawn yet, or if a list is not checked and faultless
    (§ 2.2.5); invalid lists are allowed.
    """
    series = locked_series(series)
    if series.is_closed:
        raise TournamentError(_("Diese Serie ist schon abgeschlossen."))
    lists = models.Spielliste.objects.filter(table__series=series)
    if not lists.exists():
        raise TournamentError(_("Diese Serie ist noch nicht ausgelost."))
    lock_lists(lists)
    waiting = lists.exclude(status__in=[ListStatus.CHECKED, ListStatus.INVALID])
    if tables := _tables(waiting):
        raise TournamentError(_("Noch nicht geprüft: Tisch %(tables)s.") % {"tables": tables})
    # A correction can make a checked list faulty again.
    faulty = Q(problems__gt=0) | Q(whole=False)
    if tables := _tables(lists.filter(faulty, status=ListStatus.CHECKED)):
        raise TournamentError(_("Geprüft, aber wieder mit Fehlern: Tisch %(tables)s.") % {"tables": tables})
    series.closed_at, series.closed_by = timezone.now(), by
    series.save(update_fields=["closed_at", "closed_by"])
    ensure_key(series.event.held_by)  # for the codes on the lists
    transaction.on_commit(backup_clock.wake)


@service(gettext_lazy("Serie wieder geöffnet"))
def reopen_series(series: models.Series, *, by: User | None) -> None:
    """Undoes `close_series`, so that lists can be corrected. Released standings do not change.

    Raises TournamentError if the series is not closed.
    """
    series = locked_series(series)
    if not series.is_closed:
        raise TournamentError(_("Diese Serie ist nicht abgeschlossen."))
    series.closed_at, series.closed_by = None, None
    series.save(update_fields=["closed_at", "closed_by"])


@service(gettext_lazy("Plätze freigegeben"))
def release_seats(series: models.Series, *, by: User | None) -> None:
    """Publishes the seats of a series and announces them; a repeated call does nothing.

    Raises TournamentError before the draw.
    """
    series = locked_series(series)
    if not series.tables.exists():
        raise TournamentError(_("Diese Serie ist noch nicht ausgelost."))
    if series.seats_released_at is not None:
        nothing_done()
        return
    series.seats_released_at = timezone.now()
    series.save(update_fields=["seats_released_at"])
    invalidate_public_pages(series.event_id)
    announce_event(Type.SEATS_RELEASED, series.event, series=series.number)
    tell(Final.SEATS, series)


@service(gettext_lazy("Freigabe der Plätze zurückgenommen"))
def withdraw_seats(series: models.Series, *, by: User | None) -> None:
    """Undoes `release_seats`, except for the announcements, which are not recalled."""
    series = locked_series(series)
    series.seats_released_at = None
    series.save(update_fields=["seats_released_at"])
    invalidate_public_pages(series.event_id)


@service(gettext_lazy("Spieltag festgelegt"))
def set_day(series: models.Series, held_on: date | None, *, by: User | None) -> None:
    """Sets the day of a series, for events that last several days; None means the day of the event."""
    series = locked_series(series)
    series.held_on = held_on
    series.save(update_fields=["held_on"])
    invalidate_public_pages(series.event_id)
