"""The hand-in of a series: a field for a table number, the form for this table, and a list of all tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.hand_in import TABS, HandInFilter, HandInTable, is_shown, open_items
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import Lack, Paper, TableHandIn, hand_ins
from romme_turnier.tournament.lists.checking.hand_in_words import say_lacks, seats_in_words
from romme_turnier.tournament.lists.code import parse_list_code
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.organisers.addresses import addresses_of
from romme_turnier.tournament.permissions import OfficialRequest, Right, demand_series, for_officials
from romme_turnier.tournament.shared.errors import Conflict
from romme_turnier.web.acting import errors_in
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.fields import amount_field, amount_input, complain_once, offer
from romme_turnier.web.organiser.lists.common import why_elsewhere


class HandInForm(forms.Form):
    """The form for a table's hand-in.

    Until a hand-in is recorded, the form describes a complete one, which officials need only confirm.
    """

    asked = ""  # an unusual amount; `components/sure.html` shows a box that confirms it

    paper = forms.ChoiceField(label=gettext_lazy("Liste"), choices=Paper.choices, widget=forms.RadioSelect)
    unsigned = forms.TypedMultipleChoiceField(coerce=int, required=False)
    cards_missing = forms.TypedMultipleChoiceField(coerce=int, required=False)
    fine_paid = amount_field(
        gettext_lazy("Bußgeld erhalten"), required=False, min_value=Decimal(0), widget=amount_input(maxlength=200)
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, table: TableHandIn, currency: str, data: QueryDict | None) -> None:
        initial = {
            "paper": table.paper if table.version else Paper.IN,
            "unsigned": list(table.unsigned),
            "cards_missing": list(table.cards_missing),
            # Proposed until a payment is recorded, because the games may be entered only after the hand-in.
            "fine_paid": table.due if table.paid is None else table.paid,
            "version": table.version,
        }
        super().__init__(data, initial=initial)
        # Money comes with the list: the proposed amount was not received if the list is missing or lost.
        self._table, self._currency = table, currency
        self._proposed = table.due if table.paid is None else None
        seats = [(seat.number, _("Platz %(seat)d") % {"seat": seat.number}) for seat in table.seats]
        offer(self, "unsigned", seats)
        offer(self, "cards_missing", seats)
        if not table.priced and table.paid is None:
            del self.fields["fine_paid"]
        elif self._proposed:
            self.fields["fine_paid"].help_text = _(
                "Vorgeschlagen ist, was fällig ist. Ohne abgegebene Liste gilt der Vorschlag nicht als erhalten."
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("paper") != Paper.IN and data.get("fine_paid") == self._proposed:
            data["fine_paid"] = None
        self._ask_about_fine(data.get("fine_paid"))
        return data

    def _ask_about_fine(self, paid: Decimal | None) -> None:
        """Asks for confirmation of an amount above the fine, which usually lacks its comma.

        The value of the confirmation checkbox is the amount, so a different unusual amount has to be confirmed again.
        """
        table = self._table
        owed = table.most if table.due is None else table.due
        if paid is None or paid <= owed or paid == table.paid or self.data.get("fine_paid_sure") == str(paid):
            return
        words = (
            _("Fällig sind %(due)s, hier stehen %(paid)s. Berichtigen Sie den Betrag, oder bestätigen Sie ihn.")
            if table.due is not None
            else _(
                "Fällig sein können höchstens %(due)s, hier stehen %(paid)s. Berichtigen Sie den Betrag, oder "
                "bestätigen Sie ihn."
            )
        )
        named = {"due": amount(owed, self._currency), "paid": amount(paid, self._currency)}
        self.asked = str(paid)
        complain_once(self, "fine_paid", words % named)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The table that a typed code names, or an error if it names no table of the series."""

    table: int | None
    error: str = ""
    url: str = ""  # page of the list in its own series


