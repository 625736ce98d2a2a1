"""The ledger, the count of the box, the report of the day, and their papers."""

from datetime import timedelta
from decimal import Decimal
from importlib import import_module
from types import SimpleNamespace

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from romme_turnier.documents.money.papers import cash_report_document
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.money import cash, fees
from romme_turnier.tournament.money.prizes import PlanLine, release, store_plan
from romme_turnier.tournament.money.reading import cash_report
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.registrations import set_paid
from tests.cast import Cast
from tests.factories import list_of
from tests.web.organiser.money.desk import play, text, url

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
fill = import_module("romme_turnier.tournament.migrations.0077_fill_last_entries").fill


def test_float_and_other_payments_are_booked(event: models.Event, karl: Client) -> None:
    page = url(event, "ledger_entry")
    assert "Wechselgeld" in text(karl.get(page))
    form = {"kind": "float", "way": "in", "amount": "50,00", "text": "", "method": "cash", "key": "k1"}
    for _click in range(2):
        karl.post(page, form)
    karl.post(page, form | {"kind": "other", "way": "out", "amount": "4,20", "text": "Papier", "key": "k2"})
    assert cash.expected(event) == Decimal("45.80")
    assert "Bitte geben Sie an" in text(karl.post(page, form | {"kind": "other", "key": "k3"}))


def test_ledger_is_filtered(event: models.Event, karl: Client, cast: Cast) -> None:
    fees.pay(event.registrations.get(number=1), key="", by=cast.karl)
    cash.book_other(event, "other", Decimal("-4.20"), text="Papier", key="", by=cast.karl)
    assert "2 von 2 Buchungen, zusammen 5,80 €" in text(karl.get(url(event, "ledger")))
    for query in ({"art": "other"}, {"q": "papier"}, {"q": "2"}):
        page = text(karl.get(url(event, "ledger"), query))
        assert "1 von 2 Buchungen, zusammen −4,20 €" in page


def test_entry_is_reversed_with_a_reason(event: models.Event, karl: Client, vera: models.Registration) -> None:
    karl.post(url(event, "cash_pay", vera.pk), {"key": "k1"})
    page = url(event, "ledger_reverse", 1)
    assert "Gegenbuchung" in text(karl.get(page))
    karl.post(page, {"reason": "falsche Person"})
    assert fees.booked(vera) == 0
    assert "storniert mit 2" in text(karl.get(url(event, "ledger")))
    assert "schon storniert" in text(karl.post(page, {"reason": "noch einmal"}))


def test_ledger_is_a_csv_that_german_excel_opens_and_runs_nothing_of(
    event: models.Event, karl: Client, cast: Cast
) -> None:
    cash.book_other(event, "other", Decimal("-1234.50"), text="=HYPERLINK(1)", key="", by=cast.karl)
    content = karl.get(url(event, "ledger_file", "csv")).content.decode()
    assert content.startswith("\ufeffBeleg;Zeit;Art;")
    assert ";;1234,50;" in content
    assert ";'=HYPERLINK(1);" in content


def test_desk_warns_as_long_as_more_is_paid_out_than_was_in_the_box(event: models.Event, karl: Client) -> None:
    fields = {"kind": "other", "way": "out", "amount": "20,00", "text": "Blumen", "method": "cash", "key": "a" * 32}
    warning = "Es wurde mehr bar ausgezahlt, als darin war."
    page = karl.post(url(event, "ledger_entry"), fields, follow=True)
    assert warning in page.content.decode()
    assert "−20,00" in page.content.decode()
    assert event.ledger.count() == 1  # warned, not refused
    cash.book_other(event, "float", Decimal("50"), text="", key="", by=None)
    assert warning not in karl.get(url(event, "cash")).content.decode()


