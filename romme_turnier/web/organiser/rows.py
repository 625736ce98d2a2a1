"""Formsets that ignore blank rows."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self, cast

from django import forms
from django.http import QueryDict
from django_stubs_ext import StrOrPromise

from romme_turnier.web.organiser.fields import complain_once

MOST_ROWS = 100
_EMPTY = (None, "")


class RowForm(forms.Form):
    """A row of a form, which may be blank.

    `needed` holds the fields that every other row must fill in, each with its message. `distinct` names a field in
    which no two rows may agree; `twice` is the message if they do, with the value as %(name)s.
    """

    needed: Mapping[str, StrOrPromise] = MappingProxyType({})
    distinct = ""
    twice: StrOrPromise = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Otherwise Django would take an unchanged row for a blank one if it was stored after the page was opened.
        super().__init__(*args, **kwargs | {"empty_permitted": False})
        for field in self.fields.values():  # tables render the widgets without the field template
            field.widget.attrs["class"] = "input"

    @property
    def is_blank(self) -> bool:
        names = [bound.name for bound in self.visible_fields()]
        return not self.errors and all(self.cleaned_data[name] in _EMPTY for name in names)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name, message in () if self.is_blank else self.needed.items():
            if cleaned.get(name) in _EMPTY:
                complain_once(self, name, str(message))
        return cleaned


class Rows(forms.BaseFormSet[Any]):
    """The rows of a form; no two rows may have the same value in the field `distinct`."""

    @classmethod
    def shown_again(cls, typed: QueryDict, prefix: str) -> Self:
        """Returns unbound rows with the typed values, which are not validated."""
        initial = [{name: row[name].data for name in row.fields} for row in cls(typed, prefix=prefix)]
        rows = cls(prefix=prefix, initial=initial)
        rows.extra = rows.min_num = 0
        return rows

    @property
    def filled(self) -> list[Any]:
        """The rows that are not blank, after validation."""
        return [row for row in self if not row.is_blank]

    def clean(self) -> None:
        seen = set()
        for row in self:
            value = row.cleaned_data.get(row.distinct)
            key = value.casefold() if isinstance(value, str) else value
            if key and key in seen:
                row.add_error(row.distinct, row.twice % {"name": value})
            seen.add(key)


def row_formset(row: type[RowForm], *, blank: int, least: int = 0) -> type[Rows]:
    """Returns a class of formsets with `blank` rows after the stored ones, and with at least `least` + `blank` rows."""
    made = forms.formset_factory(row, Rows, extra=blank, min_num=least, max_num=MOST_ROWS, absolute_max=MOST_ROWS)
    return cast("type[Rows]", made)


class FormWithRows(forms.BaseForm):
    """A form that is valid only if its rows are valid, too."""

    row_sets: tuple[Rows, ...]

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(rows.is_valid() for rows in self.row_sets)])
