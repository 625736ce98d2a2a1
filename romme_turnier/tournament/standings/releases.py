"""Numbered releases of the standings (§ 1.5), and their wording for pages and paper."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.organisers.signing_keys import ensure_key
from romme_turnier.tournament.shared.effects import Final, invalidate_public_pages, tell
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, announce_event
from romme_turnier.tournament.shared.service import lock_events, service
from romme_turnier.tournament.standings.reading import rankings_now
from romme_turnier.tournament.standings.results import store_results


@service(gettext_lazy("Rangliste freigegeben"))
def release_standings(
    event: models.Event, after_series: int, *, by: User | None, appeal_until: datetime | None = None, note: str = ""
) -> models.StandingsRelease:
    """Stores and announces the standings after a series as the next release, with the current revisions of the lists.

    Also stores the results for seasons, and makes the organiser's signing key if it is missing. Raises TournamentError
    if there is no such series, or if this or an earlier one is open, because released lists must have been checked.
    """
    lock_events([event.pk])
    # Locked until the end, so that no series is reopened while its lists are read.
    played = list(event.series.filter(number__lte=after_series).select_for_update(no_key=True).order_by("number"))
    series = next((series for series in played if series.number == after_series), None)
    if series is None or not all(series.is_closed for series in played):
        words = _("Freigegeben wird nach dem Abschluss der Serie. Serie %(series)s ist noch nicht abgeschlossen.")
        raise TournamentError(words % {"series": after_series})
    now = rankings_now(event, after_series)
    # Counting the releases would be wrong: an event from a laptop lacks the releases that were taken back there.
    newest = series.releases.aggregate(newest=Max("number"))["newest"]
    release = models.StandingsRelease.objects.create(
        event=event,
        series=series,
        number=(newest or 0) + 1,
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
    current = {revision.spielliste_id: revision for revision in revisions.order_by("number")}
    release.revisions.set(list(current.values()))
    store_results(event)
    ensure_key(event.held_by)
    invalidate_public_pages(event.pk)
    announce_event(Type.STANDINGS_RELEASED, event, series=series.number, release=release.number)
    tell(Final.STANDINGS, series)
    return release


@dataclass(frozen=True, slots=True)
class Pinned:
    """The newest released revision of a table's list."""

    series: int
    table: int
    revision: int  # primary key
    release: int  # primary key
    numbers: frozenset[int]  # start numbers of the players


def pinned_lists(event: models.Event) -> list[Pinned]:
    """Returns the newest revision of each table's list in releases in force, ordered by series and table."""
    through = StandingsRelease.revisions.through
    pairs = through.objects.filter(standingsrelease__in=event.releases.in_force().order_by()).order_by(
        "standingsrelease__released_at", "pk"
    )
    newest: dict[tuple[int, int], Pinned] = {}
    for revision, release, series, table, seats in pairs.values_list(
        "revision_id",
        "standingsrelease_id",
        "revision__content__series",
        "revision__content__table",
        "revision__content__seats",
    ):
        numbers = frozenset(seat["number"] for seat in seats if seat["number"] is not None)
        newest[series, table] = Pinned(series, table, revision, release, numbers)
    return [newest[place] for place in sorted(newest)]


def _moment(moment: datetime, same_day: datetime | None = None) -> str:
    """Returns date and time in the hall's time zone; only the time if `same_day` is on the same day."""
    local = timezone.localtime(moment)
    words = {"date": date_format(local, "j.n.Y"), "time": date_format(local, "H:i")}
    if same_day is not None and timezone.localdate(same_day) == local.date():
        return _("%(time)s Uhr") % words
    return _("%(date)s, %(time)s Uhr") % words


def release_line(release: StandingsRelease) -> str:
    """Returns the number and time of the release and, if there is one, the end of the period for appeals."""
    words = _("Ausgabe %(number)d, Stand %(at)s") % {"number": release.number, "at": _moment(release.released_at)}
    if release.appeal_until is None:
        return words
    return _("%(release)s, Einspruch bis %(until)s") % {
        "release": words,
        "until": _moment(release.appeal_until, release.released_at),
    }


def how_final(release: StandingsRelease, now: datetime) -> str:
    """Returns "Endstand", or the reason why the order can still change."""
    return _why_open(release, now) or _("Endstand")


def is_over(release: StandingsRelease, now: datetime) -> bool:
    """Returns whether the order of this release can no longer change."""
    return not _why_open(release, now)


def _why_open(release: StandingsRelease, now: datetime) -> str:
    after, series_count = release.series.number, release.event.series_count
    if after < series_count:
        return _("Zwischenstand nach Serie %(after)d von %(count)d") % {"after": after, "count": series_count}
    if any(row.play_off_needed and not row.play_off_waived for row in release.rows):
        return _("Vorläufiger Endstand: Ein Entscheidungsspiel steht noch aus")
    if release.appeal_until is not None and now < release.appeal_until:
        return _("Vorläufiger Endstand: Die Einspruchsfrist läuft noch")
    return ""
