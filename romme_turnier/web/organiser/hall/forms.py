"""What officials type for the hall."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import clock as clocks, messages as hall_messages


class _TableField(forms.ModelChoiceField[models.Table]):
    def label_from_instance(self, table: models.Table) -> str:
        return _("Tisch %(number)d") % {"number": table.number}


class AnnouncementForm(forms.Form):
    """An announcement: a text, or with one of its buttons a `call`; to everybody or to a table of `series`."""

    text = forms.CharField(
        label=gettext_lazy("Text der Durchsage"), required=False, max_length=hall_messages.TEXT_LENGTH
    )
    table = _TableField(
        label=gettext_lazy("An"),
        queryset=models.Table.objects.none(),
        to_field_name="number",
        required=False,
        empty_label=gettext_lazy("alle im Saal"),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minuten"),
        required=False,
        min_value=1,
        max_value=clocks.MINUTES_MAX,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 3}),
    )
    call = forms.ChoiceField(choices=[("", ""), *models.HallMessage.Call.choices], required=False)

    def __init__(self, data: Any = None, *, series: models.Series | None) -> None:
        super().__init__(data)
        if series is not None:
            table = self.fields["table"]
            assert isinstance(table, _TableField)  # noqa: S101 - for mypy
            table.queryset = series.tables.order_by("number")
