"""The ledger: numbered entries, payments other than fees, reversals, and the cash count with its difference."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.day_end import CountsTable, KindsTable
from romme_turnier.documents.tables.money.ledger import LedgerFilter, LedgerTable, entries_of
from romme_turnier.tournament.lists.checking.hand_in_reading import fines_short
from romme_turnier.tournament.models import CashCount, Event, LedgerEntry
from romme_turnier.tournament.money.cash import (
    MOST_PIECES,
    NOTES_AND_COINS,
    book_difference,
    book_other,
    count_cash,
    take_back,
    why_not_reversed_here,
)
from romme_turnier.tournament.money.reading import cash_report
from romme_turnier.tournament.money.words import amount, count_sentence
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import confirm, errors_in
from romme_turnier.web.organiser.fields import ReasonForm, amount_field, number_input
from romme_turnier.web.organiser.money.common import MethodForm, page, posted_key

Kind = LedgerEntry.Kind


@require_safe
@for_officials(Right.CASH)
def ledger(request: OfficialRequest, event: Event) -> HttpResponse:
    chosen = LedgerFilter(request.GET, entries_of(event))
    amounts = list(chosen.qs.values_list("amount", flat=True))
    count = len(amounts)
    total = event.ledger.count() if chosen.form.narrows else count
    words = {"count": count, "total": total, "sum": amount(sum(amounts, Decimal(0)), event.currency)}
    caption = _("%(count)s von %(total)s Buchungen, zusammen %(sum)s") % words
    table = LedgerTable.table_for(Medium.PAGE, chosen.qs, query=request.GET, currency=event.currency, caption=caption)
    return page(request, event, "ledger.html", {"table": table, "filter": chosen.form, "count": count, "total": total})


class OtherForm(MethodForm):
    kind = forms.ChoiceField(
        label=gettext_lazy("Was"),
        choices=[(Kind.FLOAT, Kind.FLOAT.label), (Kind.OTHER, Kind.OTHER.label)],
        widget=forms.RadioSelect,
        initial=Kind.FLOAT,
    )
    way = forms.ChoiceField(
        label=gettext_lazy("Richtung"),
        choices=[("in", gettext_lazy("in die Kasse")), ("out", gettext_lazy("aus der Kasse"))],
        widget=forms.RadioSelect,
        initial="in",
    )
    amount = amount_field(gettext_lazy("Betrag"), min_value=Decimal("0.01"))
    text = forms.CharField(
        label=gettext_lazy("Wofür"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Bei Sonstigem nötig, zum Beispiel „Druckerpapier“."),
    )
    field_order = ["kind", "way", "amount", "text", "method"]


@for_officials(Right.CASH)
def ledger_entry(request: OfficialRequest, event: Event) -> HttpResponse:
    form = OtherForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        signed = data["amount"] if data["way"] == "in" else -data["amount"]
        with errors_in(form):
            entry = book_other(
                event,
                data["kind"],
                signed,
                text=data["text"],
                method=data["method"],
                key=posted_key(request),
                by=request.user,
            )
            messages.success(request, _("Beleg %(number)d ist gebucht.") % {"number": entry.number})
            return redirect("organiser:ledger", event.slug)
    return page(request, event, "entry.html", {"form": form, "sent_key": posted_key(request)})


@for_officials(Right.CASH)
def ledger_reverse(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    entries = event.ledger.select_related("registration__player", "event")
    entry = get_object_or_404(entries, number=number)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            counter = take_back(entry, reason=form.cleaned_data["reason"], by=request.user)
            words = {"number": number, "counter": counter.number}
            messages.success(request, _("Buchung %(number)d ist mit Beleg %(counter)d storniert.") % words)
            return redirect("organiser:ledger", event.slug)
    who = entry.registration.name if entry.registration else entry.words
    what = [
        f"{entry.get_kind_display()}, {who}: {amount(entry.amount, event.currency)}",
        _("Die Buchung bleibt stehen. Eine Gegenbuchung mit Ihrem Grund hebt sie auf."),
    ]
    if elsewhere := why_not_reversed_here(entry):
        what.append(elsewhere)
    return confirm(
        request,
        _("Buchung %(number)d stornieren") % {"number": number},
        *what,
        button=_("Stornieren"),
        back=reverse("organiser:ledger", args=[event.slug]),
        danger=True,
        form=form,
        event=event,
    )


class CountForm(forms.Form):
    """A form for the number of each note and coin, with the last count as initial values."""

    note = forms.CharField(label=gettext_lazy("Bemerkung"), max_length=200, required=False)

    def __init__(self, currency: str, *args: Any, last: CashCount | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for value in NOTES_AND_COINS:
            self.fields[f"count_{value}".replace(".", "_")] = forms.IntegerField(
                label=amount(value, currency),
                required=False,
                min_value=0,
                max_value=MOST_PIECES,
                initial=last.pieces.get(str(value)) if last else None,
                widget=number_input(size=5, **{"data-value": value}),
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("count_")]

    def pieces(self) -> dict[Decimal, int]:
        return {value: self.cleaned_data[f"count_{value}".replace(".", "_")] or 0 for value in NOTES_AND_COINS}


@for_officials(Right.CASH)
def day_end(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the totals of the ledger, and stores a cash count."""
    report = cash_report(event)
    last = report.counts[0] if report.counts else None
    form = CountForm(event.currency, request.POST or None, last=last)
    if form.is_valid():
        with errors_in(form):
            count = count_cash(event, form.pieces(), note=form.cleaned_data["note"], by=request.user)
            level = messages.SUCCESS if count.counted == count.expected else messages.WARNING
            messages.add_message(request, level, count_sentence(count))
            return redirect(reverse("organiser:day_end", args=[event.slug], fragment="zaehlen"))
    caption = _("Noch keine Buchung")
    if report.entries:
        caption = _("Belege %(first)s bis %(last)s, davon Stornos: %(n)s") % {
            "first": report.first,
            "last": report.last,
            "n": report.reversals,
        }
    shown: dict[str, Any] = {"query": request.GET, "currency": event.currency}
    context = {
        "form": form,
        "report": report,
        "outcome": count_sentence(last) if last else "",
        "is_current": last is not None and last.expected == report.cash,
        "fines_open": fines_short(event),
        "kinds": KindsTable.table_for(Medium.PAGE, report.lines, caption=caption, **shown),
        "counts": CountsTable.table_for(Medium.PAGE, report.counts, id="zaehlungen", **shown),
    }
    return page(request, event, "day_end.html", context)


@for_officials(Right.CASH)
def cash_difference(request: OfficialRequest, event: Event) -> HttpResponse:
    """Asks for a reason, then books the difference between the last count and the ledger."""
    count = event.cash_counts.select_related("event").first()
    back = reverse("organiser:day_end", args=[event.slug])
    if count is None:
        return redirect(back)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            entry = book_difference(count, reason=form.cleaned_data["reason"], by=request.user)
            words = _("Beleg %(number)d ist gebucht, die Kasse stimmt. „Stornieren“ unter Buchungen nimmt ihn zurück.")
            messages.success(request, words % {"number": entry.number})
            return redirect(back)
    return confirm(
        request,
        _("Unterschied buchen"),
        count_sentence(count),
        _("Danach stimmen Buchungen und Zählung überein; der Grund steht im Kassenbericht."),
        back=back,
        form=form,
        event=event,
    )
