"""Entry fees at the desk: payments by player or team, part payments, refunds, kinds of fee; also fines (§ 2.3.3)."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.money.accounts import AccountsFilter, AccountsTable
from romme_turnier.documents.tables.money.fines import FinesTable, PlayerFinesTable, player_fines, series_columns
from romme_turnier.documents.tables.money.ledger import LedgerTable, entries_of
from romme_turnier.tournament.lists.checking.hand_in_reading import TableHandIn, fine_totals, hand_ins_by_series
from romme_turnier.tournament.models import Event, LedgerEntry, Registration, Team
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.reading import Account, accounts, cash_report, fee_totals
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.shared.numbers import whole_numbers
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.fields import FeeField, amount_field, reason_field
from romme_turnier.web.organiser.money.common import MethodForm, page, posted_key, posted_method

Method = LedgerEntry.Method


@require_safe
@for_officials(Right.SEE)
def cash(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the totals to every official, and names and amounts to cashiers."""
    return page(request, event, "cash.html", _everybody(event, request.GET))


def _everybody(event: Event, query: QueryDict) -> dict[str, Any]:
    everybody = accounts(event)
    chosen = AccountsFilter(query, event)
    rows = chosen.rows(everybody)
    open_by_team: dict[Team, Decimal] = {}
    for account in everybody:
        membership = getattr(account.registration, "team_membership", None)
        if membership is not None and account.open:
            open_by_team[membership.team] = open_by_team.get(membership.team, Decimal(0)) + account.open
    count = _("Startgeld: %(count)s von %(total)s Teilnehmern") % {"count": len(rows), "total": len(everybody)}
    table = _table(event, rows, query, without=() if any(account.is_payable for account in rows) else ("actions",))
    table.caption = format_html('<span id="auswahl">{}</span>', count)
    return {
        "table": table,
        "rows": rows,
        "count": count,
        "filter": chosen,
        "total": len(everybody),
        "totals": fee_totals(everybody),
        "report": cash_report(event),
        "noted": [account for account in everybody if account.noted],
        "teams": sorted(open_by_team.items(), key=lambda item: item[0].position),
        "back": query.urlencode(),
    }


def _table(
    event: Event, rows: list[Account], query: QueryDict, *, without: Collection[str] = (), **row_attrs: str
) -> AccountsTable:
    return AccountsTable.table_for(
        Medium.PAGE,
        rows,
        query=query,
        currency=event.currency,
        without=without,
        links={"name": lambda account: reverse("organiser:cash_account", args=[event.slug, account.registration.pk])},
        row_attrs={"id": lambda record: f"teilnehmer-{record.registration.pk}", **row_attrs},
    )


