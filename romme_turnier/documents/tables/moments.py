"""Fields for dates and times, in filters of tables and in forms."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from romme_turnier.tournament.events.timetable import YEARS


class _InYears(forms.Field):
    """A base for date fields that accepts only years with which the program can calculate."""

    def to_python(self, value: Any) -> Any:
        day = super().to_python(value)
        if day is not None and day.year not in YEARS:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return day


class DayField(_InYears, forms.DateField):
    pass


class MomentField(_InYears, forms.DateTimeField):
    """A field for date and time."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"widget": date_time_input(), **options})


def date_time_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local", "max": "9999-12-31T23:59"}, format="%Y-%m-%dT%H:%M")
