"""Fields that forms of several pages share, and saying what is wrong with one."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django_stubs_ext import StrOrPromise

from romme_turnier.web.fields import AmountField

_FIRST_YEAR, _LAST_YEAR = 1900, 9998


def number_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", **attrs})


def amount_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", **attrs})


def amount_field(label: StrOrPromise, *, widget: forms.TextInput | None = None, **options: Any) -> AmountField:
    """Returns a field for an amount of money."""
    return AmountField(label=label, widget=widget or amount_input(size=10), **options)


def date_field(label: StrOrPromise, **options: Any) -> forms.DateField:
    """Returns a date field with the browser's own calendar, which may be left empty."""
    widget = forms.DateInput(attrs={"type": "date", "max": "9999-12-31"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget, **options)


class MomentField(forms.DateTimeField):
    """Day and time, in years in which there may be an event: others no calendar of a computer can count with."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"widget": date_time_input(), **options})

    def to_python(self, value: Any) -> datetime | None:
        moment = super().to_python(value)
        if moment is not None and not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return moment


def date_time_input() -> forms.DateTimeInput:
    return forms.DateTimeInput(attrs={"type": "datetime-local", "max": "9999-12-31T23:59"}, format="%Y-%m-%dT%H:%M")


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[object, str]]) -> None:
    """Sets the choices of a field."""
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def series_choices(numbers: Iterable[int]) -> list[tuple[int, str]]:
    return [(number, _("Serie %(number)d") % {"number": number}) for number in numbers]


def complain_once(form: forms.BaseForm, name: str, message: str) -> None:
    """Adds an error to a field that has none yet."""
    if name not in form.errors:
        form.add_error(name, message)


class AskingForm(forms.Form):
    """A form that asks about an odd value before it takes it: a comma left out, a figure too many."""

    asked = ""  # the value in question; `components/sure.html` draws the box that confirms it

    def ask_about(self, name: str, value: object, question: str) -> None:
        """Refuses a value until it is sent once more with the box ticked that then stands below its field.

        The box holds the value, so another one that is as odd is asked about again.
        """
        if self.data.get(f"{name}_sure") != str(value):
            self.asked = str(value)
            complain_once(self, name, question)
