"""The next dates of an organiser or a season."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Self

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import Link, ListTable
from romme_turnier.documents.tables.columns import Column, Medium
from romme_turnier.documents.tables.writing import Cell
from romme_turnier.tournament.events.timetable import CalendarEntry


class DatesTable(ListTable):
    """Rows are calendar entries in chronological order."""

    title = _("Termine")
    last = "uid"

    starts_at = Column(_("Wann"), orderable=False)
    what = Column(_("Was"), source="summary", orderable=False, names_row=True)
    place = Column(_("Wo"), source="location", orderable=False)
    note = Column(_("Hinweis"), orderable=False)

    @classmethod
    def of(cls, medium: Medium, entries: Iterable[CalendarEntry], page_of: Link | None = None) -> Self:
        """Returns the table of today's and later entries; `page_of` returns the address of an entry's page.

        On pages, the table lacks the column for places or for notes if no entry has any.
        """
        today = timezone.localdate()
        rows = [entry for entry in entries if _day(entry.starts_at) >= today]
        empty = {
            name
            for name, is_filled in (("place", any(e.location for e in rows)), ("note", any(e.note for e in rows)))
            if not is_filled and medium is Medium.PAGE
        }
        return cls.table_for(medium, rows, without=empty, links={"what": page_of} if page_of else None)

    def render_starts_at(self, value: date | datetime, _record: CalendarEntry) -> str:
        day = date_format(_day(value), "D, j. F Y")
        if not isinstance(value, datetime):
            return day
        return gettext("%(day)s, %(time)s Uhr") % {"day": day, "time": date_format(timezone.localtime(value), "H:i")}

    def value_starts_at(self, value: date | datetime, _record: CalendarEntry) -> Cell:
        """Returns a time, or the day as text (ISO 8601) if the time is not known yet."""
        return value if isinstance(value, datetime) else value.isoformat()


def _day(at: date | datetime) -> date:
    return timezone.localdate(at) if isinstance(at, datetime) else at
