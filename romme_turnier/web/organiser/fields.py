"""Fields shared by the forms of several pages, and their errors."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.tables.moments import DayField
from romme_turnier.web.fields import AmountField


def number_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", **attrs})


def amount_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", **attrs})


def amount_field(label: StrOrPromise, *, widget: forms.TextInput | None = None, **options: Any) -> AmountField:
    """Returns a field for an amount of money."""
    return AmountField(label=label, widget=widget or amount_input(size=10), **options)


def date_field(label: StrOrPromise, **options: Any) -> DayField:
    """Returns a date field with the browser's own calendar, which may be left empty."""
    widget = forms.DateInput(attrs={"type": "date", "max": "9999-12-31"}, format="%Y-%m-%d")
    return DayField(label=label, required=False, widget=widget, **options)


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
    """A form that questions an unusual value before accepting it: a missing comma, an extra digit."""

    asked = ""  # the value in question; `components/sure.html` shows the box that confirms it

    def ask_about(self, name: str, value: object, question: str) -> None:
        """Refuses a value until it is sent again with the box ticked that then appears below its field.

        The box holds the value, so another unusual value is questioned again.
        """
        if self.data.get(f"{name}_sure") != str(value):
            self.asked = str(value)
            complain_once(self, name, question)


class ReasonForm(forms.Form):
    """The reason for taking something back; it is kept with the step."""

    reason = forms.CharField(label=gettext_lazy("Grund"), max_length=200)
