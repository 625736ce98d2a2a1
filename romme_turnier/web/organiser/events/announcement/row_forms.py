"""The rows of the announcement: fees, steps of the fine, and items of the timetable."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.events.timetable import Line
from romme_turnier.tournament.models import Event
from romme_turnier.web.organiser.fields import amount_field, amount_input, complain_once, date_field, number_input
from romme_turnier.web.organiser.rows import RowForm, Rows, row_formset

_AMOUNT_MISSING = gettext_lazy("Bitte geben Sie auch den Betrag an.")


class FeeRow(RowForm):
    """A fee that some players pay instead of the event's usual fee; emptying the row deletes the fee."""

    pk = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Wer zahlt es"), required=False, max_length=60, widget=forms.TextInput(attrs={"size": 28})
    )
    amount = amount_field(gettext_lazy("Betrag"), required=False, min_value=Decimal(0), widget=amount_input(size=8))
    needed = {"name": gettext_lazy("Bitte geben Sie an, wer das zahlt."), "amount": _AMOUNT_MISSING}
    distinct = "name"
    twice = gettext_lazy("Dieses Startgeld steht oben schon.")

    def line(self) -> tuple[int | None, str, Decimal]:
        return self.cleaned_data["pk"], self.cleaned_data["name"], self.cleaned_data["amount"]


class FineRow(RowForm):
    from_game = forms.IntegerField(label=gettext_lazy("ab dem verlorenen Spiel Nr."), required=False, min_value=1)
    amount = amount_field(gettext_lazy("Betrag je Spiel"), required=False, min_value=Decimal(0), widget=amount_input())
    needed = {
        "from_game": gettext_lazy("Bitte geben Sie an, ab dem wievielten verlorenen Spiel."),
        "amount": _AMOUNT_MISSING,
    }
    distinct = "from_game"
    twice = gettext_lazy("Ab diesem Spiel steht oben schon ein Betrag.")

    def line(self) -> tuple[int, Decimal]:
        return self.cleaned_data["from_game"], self.cleaned_data["amount"]


class TimetableRow(RowForm):
    """An item of the timetable, on the day of the event unless the row names a different one."""

    time = forms.TimeField(
        label=gettext_lazy("Uhrzeit"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    what = forms.CharField(label=gettext_lazy("Programmpunkt"), required=False, max_length=120)
    series = forms.IntegerField(label=gettext_lazy("Serie"), required=False, min_value=1, widget=number_input(size=3))
    day = date_field(gettext_lazy("Tag, wenn ein anderer"))
    needed = {"time": gettext_lazy("Bitte geben Sie an, um wie viel Uhr.")}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not (self.is_blank or cleaned.get("what") or cleaned.get("series") or "series" in self.errors):
            complain_once(self, "what", _("Bitte geben Sie an, was dann geschieht."))
        return cleaned

    def line(self, starts_at: datetime) -> Line:
        """Returns the timetable item of a valid row; `starts_at` is the start of the event."""
        row = self.cleaned_data
        moment = datetime.combine(row["day"] or timezone.localdate(starts_at), row["time"])
        return timezone.make_aware(moment), row["what"], row["series"]


_KINDS = {
    "fee": row_formset(FeeRow, blank=2),
    "fine": row_formset(FineRow, blank=2, least=1),
    "item": row_formset(TimetableRow, blank=3, least=2),
}


def announced_rows(event: Event | None, data: QueryDict | None, typed: QueryDict | None) -> tuple[Rows, ...]:
    """Returns the formsets for fees, fines and the timetable. If given, `typed` fills them in without validation."""
    if typed is not None:
        return tuple(rows.shown_again(typed, prefix) for prefix, rows in _KINDS.items())
    stored = _stored(event) if event else {}
    return tuple(rows(data, prefix=prefix, initial=stored.get(prefix)) for prefix, rows in _KINDS.items())


def _stored(event: Event) -> dict[str, Any]:
    timetable = []
    for item in event.timetable.all():
        local, first_day = timezone.localtime(item.starts_at), timezone.localdate(event.starts_at)
        day = local.date() if local.date() != first_day else None
        timetable.append({"time": local.time(), "what": item.what, "series": item.series_number, "day": day})
    return {
        "fee": list(event.fee_kinds.values("pk", "name", "amount")),
        "fine": list(event.fine_steps.values("from_game", "amount")),
        "item": timetable,
    }
