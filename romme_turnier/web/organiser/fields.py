"""Fields that forms of several pages share, and saying what is wrong with one."""

from typing import Any

from django import forms
from django_stubs_ext import StrOrPromise


def amount_input(**attrs: object) -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", **attrs})


def amount_field(label: StrOrPromise, *, widget: forms.TextInput | None = None, **options: Any) -> forms.DecimalField:
    """An amount of money."""
    return forms.DecimalField(
        label=label,
        max_digits=8,
        decimal_places=2,
        localize=True,
        widget=widget or amount_input(size=10),
        **options,
    )


def complain_once(form: forms.BaseForm, name: str, message: str) -> None:
    """Of a field that nothing else is wrong with yet."""
    if name not in form.errors:
        form.add_error(name, message)
