"""The timetable within the announcement: a row for each item, and blank ones."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.tournament.events.timetable import Line
from romme_turnier.tournament.models import Event, TimetableItem
from romme_turnier.web.organiser.fields import date_field, number_input

BLANK_ROWS = 3
LEAST_ROWS = 5
COLUMNS = ("time", "what", "series", "day")


class TimetableRows(forms.BaseForm):
    """Fields for the timetable; part of the form of the announcement. Without a day an item is on the event's day."""

    timetable: list[Line]

    def add_timetable_rows(self, event: Event | None) -> None:
        items = list(event.timetable.all()) if event else []
        first_day = timezone.localdate(event.starts_at) if event else None
        self.timetable_numbers = range(1, max(len(items) + BLANK_ROWS, LEAST_ROWS) + 1)
        for n in self.timetable_numbers:
            self._add_row(n, items[n - 1] if n <= len(items) else None, first_day)

    def _add_row(self, n: int, item: TimetableItem | None, first_day: date | None) -> None:
        local = timezone.localtime(item.starts_at) if item else None
        self.fields[f"item_day_{n}"] = date_field(
            _("Tag, wenn ein anderer"), initial=local.date() if local and local.date() != first_day else None
        )
        self.fields[f"item_time_{n}"] = forms.TimeField(
            label=_("Uhrzeit"),
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            initial=local.time() if local else None,
        )
        self.fields[f"item_what_{n}"] = forms.CharField(
            label=_("Programmpunkt"), required=False, max_length=120, initial=item.what if item else ""
        )
        self.fields[f"item_series_{n}"] = forms.IntegerField(
            label=_("Serie"),
            required=False,
            min_value=1,
            widget=number_input(size=3),
            initial=item.series_number if item else None,
        )
        for name in COLUMNS:  # field templates do not render errors in a table
            self.fields[f"item_{name}_{n}"].widget.attrs["class"] = "input"

    @property
    def timetable_rows(self) -> Iterator[list[BoundField]]:
        for n in self.timetable_numbers:
            yield [self[f"item_{name}_{n}"] for name in COLUMNS]

    def clean_timetable_rows(self, cleaned: dict[str, Any]) -> None:
        """Reports all faults of the rows together; an emptied row removes its item."""
        self.timetable = []
        starts_at = cleaned.get("starts_at")
        first_day = timezone.localdate(starts_at) if starts_at else None
        for n in self.timetable_numbers:
            at, what, series, day = (cleaned.get(f"item_{name}_{n}") for name in COLUMNS)
            if any(f"item_{name}_{n}" in self.errors for name in COLUMNS) or not (day or at or what or series):
                continue
            if at is None:
                self.add_error(f"item_time_{n}", _("Bitte geben Sie an, um wie viel Uhr."))
            elif not what and series is None:
                self.add_error(f"item_what_{n}", _("Bitte geben Sie an, was dann geschieht."))
            elif series is not None and series > (cleaned.get("series_count") or series):
                self.add_error(f"item_series_{n}", _("So viele Serien hat das Turnier nicht."))
            elif on_day := day or first_day:
                self.timetable.append((timezone.make_aware(datetime.combine(on_day, at)), what or "", series))
