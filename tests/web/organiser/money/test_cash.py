"""The cashier's desk: debts, payments, refunds and receipts."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.documents.money.receipts import team_receipt
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.money import cash, fees
from romme_turnier.tournament.money.reading import accounts, fee_totals
from romme_turnier.tournament.participants.registrations import exclude, set_paid
from romme_turnier.tournament.participants.teams import create_team
from tests.cast import Cast, signed_in
from tests.factories import list_of
from tests.web.organiser.money.desk import play, text, url

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")
SCRIPT = {"HX-Request": "true"}


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


def test_everything_that_a_click_replaces_is_on_the_page_of_an_event_without_teams(
    event: models.Event, karl: Client, vera: models.Registration
) -> None:
    page = karl.get(url(event, "cash")).content.decode()
    answer = karl.post(url(event, "cash_pay", vera.pk), {"key": "k1"}, headers=SCRIPT).content.decode()
    replaced = re.findall(r'id="([^"]+)"[^>]* hx-swap-oob', answer)
    assert len(replaced) >= 3
    assert [name for name in replaced if f'id="{name}"' not in page] == []


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


def test_column_of_payments_ends_with_the_last_open_fee(event: models.Event, karl: Client, cast: Cast) -> None:
    assert "Bezahlen" in text(karl.get(url(event, "cash")))
    for registration in event.registrations.all():
        fees.pay(registration, key=str(registration.pk), by=cast.karl)
    assert "Bezahlen" not in text(karl.get(url(event, "cash")))


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
    assert "bezahlt ohne Buchung" in text(karl.get(url(event, "cash")))
    assert fee_totals(accounts(event)).open == Decimal("30.00")
    door = text(karl.get(url(event, "front_desk"), {"wer": vera.pk}))
    assert "✓ ohne Buchung" in door
    assert "✓ bezahlt" not in door
    assert "Bezahlt, ohne Buchung" in door
    karl.post(url(event, "cash_pay", vera.pk), {"key": "k1"})
    assert fees.booked(vera) == TEN
    door = text(karl.get(url(event, "front_desk"), {"wer": vera.pk}))
    assert "✓ bezahlt" in door
    assert "ohne Buchung" not in door


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


def test_participants_page_says_why_a_booked_payment_stays_for_officials_that_only_register(
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
    for of_entry in (1, 2):  # the second one is the reversed entry
        assert team_receipt(event, of_entry)["sheets"][0][0].words == "zwanzig Euro"
    fees.pay(event.registrations.get(number=4), key="", by=cast.karl)
    for number in ("5", "99", "x", ""):
        assert karl.get(url(event, "receipts_pdf"), {"mannschaft": number}).status_code == 404


def test_fines_are_listed_with_what_is_short(event: models.Event, karl: Client, cast: Cast) -> None:
    models.FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.50"))
    spielliste = list_of(play(event))
    record_hand_in(spielliste, paper="in", fine_paid=Decimal("1.20"), expected=0, by=cast.karl)
    page = text(karl.get(url(event, "cash_fines")))
    assert "fällig 1,50 €" in page
    assert "es fehlen 0,30 €" in page


def test_fees_noted_without_money_are_booked_in_one_step_for_the_ticked(
    event: models.Event, karl: Client, cast: Cast
) -> None:
    first, second, third = event.registrations.order_by("number")[:3]
    for registration in (first, second, third):
        set_paid(registration, True, by=cast.karl)
    page = karl.get(url(event, "cash"))
    assert "Alle 3 nachbuchen: 30,00 €" in text(page)
    assert page.content.decode().count('name="wer"') == 3
    for _click in range(2):
        karl.post(url(event, "cash_pay_noted"), {"wer": [first.pk, third.pk, "x"], "method": "bank"})
    booked = event.ledger.values_list("registration", "amount", "method")
    assert sorted(booked) == sorted([(first.pk, TEN, "bank"), (third.pk, TEN, "bank")])
    after = text(karl.get(url(event, "cash")))
    assert "2 Startgelder sind nachgebucht: 20,00 €, Belege 1 bis 2." in after
    assert "1 bezahltes Startgeld nachbuchen: 10,00 €" in after
