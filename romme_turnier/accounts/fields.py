"""Inputs for exact words, and fields for names, which tidy every name on input and again before it is stored."""

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from romme_turnier.core.people.names import tidy

# Django's German message names the field again and does not mention blanks, the usual fault.
USERNAME_ERRORS = {"invalid": _("Erlaubt sind Buchstaben, Ziffern und @ . + - _, aber kein Leerzeichen.")}


def exact_input() -> forms.TextInput:
    """Returns an input for a word that devices must not complete, capitalise or correct, such as a user name."""
    return forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"})


class NameInput(forms.CharField):
    """A form field for a name. Tidies its value, so a name made only of invisible characters counts as empty."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class NameField(models.CharField[str, str]):
    """A column for a name. Values are tidied before they are written or looked up.

    Migrations see a plain CharField, because the column is the same.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = tidy(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return tidy(prepared) if isinstance(prepared, str) else prepared

    def formfield(self, **options: Any) -> Any:
        return super().formfield(**{"form_class": NameInput, **options})

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options
