"""Telling the players of a correction (§ 2.2.5): who has to be told, and that it was done."""

from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.services.corrections import ResultChange
from romme_turnier.tournament.services.public_pages import renew
from romme_turnier.tournament.services.writing import service


def notify(
    revision: models.Revision, changes: Mapping[int, ResultChange], *, consent: Iterable[int] = ()
) -> list[models.Notice]:
    """Note down, within a service, that the players of these seats have to be told of a revision.

    Whoever gave consent knows already. A seat that is noted for this revision stays as it was noted first.
    """
    seats = {
        seat.number: seat.registration_id
        for seat in models.Seat.objects.filter(table=revision.spielliste.table_id, number__in=changes)
    }
    agreed = set(consent)
    notices = [
        models.Notice(
            revision=revision,
            registration_id=seats[seat],
            seat=seat,
            old_result=change.old,
            new_result=change.new,
        )
        for seat, change in sorted(changes.items())
        if seat in seats and seat not in agreed
    ]
    models.Notice.objects.bulk_create(notices, ignore_conflicts=True)
    renew(revision.spielliste.table.series.event_id)
    return notices


def notify_of_scorer_errors(revision: models.Revision, errors: Iterable[models.ScorerError]) -> None:
    """The players of these columns believe in what the scorer wrote: note down, within a service, to tell them."""
    results = {totals["seat"]: totals["result"] for totals in revision.content["totals"]}
    changes: dict[int, ResultChange] = {}
    for error in errors:
        believed = results[error.seat]
        if error.figure != models.ScorerError.Figure.FINISHED:
            believed += error.claimed - error.computed
        changes.setdefault(error.seat, ResultChange(old=believed, new=results[error.seat]))
    notify(revision, changes)


@service
def record_told(notice: models.Notice, *, by: User | None) -> None:
    """The player has been told. Raises TournamentError when somebody else has recorded that already."""
    mine = models.Notice.objects.filter(pk=notice.pk, told_at__isnull=True)
    if not mine.update(told_at=timezone.now(), told_by=by):
        raise TournamentError(_("Das hat inzwischen schon jemand eingetragen."))
    renew(notice.registration.event_id)


@service
def take_back_told(notice: models.Notice, *, by: User | None) -> None:
    """Undo `record_told`."""
    models.Notice.objects.filter(pk=notice.pk).update(told_at=None, told_by=None)
    renew(notice.registration.event_id)