@require_safe
@for_officials(Right.COLLECT)
def hand_in(request: OfficialRequest, event: models.Event, number: int) -> HttpResponse:
    demand_series(event, number)
    tables = hand_ins(event, number)
    text = request.GET.get("tisch", "").strip()
    wanted = _wanted(event, number, tables, text) if text else Wanted(None)
    if wanted.table is not None:
        return redirect("organiser:hand_in_table", event.slug, number, wanted.table)
    context = _context(request, event, number, tables) | {"typed": text, "wanted": wanted}
    return render(request, "organiser/lists/hand_in/hand_in.html", context)


@for_officials(Right.COLLECT)
def hand_in_table(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    demand_series(event, number)
    tables = hand_ins(event, number)
    this = or_404(next((hand_in for hand_in in tables if hand_in.table == table), None))
    wanted = Wanted(None)
    typed = _code(request)
    if typed:
        wanted = _wanted(event, number, tables, typed)
        if wanted.table is not None:
            if not this.version and wanted.table != table:
                messages.warning(request, _("Tisch %(table)d ist noch nicht eingetragen.") % {"table": table})
            return redirect("organiser:hand_in_table", event.slug, number, wanted.table)
    form = HandInForm(this, event.currency, request.POST if request.method == "POST" else None)
    if request.method == "POST" and not wanted.error and form.is_valid() and _save(request, this, form):
        now = hand_ins(event, number, table=table)[0]
        lacks = say_lacks(now, event.currency)
        words = _("Tisch %(table)d eingetragen. %(lacks)s.") if lacks else _("Tisch %(table)d: alles da.")
        messages.success(request, words % {"table": table, "lacks": "; ".join(lacks)})
        return redirect(reverse("organiser:hand_in", args=[event.slug, number], query={"zuletzt": table}))
    context = _context(request, event, number, tables, table) | _panel(event, this, form)
    return render(request, "organiser/lists/hand_in/hand_in.html", {**context, "typed": typed, "wanted": wanted})


def _code(request: OfficialRequest) -> str:
    """Returns the typed or scanned code of the next list; a scanner may have written it into the field for the fine."""
    typed = request.POST.get("code", "").strip()
    stray = request.POST.get("fine_paid", "").strip()
    if not typed and not stray.isdecimal() and parse_list_code(stray):
        return stray
    return typed


def _wanted(event: models.Event, number: int, tables: Sequence[TableHandIn], text: str) -> Wanted:
    code = parse_list_code(text)
    if code is None:
        words = _("„%(text)s“ ist keine Tischnummer. Tippen Sie die Nummer oder lesen Sie den Code der Liste ein.")
        return Wanted(None, words % {"text": text[:60]})
    if elsewhere := why_elsewhere(event, number, code):
        known = models.Table.objects.filter(series__event=event, series__number=code.series or 0, number=code.table)
        here = code.event in ("", *addresses_of(event)) and known.exists()
        url = reverse("organiser:hand_in_table", args=[event.slug, code.series, code.table]) if here else ""
        return Wanted(None, elsewhere, url)
    numbers = [hand_in.table for hand_in in tables]
    if code.table not in numbers:
        words = _("Tisch %(table)d gibt es in dieser Serie nicht. Vorhanden: %(tables)s.")
        return Wanted(None, words % {"table": code.table, "tables": ", ".join(map(str, numbers))})
    return Wanted(code.table)


def _save(request: OfficialRequest, table: TableHandIn, form: HandInForm) -> bool:
    data = form.cleaned_data
    with errors_in(form) as attempt:
        record_hand_in(
            table.spielliste,
            paper=data["paper"],
            unsigned=data["unsigned"],
            cards_missing=data["cards_missing"],
            fine_paid=data.get("fine_paid"),
            expected=data["version"],
            by=request.user,
        )
        return True
    if isinstance(attempt.error, Conflict):
        again = request.POST.copy()
        again["version"] = str(table.version)  # the page now shows the stored state, so a second attempt may replace it
        form.data = again
    return False


def _context(
    request: OfficialRequest, event: models.Event, number: int, tables: Sequence[TableHandIn], shown: int | None = None
) -> dict[str, Any]:
    """Returns the context of the overview; `shown` is the table whose panel is open."""
    here = reverse("organiser:hand_in", args=[event.slug, number])
    chosen, priced = HandInFilter(request.GET), any(table.priced for table in tables)
    return {
        "event": event,
        "number": number,
        "tables_in": sum(table.is_in for table in tables),
        "tables": len(tables),
        "open": sum(bool(table.lacks) for table in tables),
        "table": HandInTable.table_for(
            Medium.PAGE,
            [table for table in tables if chosen.passes(table)],
            query=request.GET,
            part={"serie": number},
            currency=event.currency,
            without=() if priced else ("due", "paid"),
            show_footer=priced,
            links={"table": lambda row: reverse("organiser:hand_in_table", args=[event.slug, number, row.table])},
            row_attrs={"aria-current": lambda record: "true" if record.table == shown else None},
        ),
        "tabs": _tabs(here, tables, request.GET),
        "last": next((table.table for table in tables if str(table.table) == request.GET.get("zuletzt", "")), None),
    }


def _tabs(here: str, tables: Sequence[TableHandIn], query: QueryDict) -> list[tuple[str, str, bool]]:
    """Returns each filter's label and address, and whether it is current.

    A filter that shows no table is left out, unless it is current, "all" or "open".
    """
    labels = dict(TABS)
    current = query.get("zeige", "") if query.get("zeige", "") in labels else ""
    counts = {name: sum(is_shown(table, name) for table in tables) for name in labels}
    kept = {"sortiert": query["sortiert"]} if "sortiert" in query else {}
    return [
        (
            _("%(label)s: %(count)d") % {"label": label, "count": counts[name]},
            f"{here}?{urlencode(({'zeige': name} if name else {}) | kept)}".removesuffix("?"),
            name == current,
        )
        for name, label in labels.items()
        if counts[name] or name in ("", "offen", current)
    ]


def _panel(event: models.Event, table: TableHandIn, form: HandInForm) -> dict[str, Any]:
    unsigned, cards = ({str(seat) for seat in form[name].value() or []} for name in ("unsigned", "cards_missing"))
    dues = [amount(due, event.currency) for due in table.dues] if table.dues is not None else None
    return {
        "panel": table,
        "form": form,
        "lacks": open_items(table),
        "seat_lines": [
            {
                "number": seat.number,
                "name": str(seat.registration),
                "due": dues[index] if dues else "",
                "unsigned": str(seat.number) in unsigned,
                "card_missing": str(seat.number) in cards,
            }
            for index, seat in enumerate(table.seats)
        ],
        "due": amount(table.due, event.currency) if table.due is not None else "",
        "is_lost": Lack.LIST_LOST in table.lacks,
        "earlier": _earlier(table, event.currency),
    }


def _earlier(table: TableHandIn, currency: str) -> list[dict[str, Any]]:
    """Returns the recorded states of a hand-in as {"at", "by", "words"}, newest first.

    If the same state was recorded several times in a row, returns only the first of these records.
    """
    acts = models.EventLog.objects.filter(
        verb="hand_in.record_hand_in", subject_kind="spielliste", subject_pk=table.spielliste.pk
    )
    states: list[dict[str, Any]] = []
    for act in acts.select_related("by").order_by("number"):
        words = _recorded(act.new, currency)
        if not states or states[0]["words"] != words:  # the same state was sent again
            states.insert(0, {"at": act.at, "by": act.by or "", "words": words})
    return states


def _recorded(said: dict[str, Any], currency: str) -> str:
    """Returns the text of a hand-in from its entry in the log."""
    row: dict[str, Any] = next((fields for key, fields in said.items() if key.startswith("handin:")), {})
    paper = Paper(row.get("paper", Paper.OUT))
    words = [str(paper.label)]
    if paper != Paper.OUT and said.get("unsigned"):
        words.append(_("Unterschrift fehlt: %(seats)s") % {"seats": seats_in_words(said["unsigned"])})
    if paper != Paper.OUT and said.get("cards_missing"):
        words.append(_("Startkarte fehlt: %(seats)s") % {"seats": seats_in_words(said["cards_missing"])})
    if row.get("fine_paid") is not None:
        words.append(_("Bußgeld erhalten: %(amount)s") % {"amount": amount(Decimal(row["fine_paid"]), currency)})
    return "; ".join(words)
