"""The end of the day: the box counted by notes and coins and compared with the ledger, and the report."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.day_end import CountsTable, KindsTable
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.cash import MOST_PIECES, NOTES_AND_COINS, count_cash
from romme_turnier.tournament.money.reading import cash_report
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import number_input
from romme_turnier.web.organiser.money.common import page


class CountForm(forms.Form):
    """Number of each note and coin."""

    note = forms.CharField(label=gettext_lazy("Bemerkung"), max_length=200, required=False)

    def __init__(self, currency: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for value in NOTES_AND_COINS:
            self.fields[f"count_{value}".replace(".", "_")] = forms.IntegerField(
                label=amount(value, currency),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                widget=number_input(size=5),
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("count_")]

    def pieces(self) -> dict[Decimal, int]:
        return {value: self.cleaned_data[f"count_{value}".replace(".", "_")] or 0 for value in NOTES_AND_COINS}


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.CASH)
def day_end(request: OfficialRequest, event: Event) -> HttpResponse:
    form = CountForm(event.currency, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            count = count_cash(event, form.pieces(), note=form.cleaned_data["note"], by=request.user)
            difference = count.counted - count.expected
            words = {
                "counted": amount(count.counted, event.currency),
                "expected": amount(count.expected, event.currency),
                "difference": amount(abs(difference), event.currency),
            }
            if difference < 0:
                missing = _("Es fehlen %(difference)s: gezählt %(counted)s, erwartet %(expected)s.")
                messages.warning(request, missing % words)
            elif difference:
                surplus = _("Es sind %(difference)s zu viel: gezählt %(counted)s, erwartet %(expected)s.")
                messages.warning(request, surplus % words)
            else:
                messages.success(request, _("Gezählt: %(counted)s. Die Kasse stimmt.") % words)
            return redirect("organiser:day_end", event.slug)
    report = cash_report(event)
    caption = _("Noch keine Buchung")
    if report.entries:
        caption = _("Belege %(first)s bis %(last)s, davon Stornos: %(n)s") % {
            "first": report.first,
            "last": report.last,
            "n": report.reversals,
        }
    shown: dict[str, Any] = {"query": request.GET, "currency": event.currency}
    kinds = KindsTable.table_for(Medium.PAGE, report.lines, caption=caption, **shown)
    counts = CountsTable.table_for(Medium.PAGE, report.counts, id="zaehlungen", **shown)
    return page(request, event, "day_end.html", {"form": form, "report": report, "kinds": kinds, "counts": counts})
