"""What is said of an issue of the standings, alike on pages and on paper."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import StandingsIssue


def _moment(moment: datetime, beside: datetime | None = None) -> str:
    """Date and time of the hall's clock; the time alone where the date has just been said."""
    local = timezone.localtime(moment)
    words = {"date": date_format(local, "j.n.Y"), "time": date_format(local, "H:i")}
    if beside is not None and timezone.localdate(beside) == local.date():
        return _("%(time)s Uhr") % words
    return _("%(date)s, %(time)s Uhr") % words


def issue_line(issue: StandingsIssue) -> str:
    """Its number, when it was made, and until when it can be appealed against."""
    words = _("Ausgabe %(number)d, Stand %(at)s") % {"number": issue.number, "at": _moment(issue.released_at)}
    if issue.appeal_until is None:
        return words
    return _("%(issue)s, Einspruch bis %(until)s") % {
        "issue": words,
        "until": _moment(issue.appeal_until, issue.released_at),
    }


def how_final(issue: StandingsIssue, now: datetime) -> str:
    """Whether the order can still change, and by what."""
    after, series_count = issue.series.number, issue.event.series_count
    if after < series_count:
        return _("Zwischenstand nach Serie %(after)d von %(count)d") % {"after": after, "count": series_count}
    if any(row.play_off_needed and not row.play_off_waived for row in issue.rows):
        return _("Vorläufiger Endstand: Ein Entscheidungsspiel steht noch aus")
    if issue.appeal_until is not None and now < issue.appeal_until:
        return _("Vorläufiger Endstand: Die Einspruchsfrist läuft noch")
    return _("Endstand")
