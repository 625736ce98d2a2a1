"""Numbered releases of the standings (§ 1.5)."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service
from romme_turnier.tournament.standings.reading import rankings_now


@service(gettext_lazy("Rangliste freigegeben"))
def release_standings(
    event: models.Event,
    after_series: int,
    *,
    by: User | None,
    appeal_until: datetime | None = None,
    note: str = "",
) -> models.StandingsRelease:
    """Stores the standings after a series as its next release, with the current lists.

    Requires a closed series, because released standings must have been checked.
    """
    # Locked until the end, so that no series is reopened while its lists are read.
    played = list(event.series.filter(number__lte=after_series).select_for_update().order_by("number"))
    series = next((series for series in played if series.number == after_series), None)
    if series is None or not all(series.is_closed for series in played):
        raise TournamentError(
            _("Freigegeben wird nach dem Abschluss der Serie. Serie %(series)s ist noch nicht abgeschlossen.")
            % {"series": after_series}
        )
    now = rankings_now(event, after_series)
    release = models.StandingsRelease.objects.create(
        event=event,
        series=series,
        number=series.releases.count() + 1,
        released_at=timezone.now(),
        released_by=by,
        appeal_until=appeal_until,
        note=note,
        rows=now.rows,
        team_rows=now.team_rows,
        days=now.days,
    )
    revisions = models.Revision.objects.filter(
        spielliste__table__series__event=event, spielliste__table__series__number__lte=after_series
    )
    newest = {revision.spielliste_id: revision for revision in revisions.order_by("number")}
    release.revisions.set(list(newest.values()))
    invalidate_public_pages(event.pk)
    tell(Final.STANDINGS, series)
    return release
