"""Wording about a release of the standings, for pages and paper."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import StandingsRelease


def _moment(moment: datetime, beside: datetime | None = None) -> str:
    """Date and time of the hall's clock; only the time if the date has just been given."""
    local = timezone.localtime(moment)
    words = {"date": date_format(local, "j.n.Y"), "time": date_format(local, "H:i")}
    if beside is not None and timezone.localdate(beside) == local.date():
        return _("%(time)s Uhr") % words
    return _("%(date)s, %(time)s Uhr") % words


def release_line(release: StandingsRelease) -> str:
    """Returns the number and time of the release, and the end of the period for appeals."""
    words = _("Ausgabe %(number)d, Stand %(at)s") % {"number": release.number, "at": _moment(release.released_at)}
    if release.appeal_until is None:
        return words
    return _("%(release)s, Einspruch bis %(until)s") % {
        "release": words,
        "until": _moment(release.appeal_until, release.released_at),
    }


def how_final(release: StandingsRelease, now: datetime) -> str:
    """Returns whether the order can still change, and the reason."""
    after, series_count = release.series.number, release.event.series_count
    if after < series_count:
        return _("Zwischenstand nach Serie %(after)d von %(count)d") % {"after": after, "count": series_count}
    if any(row.play_off_needed and not row.play_off_waived for row in release.rows):
        return _("Vorläufiger Endstand: Ein Entscheidungsspiel steht noch aus")
    if release.appeal_until is not None and now < release.appeal_until:
        return _("Vorläufiger Endstand: Die Einspruchsfrist läuft noch")
    return _("Endstand")
