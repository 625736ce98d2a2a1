"""The pages of the cash desk: payments, ledger, fines, prizes, the end of the day, and their papers."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.documents.money.cash_report import cash_report_document
from romme_turnier.documents.money.receipts import team_receipt
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.money import cash, fees
from romme_turnier.tournament.money.prizes import PlanLine, release, store_plan
from romme_turnier.tournament.money.reading import accounts, cash_report, fee_totals
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.registrations import exclude, set_paid
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.seating.series import close_series
from tests.cast import Cast, signed_in
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def event() -> models.Event:
    return make_event(players=4, entry_fee=TEN, series_count=1, games_per_list=1)


@pytest.fixture
def vera(event: models.Event) -> models.Registration:
    return event.registrations.get(number=1)


def url(event: models.Event, name: str, *arguments: object) -> str:
    namespace = "documents" if name.endswith(("_pdf", "_file")) else "organiser"
    return reverse(f"{namespace}:{name}", args=[event.slug, *arguments])


def text(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).replace("\N{NO-BREAK SPACE}", " ").split())


def play(event: models.Event) -> models.Series:
    series = seat_series(event, 1, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 20 30 40"})
    close_series(series, by=None)
    return series


# Fees


def test_overview_says_what_is_owed_paid_and_open(event: models.Event, karl: Client, cast: Cast) -> None:
    fees.pay(event.registrations.get(number=1), key="", by=cast.karl)
    page = text(karl.get(url(event, "cash")))
    assert "Startgeld fällig 40,00 €" in page
    assert "gebucht 10,00 €" in page
    assert "offen 30,00 €" in page


def test_others_see_totals_and_no_names(event: models.Event, cast: Cast) -> None:
    page = text(signed_in(cast.ella).get(url(event, "cash")))
    assert "40,00 €" in page
    assert "Spieler1" not in page


def test_one_click_pays(event: models.Event, karl: Client, vera: models.Registration) -> None:
    for _click in range(2):
        karl.post(url(event, "cash_pay", vera.pk), {"key": "k1", "back": "q=vera"})
    assert fees.booked(vera) == TEN
    assert "Beleg 1" in text(karl.get(url(event, "cash")))


def test_click_of_a_script_answers_what_changed_and_no_other_row(
    event: models.Event, karl: Client, vera: models.Registration
) -> None:
    other = event.registrations.get(number=2)
    answer = karl.post(url(event, "cash_pay", vera.pk), {"key": "k1"}, headers=SCRIPT)
    body = answer.content.decode()
    assert "Vera1 Spieler1: 10,00 € bar erhalten, Beleg 1." in text(answer)
    assert "offen 30,00 €" in text(answer)
    assert f'<tr id="teilnehmer-{vera.pk}" hx-swap-oob="true">' in body
    assert "bezahlt" in body
    assert f"teilnehmer-{other.pk}" not in body
    assert "<html" not in body


def test_click_of_a_script_takes_who_no_longer_fits_out_of_the_list(
    event: models.Event, karl: Client, vera: models.Registration
) -> None:
    answer = karl.post(url(event, "cash_pay", vera.pk), {"key": "k1", "back": "zeige=offen"}, headers=SCRIPT)
    assert f'<tr id="teilnehmer-{vera.pk}" hx-swap-oob="delete">' in answer.content.decode()
    assert "3 von 4" in text(answer)


def test_click_of_a_script_tells_what_is_refused(event: models.Event, karl: Client, vera: models.Registration) -> None:
    for key in ("k1", "k2"):
        answer = karl.post(url(event, "cash_pay", vera.pk), {"key": key}, headers=SCRIPT)
    assert "Vera1 Spieler1 schuldet kein Startgeld." in text(answer)
    assert event.ledger.count() == 1


def test_one_key_of_the_page_pays_for_each_row(event: models.Event, karl: Client) -> None:
    for registration in event.registrations.filter(number__lte=2):
        karl.post(url(event, "cash_pay", registration.pk), {"key": "k1"}, headers=SCRIPT)
    assert event.ledger.count() == 2


def test_search_finds_by_number_name_and_club(event: models.Event, karl: Client) -> None:
    for query in ("3", "spieler3", "vera3 club"):
        page = text(karl.get(url(event, "cash"), {"q": query}))
        assert "1 von 4" in page
        assert "Vera3" in page


def test_noted_payment_is_shown_as_such_and_booked_by_a_click(
    event: models.Event, karl: Client, vera: models.Registration, cast: Cast
) -> None:
    set_paid(vera, True, by=cast.ella)
    assert "bezahlt laut Import, ohne Buchung" in text(karl.get(url(event, "cash")))
    assert fee_totals(accounts(event)).open == Decimal("30.00")
    karl.post(url(event, "cash_pay", vera.pk), {"key": "k1"})
    assert fees.booked(vera) == TEN


def test_team_is_paid_at_once(event: models.Event, karl: Client) -> None:
    team = models.Team.objects.create(event=event, key="T1", name="Nord")
    for registration in event.registrations.filter(number__lte=3):
        models.TeamMember.objects.create(team=team, registration=registration)
    assert "Nord: 30,00 €" in text(karl.get(url(event, "cash")))
    karl.post(url(event, "cash_pay_team", team.pk), {"key": "k1"})
    assert cash.expected(event) == Decimal("30.00")


def test_part_is_paid_on_the_player_s_page(event: models.Event, karl: Client, vera: models.Registration) -> None:
    page = url(event, "cash_account", vera.pk)
    karl.post(page, {"what": "pay", "key": "k1", "pay-amount": "4,50", "pay-method": "bank"})
    entry = event.ledger.get()
    assert (entry.amount, entry.method) == (Decimal("4.50"), "bank")
    assert "noch 5,50 €" in text(karl.get(page))


def test_wrong_amount_is_refused_and_kept(event: models.Event, karl: Client, vera: models.Registration) -> None:
    page = url(event, "cash_account", vera.pk)
    answer = karl.post(page, {"what": "pay", "key": "k1", "pay-amount": "40,00", "pay-method": "cash"})
    assert "nur 10,00 € offen" in text(answer)
    assert 'value="40,00"' in answer.content.decode()
    assert 'value="k1"' in answer.content.decode()


def test_refund_asks_for_a_reason(event: models.Event, karl: Client, vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page = url(event, "cash_account", vera.pk)
    data = {"what": "refund", "key": "k1", "refund-amount": "10,00", "refund-method": "cash", "refund-reason": ""}
    karl.post(page, data)
    assert fees.booked(vera) == TEN
    karl.post(page, data | {"refund-reason": "abgemeldet"})
    assert fees.booked(vera) == 0


def test_excluded_player_is_offered_no_refund(
    event: models.Event, karl: Client, vera: models.Registration, cast: Cast
) -> None:
    fees.pay(vera, key="", by=cast.karl)
    exclude(vera, 1, reason="Grund", by=cast.petra)
    page = text(karl.get(url(event, "cash_account", vera.pk)))
    assert "nicht erstattet (§ 1.4)" in page
    assert "Erstattung buchen" not in page


def test_kind_of_fee_is_chosen_for_a_player(event: models.Event, karl: Client, vera: models.Registration) -> None:
    junior = models.FeeKind.objects.create(event=event, name="Jugend", amount=Decimal("4.00"))
    karl.post(url(event, "cash_account", vera.pk), {"what": "fee", "fee-fee": str(junior.pk)})
    vera.refresh_from_db()
    assert vera.fee == junior


# Ledger


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


# Fines


def test_fines_are_listed_with_what_is_short(event: models.Event, karl: Client, cast: Cast) -> None:
    models.FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.50"))
    spielliste = list_of(play(event))
    record_hand_in(spielliste, paper="in", fine_paid=Decimal("1.20"), expected=0, by=cast.karl)
    page = text(karl.get(url(event, "cash_fines")))
    assert "fällig 1,50 €" in page
    assert "es fehlen 0,30 €" in page


# Prizes

PLAN = {"ranking_1": "event", "first_1": "1", "last_1": "2", "amount_1": "12,50", "prizes_shared": "on"}


def test_plan_is_stored_with_its_settings(event: models.Event, petra: Client) -> None:
    assert petra.post(url(event, "prize_plan"), PLAN).status_code == 302
    prize = event.prize_plan.get()
    event.refresh_from_db()
    assert (prize.first_rank, prize.last_rank, prize.amount) == (1, 2, Decimal("12.50"))
    assert (event.prizes_shared, event.one_prize_each) == (True, False)
    assert 'value="12,50"' in petra.get(url(event, "prize_plan")).content.decode()


def test_plan_says_all_that_is_wrong_and_keeps_what_was_typed(event: models.Event, petra: Client) -> None:
    answer = petra.post(
        url(event, "prize_plan"), {"ranking_1": "event", "first_2": "3", "last_2": "1", "thing_2": "Wein"}
    )
    page = text(answer)
    for words in (
        "Bitte geben Sie den Rang an",
        "Bitte nennen Sie einen Betrag",
        "wählen Sie die Wertung",
        "vor dem ersten",
    ):
        assert words in page
    assert 'value="Wein"' in answer.content.decode()
    assert not event.prize_plan.exists()


def test_prizes_are_released_handed_out_and_taken_back(event: models.Event, petra: Client, karl: Client) -> None:
    petra.post(url(event, "prize_plan"), {**PLAN, "prizes_shared": ""})
    play(event)
    page = petra.get(url(event, "prizes"))
    assert "Preise freigeben" in text(page)
    petra.post(url(event, "prizes_release"), {"seen": page.context["state"].fingerprint})
    first, _second = models.PrizeAward.objects.all()
    karl.post(url(event, "prize_hand_out", first.pk))
    assert "1 von 2 ausgegeben" in text(karl.get(url(event, "prizes")))
    assert cash.expected(event) == Decimal("-12.50")
    karl.post(url(event, "prize_take_back", first.pk), {"reason": "falsche Person"})
    assert cash.expected(event) == 0
    petra.post(url(event, "prizes_withdraw"))
    assert not models.PrizeAward.objects.exists()


def test_absent_winner_is_passed_over_on_the_page(
    event: models.Event, petra: Client, vera: models.Registration
) -> None:
    line = PlanLine(first_rank=1, last_rank=1, amount=TEN)
    store_plan(event, [line], {"prizes_only_if_present": True}, by=None)
    play(event)
    code = f"player-{vera.pk}"
    page = petra.get(url(event, "prizes"), {"fehlt": code})
    assert "1 Vera1 Spieler1 fehlt" in text(page)
    petra.post(url(event, "prizes_release"), {"seen": page.context["state"].fingerprint, "fehlt": code})
    award = models.PrizeAward.objects.get()
    assert award.registration is not None
    assert award.registration.number == 2


def test_tie_names_the_play_off_and_takes_its_result(event: models.Event, petra: Client) -> None:
    store_plan(event, [PlanLine(first_rank=1, last_rank=1, thing="Pokal")], {}, by=None)
    series = seat_series(event, 1, tables=((1, 2, 3, 4),))
    make_checked(list_of(series), {1: "0 20 20 40"})
    close_series(series, by=None)
    models.Registration.objects.filter(number=1).update(status="excluded", left_before_series=1)
    assert "2 Vera2 Spieler2, 3 Vera3 Spieler3" in text(petra.get(url(event, "prizes")))
    page = url(event, "play_off")
    players = [str(event.registrations.get(number=number).pk) for number in (3, 2)]
    assert "Gleichauf auf Rang 1" in text(petra.get(page))
    petra.post(page, {"code": "rang2-3", "rang2-3-place_1": players[0], "rang2-3-place_2": players[1]})
    assert "3 Vera3 Spieler3 Pokal" in text(petra.get(url(event, "prizes")))


# The end of the day


def test_count_beside_the_ledger(event: models.Event, karl: Client, vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page = url(event, "day_end")
    karl.post(page, {"count_5_00": "1", "count_2_00": "2", "count_0_50": "1"})
    assert "Unterschied bei der letzten Zählung: −0,50 €" in text(karl.get(page))
    karl.post(page, {"count_10_00": "1"})
    assert "stimmt mit den Buchungen überein" in text(karl.get(page))


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


# Papers


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


# Kinds of fees in the announcement


def announcement(event: models.Event, petra: Client, **changes: str) -> Any:
    form = petra.get(url(event, "event_edit")).context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    return petra.post(url(event, "event_edit"), fields | {"starts_at": "2026-10-17T10:00"} | changes)


def test_changed_fee_that_reopens_payments_is_asked_about_first(
    event: models.Event, petra: Client, vera: models.Registration, cast: Cast
) -> None:
    fees.pay(vera, key="", by=cast.karl)
    page = announcement(event, petra, entry_fee="12,00")
    assert "Das Startgeld von 1 Person wäre wieder offen" in text(page)
    event.refresh_from_db()
    vera.refresh_from_db()
    assert (event.entry_fee, vera.paid) == (TEN, True)
    assert announcement(event, petra, entry_fee="12,00", reopen="on").status_code == 302
    vera.refresh_from_db()
    assert not vera.paid
    assert announcement(event, petra, entry_fee="8,00").status_code == 302  # nobody owes more


def test_kinds_of_fees_stand_in_the_announcement(event: models.Event, petra: Client) -> None:
    assert announcement(event, petra, fee_name_1="Jugend", fee_amount_1="4,00").status_code == 302
    assert announcement(event, petra, fee_name_2="Senioren", fee_amount_2="8,00", entry_fee="10,00").status_code == 302
    kinds = list(event.fee_kinds.values_list("name", "amount"))
    assert kinds == [("Jugend", Decimal("4.00")), ("Senioren", Decimal("8.00"))]
    announcement(event, petra, fee_name_1="", fee_amount_1="")
    assert [kind.name for kind in event.fee_kinds.all()] == ["Senioren"]


def test_fee_without_name_or_amount_is_asked_for(event: models.Event, petra: Client) -> None:
    page = text(announcement(event, petra, fee_name_1="Jugend", fee_amount_2="4,00"))
    assert "Bitte geben Sie auch den Betrag an" in page
    assert "wer das zahlt" in page


def test_participants_page_says_why_a_booked_payment_stays_for_who_only_registers(
    event: models.Event, vera: models.Registration, cast: Cast
) -> None:
    fees.pay(vera, key="", by=cast.karl)
    ella = signed_in(cast.ella)
    ella.post(url(event, "participant_paid", vera.pk), {"paid": "no"})
    assert "ändert sich deshalb nur in der Kasse" in text(ella.get(url(event, "front_desk")))
    vera.refresh_from_db()
    assert vera.paid


def test_team_that_paid_together_gets_one_receipt(event: models.Event, karl: Client, cast: Cast) -> None:
    members = list(event.registrations.order_by("number")[:3])
    team = create_team(event, "Die Asse", members, by=None)
    page = karl.post(url(event, "cash_pay_team", team.pk), {"key": "k1"}, follow=True)
    assert "quittungen.pdf?mannschaft=1" in page.content.decode()
    assert karl.get(url(event, "receipts_pdf"), {"mannschaft": "2"}).content.startswith(b"%PDF")
    receipt = team_receipt(event, 2)["sheets"][0][0]
    assert (receipt.numbers, receipt.who, receipt.words) == ("1–3", "Die Asse", "dreißig Euro")
    assert receipt.purpose == "Startgeld: 1 Vera1 Spieler1, 2 Vera2 Spieler2, 3 Vera3 Spieler3"
    fees.reverse_fee(event.ledger.get(number=2), reason="falsch", by=cast.karl)
    assert team_receipt(event, 1)["sheets"][0][0].words == "zwanzig Euro"
    fees.pay(event.registrations.get(number=4), key="", by=cast.karl)
    for number in ("5", "99", "x", ""):
        assert karl.get(url(event, "receipts_pdf"), {"mannschaft": number}).status_code == 404


def test_desk_warns_as_long_as_more_is_paid_out_than_was_in_the_box(event: models.Event, karl: Client) -> None:
    fields = {"kind": "other", "way": "out", "amount": "20,00", "text": "Blumen", "method": "cash", "key": "a" * 32}
    warning = "Es wurde mehr bar ausgezahlt, als darin war."
    page = karl.post(url(event, "ledger_entry"), fields, follow=True)
    assert warning in page.content.decode()
    assert "−20,00" in page.content.decode()
    assert event.ledger.count() == 1  # warned, not refused
    cash.book_other(event, "float", Decimal("50"), text="", key="", by=None)
    assert warning not in karl.get(url(event, "cash")).content.decode()
