"""Fields for dates and times, in filters of tables and in forms."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from romme_turnier.tournament.events.timetable import YEARS


class _InYears(forms.Field):
    """Accepts only dates in years with which the program can calculate."""

    def to_python(self, value: Any) -> Any:
        day = super().to_python(value)
        if day is not None and day.year not in YEARS:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return day


class DayField(_InYears, forms.DateField):
    pass


class MomentField(_InYears, forms.DateTimeField):
    widget = forms.DateTimeInput(attrs={"type": "datetime-local", "max": "9999-12-31T23:59"}, format="%Y-%m-%dT%H:%M")
