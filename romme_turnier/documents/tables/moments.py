"""Fields for day and time, in filters of tables and in forms."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

_FIRST_YEAR, _LAST_YEAR = 1900, 9998


class MomentField(forms.DateTimeField):
    """Day and time, in years that Python can calculate with in every time zone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"widget": date_time_input(), **options})

    def to_python(self, value: Any) -> datetime | None:
        moment = super().to_python(value)
        if moment is not None and not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


def date_time_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local", "max": "9999-12-31T23:59"}, format="%Y-%m-%dT%H:%M")