@require_POST
@for_officials(Right.CASH)
def cash_pay(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Books a player's open amount as paid, in cash or by bank transfer."""
    registration = get_object_or_404(Registration, event=event, pk=pk)
    method = posted_method(request)
    with errors_as_messages(request):
        entry = fees.pay(registration, method=method, key=posted_key(request, pk), by=request.user)
        words = {"name": registration.name, "amount": amount(entry.amount, event.currency), "number": entry.number}
        text = (
            _("%(name)s: %(amount)s durch Überweisung erhalten, Beleg %(number)d.")
            if method == Method.BANK
            else _("%(name)s: %(amount)s bar erhalten, Beleg %(number)d.")
        )
        messages.success(request, text % words)
    if request.headers.get("HX-Request"):
        return _changed(request, event, pk)
    return _back(request, event, f"teilnehmer-{pk}")


def _changed(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Returns only the parts of the page that change with a player's payment, for the script that replaces them."""
    query = QueryDict(request.POST.get("back", ""))
    context = _everybody(event, query)
    rows = [account for account in context["rows"] if account.registration.pk == pk]
    changed = _table(event, rows, query, **{"hx-swap-oob": "true"})
    return page(request, event, "paid.html", context | {"changed": changed, "pk": pk})


@require_POST
@for_officials(Right.CASH)
def cash_pay_team(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    team = get_object_or_404(Team, event=event, pk=pk)
    method = posted_method(request)
    with errors_as_messages(request):
        entries = fees.pay_team(team, method=method, key=posted_key(request), by=request.user)
        total = sum((entry.amount for entry in entries), Decimal(0))
        words = {
            "team": team.name,
            "amount": amount(total, event.currency),
            "first": entries[0].number,
            "last": entries[-1].number,
        }
        text = (
            _("%(team)s: %(amount)s durch Überweisung erhalten, Belege %(first)d bis %(last)d.")
            if method == Method.BANK
            else _("%(team)s: %(amount)s bar erhalten, Belege %(first)d bis %(last)d.")
        )
        receipt = reverse("documents:receipts_pdf", args=[event.slug], query={"mannschaft": entries[0].number})
        said = format_html('{} <a href="{}">{}</a>', text % words, receipt, _("Quittung der Mannschaft"))
        messages.success(request, said)
    return _back(request, event)


@require_POST
@for_officials(Right.CASH)
def cash_pay_noted(request: OfficialRequest, event: Event) -> HttpResponse:
    """Books the fees of the ticked players who are marked as paid and have nothing in the ledger."""
    rows = event.registrations.taking_part().filter(pk__in=whole_numbers(request.POST.getlist("wer")))
    with errors_as_messages(request):
        entries = fees.pay_noted(event, rows, method=posted_method(request), by=request.user)
        if entries:
            words = {
                "n": len(entries),
                "amount": amount(sum((entry.amount for entry in entries), Decimal(0)), event.currency),
                "first": entries[0].number,
                "last": entries[-1].number,
            }
            text = ngettext(
                "%(n)d Startgeld ist nachgebucht: %(amount)s, Beleg %(first)d. „Stornieren“ nimmt es zurück.",
                "%(n)d Startgelder sind nachgebucht: %(amount)s, Belege %(first)d bis %(last)d. „Stornieren“ unter "
                "Buchungen nimmt jedes zurück.",
                len(entries),
            )
            messages.success(request, text % words)
        else:
            messages.warning(request, _("Nichts ist gebucht: Niemand ist angekreuzt oder noch nachzubuchen."))
    return _back(request, event)


def _back(request: OfficialRequest, event: Event, fragment: str | None = None) -> HttpResponse:
    query = QueryDict(request.POST.get("back", ""))
    return redirect(reverse("organiser:cash", args=[event.slug], query=query, fragment=fragment))


class PaymentForm(MethodForm):
    amount = amount_field(gettext_lazy("Betrag"), min_value=Decimal("0.01"))
    field_order = ["amount", "method"]


class RefundForm(PaymentForm):
    reason = reason_field()
    field_order = ["amount", "reason", "method"]


class FeeForm(forms.Form):
    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fee"] = FeeField(event, _("Startgeld der Ausschreibung: %(amount)s"))


@for_officials(Right.CASH)
def cash_account(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Shows the entries of one player; books a part payment or a refund, or changes the kind of fee."""
    registration = get_object_or_404(Registration, event=event, pk=pk)
    # A player on the waiting list, or one that never came, owes nothing and has no account.
    account = or_404(next((account for account in accounts(event) if account.registration.pk == pk), None))
    what = request.POST.get("what", "") if request.method == "POST" else ""
    missing = account.owed - account.booked
    payment = PaymentForm(
        request.POST if what == "pay" else None, prefix="pay", initial={"amount": missing if missing > 0 else None}
    )
    refund = RefundForm(
        request.POST if what == "refund" else None,
        prefix="refund",
        initial={"amount": account.to_refund or account.booked or None},
    )
    kind = FeeForm(
        event,
        request.POST if what == "fee" else None,
        prefix="fee",
        initial={"fee": registration.fee_id},
    )
    form = {"pay": payment, "refund": refund, "fee": kind}.get(what)
    if form is not None and form.is_valid():
        with errors_in(form):
            _do(request, registration, what, form.cleaned_data)
            messages.success(request, _("Gebucht.") if what != "fee" else _("Das Startgeld ist geändert."))
            return redirect("organiser:cash_account", event.slug, pk)
    context = {
        "account": account,
        "registration": registration,
        "payment": payment,
        "refund": refund,
        "kind": kind,
        "form": form,
        "table": LedgerTable.table_for(
            Medium.PAGE,
            entries_of(event).filter(registration=registration),
            query=request.GET,
            currency=event.currency,
        ),
        "closed": bool(event.registration_closes_at and event.registration_closes_at < timezone.now()),
        "sent_key": posted_key(request),
    }
    return page(request, event, "account.html", context)


def _do(request: OfficialRequest, registration: Registration, what: str, data: dict[str, Any]) -> None:
    key = posted_key(request)
    if what == "pay":
        fees.pay(registration, data["amount"], method=data["method"], key=key, by=request.user)
    elif what == "refund":
        fees.refund(
            registration, data["amount"], reason=data["reason"], method=data["method"], key=key, by=request.user
        )
    else:
        fees.set_fee(registration, data["fee"], by=request.user)


@require_safe
@for_officials(Right.CASH)
def cash_fines(request: OfficialRequest, event: Event) -> HttpResponse:
    by_series = hand_ins_by_series(event)
    every = [table for tables in by_series.values() for table in tables]
    collects = may(request.user, Right.COLLECT, event)

    def link(row: TableHandIn) -> str:
        if not collects:
            return ""
        return reverse("organiser:hand_in_table", args=[event.slug, row.spielliste.table.series.number, row.table])

    tables = []
    for number, rows in by_series.items():
        table = FinesTable.table_for(
            Medium.PAGE,
            rows,
            query=request.GET,
            currency=event.currency,
            links={"table": link},
            caption=_("Serie %(number)s") % {"number": number},
            id=f"serie-{number}",
        )
        tables.append(table)
    players = PlayerFinesTable.table_for(
        Medium.PAGE,
        player_fines(every),
        query=request.GET,
        currency=event.currency,
        extra_columns=series_columns(event),
        id="spieler",
    )
    context = {
        "tables": tables,
        "players": players,
        "totals": fine_totals(every),
        "scale": list(event.fine_steps.all()),
    }
    return page(request, event, "fines.html", context)
