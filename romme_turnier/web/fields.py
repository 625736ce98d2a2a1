"""Fields that officials fill in for players, and players for themselves."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Category


def categories_field(categories: Iterable[Category], chosen: Iterable[int]) -> forms.TypedMultipleChoiceField:
    """Which of the categories somebody belongs to; `chosen` are primary keys."""
    return forms.TypedMultipleChoiceField(
        label=_("Sonderwertungen"),
        choices=[(one.pk, one.name) for one in categories],
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        initial=list(chosen),
    )