def test_count_next_to_the_ledger(event: models.Event, karl: Client, vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page = url(event, "day_end")
    karl.post(page, {"count_5_00": "1", "count_2_00": "2", "count_0_50": "1"})
    shown = karl.get(page)
    assert "Es fehlen 0,50 €: gezählt 9,50 €, erwartet 10,00 €." in text(shown)
    assert shown.context["form"]["count_2_00"].value() == 2, "what was counted stays in its fields"
    karl.post(page, {"count_10_00": "1"})
    assert "Gezählt: 10,00 €. Die Kasse stimmt." in text(karl.get(page))


def test_difference_of_a_count_is_booked_with_its_reason_and_taken_back(
    event: models.Event, karl: Client, vera: models.Registration, cast: Cast
) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page, book = url(event, "day_end"), url(event, "cash_difference")
    assert karl.get(book).status_code == 302, "nothing was counted yet"
    karl.post(page, {"count_5_00": "1"})
    assert "Unterschied buchen" in text(karl.get(page))
    assert "Es fehlen 5,00 €" in text(karl.get(book))
    karl.post(book, {"reason": ""})
    assert event.ledger.count() == 1
    karl.post(book, {"reason": "nicht zu finden"})
    assert cash.expected(event) == Decimal("5.00")
    assert event.ledger.get(number=2).words == "Unterschied beim Zählen: nicht zu finden"
    assert "Die Kasse stimmt." in text(karl.get(page))
    assert "es ist nichts zu buchen" in text(karl.post(book, {"reason": "noch einmal"}))
    karl.post(url(event, "ledger_reverse", 2), {"reason": "doch gefunden"})
    assert "Bitte zählen Sie noch einmal" in text(karl.post(book, {"reason": "veraltet"}))
    assert cash.expected(event) == Decimal("10.00")


def test_report_balances_to_the_cent(event: models.Event, cast: Cast) -> None:
    cash.book_other(event, "float", Decimal("50.00"), text="", key="", by=cast.karl)
    for registration in event.registrations.all():
        fees.pay(registration, key="", by=cast.karl, method="bank" if registration.number == 2 else "cash")
    cash.take_back(event.ledger.get(number=3), reason="falsch", by=cast.karl)
    fees.refund(event.registrations.get(number=3), Decimal("3.33"), reason="Kulanz", key="", by=cast.karl)
    report = cash_report(event)
    everything = sum(event.ledger.values_list("amount", flat=True), Decimal(0))
    assert report.total == everything == sum(line.total for line in report.lines)
    assert report.cash == cash.expected(event) == Decimal("76.67")
    assert (report.opening, report.surplus) == (Decimal("50.00"), Decimal("26.67"))


def test_entries_since_the_count_are_known_although_the_clock_was_set_back(event: models.Event, cast: Cast) -> None:
    cash.book_other(event, "float", Decimal("50.00"), text="", key="", by=cast.karl)
    cash.count_cash(event, {TEN: 5}, by=cast.karl)
    with time_machine.travel(timezone.now() - timedelta(hours=2)):
        cash.book_other(event, "float", TEN, text="", key="", by=cast.karl)
        assert cash_report(event).since_count == 1
        cash.count_cash(event, {TEN: 6}, by=cast.karl)
        assert cash_report(event).since_count == 0


def test_counts_of_an_older_program_get_their_last_entry_at_the_upgrade(event: models.Event, cast: Cast) -> None:
    begun = timezone.now()
    with time_machine.travel(begun, tick=False) as clock:
        cash.count_cash(event, {}, by=cast.karl)
        for _ in range(2):
            clock.shift(60)
            cash.book_other(event, "float", TEN, text="", key="", by=cast.karl)
        cash.count_cash(event, {TEN: 2}, by=cast.karl)
        clock.shift(60)
        cash.book_other(event, "float", TEN, text="", key="", by=cast.karl)
    models.CashCount.objects.update(last_entry=0)
    fill(apps, SimpleNamespace(connection=connection))
    assert [count.last_entry for count in event.cash_counts.all()] == [2, 0]


def test_cash_report_says_which_fines_are_due_and_missing(event: models.Event) -> None:
    event.fine_steps.create(from_game=1, amount=Decimal("0.50"))
    series = play(event)
    record_hand_in(list_of(series), paper=models.HandIn.Custody.IN, fine_paid=Decimal("1.00"), expected=0, by=None)
    assert cash_report_document(event)["fines"] == [amount(Decimal(euros), "EUR") for euros in ("1.50", "1.00", "0.50")]


def test_cash_report_says_what_of_the_fees_the_ledger_does_not_hold(event: models.Event, cast: Cast) -> None:
    first, second, *others = event.registrations.order_by("number")
    fees.pay(first, key="", by=cast.karl)
    set_paid(second, True, by=cast.ella)
    report = cash_report_document(event)
    due = fees.owed(second)
    assert report["noted"] == amount(due, "EUR")
    assert report["open"] == amount(due * len(others), "EUR")
    assert report["to_refund"] == ""


def test_papers_of_the_cash_desk(event: models.Event, karl: Client, vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, amount=TEN, thing="Pokal")], {}, by=None)
    answer = karl.get(url(event, "prize_list_pdf"))
    assert answer.status_code == 409
    assert "Noch sind keine Preise freigegeben." in answer.content.decode()
    play(event)
    release(event, by=cast.petra)
    for name in ("receipts_pdf", "cash_report_pdf", "prize_list_pdf"):
        answer = karl.get(url(event, name))
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")
    assert karl.get(url(event, "receipts_pdf"), {"beleg": "1"}).status_code == 200
    assert karl.get(url(event, "receipts_pdf"), {"beleg": "99"}).status_code == 404
