"""Papers for changed tables only: after a repair of the seating, a few tables need a new sign and a new list."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from romme_turnier.documents.printout import Choice, Job
from romme_turnier.tournament.seating.changes import SeatChange, changed_tables, last_change, say_change
from romme_turnier.tournament.shared.numbers import in_runs

SINCE = "ab"  # the number of the first change whose tables are printed


def asked_tables(job: Job) -> Collection[int] | None:
    """Returns the numbers of the tables that the job selects; None for all."""
    if SINCE in job.numbers:
        return changed_tables(job.series, since=job.numbers[SINCE]).keys()
    if "tisch" in job.numbers:
        return (job.numbers["tisch"],)
    return None


def only_changed(job: Job) -> Sequence[Choice]:
    """Returns choices for all tables changed since the draw, and for those of the last change if they differ.

    The official chooses: the program does not know which sheets are already on the tables.
    """
    last = last_change(job.series)
    if not last:
        return ()
    choices = []
    if every := changed_tables(job.series):
        since_draw = _("nur geändert seit der Auslosung: %(tables)s") % {"tables": _tables(every)}
        choices.append(Choice(since_draw, {SINCE: 1}))
    newest = changed_tables(job.series, since=last)
    if newest and newest.keys() != every.keys():
        facts = {"at": _time(max(change.at for change in newest.values())), "tables": _tables(newest)}
        choices.append(Choice(_("nur geändert um %(at)s Uhr: %(tables)s") % facts, {SINCE: last}))
    return choices


def _tables(tables: Collection[int]) -> str:
    return ngettext("Tisch %(n)s", "Tische %(n)s", len(tables)) % {"n": in_runs(tables)}


def change_words(change: SeatChange) -> str:
    """Returns the change as text for the table's sheet, such as "neu um 14:05 Uhr, Platz 2: 12 statt 7"."""
    return _("neu um %(at)s Uhr, %(what)s") % {"at": _time(change.at), "what": say_change(change)}


def _time(at: datetime) -> str:
    return date_format(timezone.localtime(at), "H:i")
