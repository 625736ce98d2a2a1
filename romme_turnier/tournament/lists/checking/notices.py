"""Notices that inform players of corrections, and the record of their delivery (§ 2.2.5)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.corrections import ResultChange, results, same_for
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


def notify(
    revision: models.Revision, changes: Mapping[int, ResultChange], *, consent: Iterable[int] = ()
) -> list[models.Notice]:
    """Creates notices about a revision for the players at these seats, unless they gave consent; returns the notices.

    Also invalidates the public pages of the event. Must be called within a service. A second notice to the same seat
    about the same revision is returned but not stored.
    """
    seats = {
        seat.number: seat.registration_id
        for seat in models.Seat.objects.filter(table=revision.spielliste.table_id, number__in=changes)
    }
    agreed = set(consent)
    notices = [
        models.Notice(
            revision=revision, registration_id=seats[seat], seat=seat, old_result=change.old, new_result=change.new
        )
        for seat, change in sorted(changes.items())
        if seat in seats and seat not in agreed
    ]
    models.Notice.objects.bulk_create(notices, ignore_conflicts=True)
    invalidate_public_pages(revision.spielliste.table.series.event_id)
    return notices


def notify_leavers(
    revision: models.Revision, before: Mapping[str, Any] | None, *, told: Collection[int | None]
) -> None:
    """Creates notices for players who are no longer on this list. Must be called within a service.

    `before` is the previous content; None means that the list was open, and creates no notices. `told` are the start
    numbers of players whom another list's revision informs.
    """
    if before is None:
        return
    seats, results_before = {seat["number"]: seat["seat"] for seat in before["seats"]}, results(before)
    leavers = seats.keys() - results(revision.content).keys() - set(told)
    registrations = revision.spielliste.table.series.event.registrations.filter(number__in=leavers).order_by("number")
    models.Notice.objects.bulk_create(
        models.Notice(
            revision=revision,
            registration=registration,
            seat=seats[registration.number],
            left=True,
            old_result=results_before[registration.number],
        )
        for registration in registrations
        if registration.number is not None
    )


def withdraw_undone(revision: models.Revision) -> None:
    """Withdraws pending notices of corrections that this revision has undone. Must be called within a service.

    If the list is again the same for a player as before one of the notices, that notice and all later ones are
    withdrawn. Notices stay up to the last revision that the player has learned of by another notice, by consent, or
    from released standings.
    """
    of_list = models.Notice.objects.filter(revision__spielliste=revision.spielliste_id)
    waiting = of_list.waiting().select_for_update(of=("self",), no_key=True).order_by("revision__number")
    by_player: dict[int, list[models.Notice]] = {}
    for notice in waiting.select_related("registration", "revision"):
        by_player.setdefault(notice.registration_id, []).append(notice)
    if not by_player:
        return
    of_number = {r.number: r for r in models.Revision.objects.filter(spielliste=revision.spielliste_id)}
    released = models.Revision.objects.filter(spielliste=revision.spielliste_id, releases__isnull=False)
    known = [revision.number for revision in released]
    for player, notices in by_player.items():
        number = notices[0].registration.number
        told = of_list.filter(registration=player).exclude(told_at=None).values_list("revision__number", flat=True)
        agreed = [
            r.number
            for r in of_number.values()
            if r.number < revision.number
            and any(seat["seat"] in r.consent for seat in r.content["seats"] if seat["number"] == number)
        ]
        since = max([0, *known, *told, *agreed])
        unknown = [notice for notice in notices if notice.revision.number > since]
        for at, notice in enumerate(unknown):
            if same_for(number, _content_before(notice.revision, of_number), revision.content):
                undone = [notice.pk for notice in unknown[at:]]
                models.Notice.objects.filter(pk__in=undone).update(withdrawn_at=timezone.now())
                break


def _content_before(revision: models.Revision, revisions: Mapping[int, models.Revision]) -> Mapping[str, Any] | None:
    """Returns the content before a revision.

    For the first revision, this is its own content without scorer errors, or None if it declares the list invalid.
    """
    if revision.number > 1:
        before: Mapping[str, Any] = revisions[revision.number - 1].content
        return before
    invalid = revision.content["status"] == models.Spielliste.Status.INVALID
    return None if invalid else {**revision.content, "scorer_errors": []}


def notify_of_scorer_errors(revision: models.Revision, errors: Iterable[models.ScorerError]) -> None:
    """Creates notices about the scorer's mistakes for the players concerned. Must be called within a service."""
    results = {totals["seat"]: totals["result"] for totals in revision.content["totals"]}
    written = {claim["seat"]: claim["result"] for claim in revision.content["claims"]}
    changes: dict[int, ResultChange] = {}
    for error in errors:
        believed = written.get(error.seat)  # a wrong sum need not have made the result wrong
        if believed is None:
            off = error.claimed - error.computed if error.figure != models.ScorerError.Figure.FINISHED else 0
            believed = results[error.seat] + off
        changes.setdefault(error.seat, ResultChange(old=believed, new=results[error.seat]))
    notify(revision, changes)


@service(gettext_lazy("Spieler unterrichtet"))
def record_told(notice: models.Notice, *, by: User | None) -> None:
    """Records that the player was informed.

    Raises TournamentError if this has already been recorded, or if the notice is withdrawn.
    """
    mine = models.Notice.objects.waiting().filter(pk=notice.pk)
    if not mine.update(told_at=timezone.now(), told_by=by):
        if models.Notice.objects.filter(pk=notice.pk, withdrawn_at__isnull=False).exists():
            raise TournamentError(
                _("Die Berichtigung ist inzwischen rückgängig gemacht: Es gibt nichts mehr zu sagen.")
            )
        raise TournamentError(_("Das hat inzwischen schon jemand eingetragen."))
    invalidate_public_pages(notice.registration.event_id)


@service(gettext_lazy("Unterrichtung zurückgenommen"))
def take_back_told(notice: models.Notice, *, by: User | None) -> None:
    """Undoes `record_told`. Raises TournamentError if the player has answered."""
    if not models.Notice.objects.filter(pk=notice.pk, answer="").update(told_at=None, told_by=None):
        raise TournamentError(_("Der Spieler hat die Mitteilung am Handy gelesen und beantwortet."))
    invalidate_public_pages(notice.registration.event_id)
