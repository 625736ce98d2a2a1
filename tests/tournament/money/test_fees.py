"""Entry fees: owed, paid in one or in parts, by a captain for the team, given back (§ 1.3, § 1.4)."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.cash import take_back
from romme_turnier.tournament.participants.registrations import exclude, set_paid, withdraw
from romme_turnier.tournament.participants.teams import delete_team
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from tests.cast import Cast
from tests.factories import make_event

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")


@pytest.fixture
def event() -> models.Event:
    return make_event(players=4, entry_fee=TEN)


@pytest.fixture
def vera(event: models.Event) -> models.Registration:
    return event.registrations.get(number=1)


def fresh(registration: models.Registration) -> models.Registration:
    return models.Registration.objects.get(pk=registration.pk)


def test_everybody_owes_the_fee_of_the_event(vera: models.Registration) -> None:
    assert fees.owed(vera) == TEN


def test_kind_of_fee_takes_the_place_of_the_event_s(vera: models.Registration, cast: Cast) -> None:
    junior = models.FeeKind.objects.create(event=vera.event, name="Jugend", amount=Decimal("4.00"))
    fees.set_fee(vera, junior, by=cast.karl)
    assert fees.owed(fresh(vera)) == Decimal("4.00")


def test_fee_that_stays_the_same_leaves_no_row_in_the_log(vera: models.Registration, cast: Cast) -> None:
    before = models.EventLog.objects.count()
    fees.set_fee(vera, None, by=cast.karl)
    assert models.EventLog.objects.count() == before


def test_who_fills_up_a_table_owes_nothing(vera: models.Registration, cast: Cast) -> None:
    models.Registration.objects.filter(pk=vera.pk).update(out_of_competition=True)
    assert fees.owed(fresh(vera)) == 0
    with pytest.raises(TournamentError):
        fees.pay(vera, key="", by=cast.karl)


def test_paying_books_an_entry_and_entitles_to_play(vera: models.Registration, cast: Cast) -> None:
    entry = fees.pay(vera, key="klick", by=cast.karl)
    assert (entry.amount, entry.registration, entry.by) == (TEN, vera, cast.karl)
    assert fresh(vera).paid


def test_second_click_pays_nothing_more(vera: models.Registration, cast: Cast) -> None:
    assert fees.pay(vera, key="klick", by=cast.karl) == fees.pay(vera, key="klick", by=cast.karl)
    assert fees.booked(vera) == TEN


def test_part_payment_does_not_entitle_until_the_rest_is_there(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, Decimal("4.00"), key="", by=cast.karl)
    assert not fresh(vera).paid
    assert fees.pay(vera, key="", by=cast.karl).amount == Decimal("6.00")
    assert fresh(vera).paid


@pytest.mark.parametrize("amount", ["10.01", "0.00", "-1.00"])
def test_amount_that_is_not_owed_is_refused(vera: models.Registration, cast: Cast, amount: str) -> None:
    with pytest.raises(TournamentError):
        fees.pay(vera, Decimal(amount), key="", by=cast.karl)


def test_reversal_of_a_payment_makes_it_open_again(vera: models.Registration, cast: Cast) -> None:
    take_back(fees.pay(vera, key="", by=cast.karl), reason="falsche Person", by=cast.karl)
    assert not fresh(vera).paid
    assert fees.booked(vera) == 0
    fees.pay(vera, key="", by=cast.karl)
    assert fresh(vera).paid


def test_captain_pays_for_the_team_in_one_go(event: models.Event, cast: Cast) -> None:
    team = models.Team.objects.create(event=event, key="T1", name="Nord")
    for registration in event.registrations.filter(number__lte=3):
        models.TeamMember.objects.create(team=team, registration=registration)
    fees.pay(event.registrations.get(number=2), Decimal("4.00"), key="", by=cast.karl)
    entries = fees.pay_team(team, key="klick", by=cast.karl)
    assert [entry.amount for entry in entries] == [TEN, Decimal("6.00"), TEN]
    assert fees.pay_team(team, key="klick", by=cast.karl) == entries
    assert event.registrations.filter(paid=True).count() == 3
    with pytest.raises(TournamentError):
        fees.pay_team(team, key="anderer", by=cast.karl)


def test_team_with_payments_is_not_dissolved(event: models.Event, cast: Cast) -> None:
    team = models.Team.objects.create(event=event, key="T1", name="Nord")
    models.TeamMember.objects.create(team=team, registration=event.registrations.get(number=1))
    fees.pay_team(team, key="", by=cast.karl)
    with pytest.raises(TournamentError):
        delete_team(team, by=cast.petra)


def test_withdrawal_before_the_first_series_gives_the_fee_back(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    withdraw(vera, 1, by=cast.petra)
    assert fees.owed(fresh(vera)) == 0
    entry = fees.refund(vera, reason="abgemeldet", key="", by=cast.karl)
    assert (entry.amount, entry.text) == (-TEN, "abgemeldet")
    assert not fresh(vera).paid


def test_withdrawal_later_leaves_the_fee_owed(vera: models.Registration, cast: Cast) -> None:
    withdraw(vera, 2, by=cast.petra)
    assert fees.owed(fresh(vera)) == TEN


def test_excluded_player_gets_nothing_back(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    exclude(vera, 1, reason="Grund", by=cast.petra)
    with pytest.raises(TournamentError, match=r"§ 1\.4"):
        fees.refund(vera, reason="bittet darum", key="", by=cast.karl)


@pytest.mark.parametrize(("amount", "reason"), [("10.01", "zu viel"), ("0.00", "nichts"), ("5.00", " ")])
def test_refund_that_cannot_be_is_refused(vera: models.Registration, cast: Cast, amount: str, reason: str) -> None:
    fees.pay(vera, key="", by=cast.karl)
    with pytest.raises(TournamentError):
        fees.refund(vera, Decimal(amount), reason=reason, key="", by=cast.karl)


def test_refund_that_is_sent_twice_is_paid_once(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    first = fees.refund(vera, reason="abgemeldet", key="zurück", by=cast.karl)
    assert fees.refund(vera, reason="abgemeldet", key="zurück", by=cast.karl) == first


def test_refund_that_is_sent_again_after_an_exclusion_is_the_first_one(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    first = fees.refund(vera, reason="abgemeldet", key="zurück", by=cast.karl)
    exclude(vera, 1, reason="Grund", by=cast.petra)
    assert fees.refund(vera, reason="abgemeldet", key="zurück", by=cast.karl) == first


def test_key_of_another_booking_refunds_nothing(event: models.Event, vera: models.Registration, cast: Cast) -> None:
    other = event.registrations.exclude(pk=vera.pk).order_by("number")[0]
    for player in (vera, other):
        fees.pay(player, key=f"bar {player.pk}", by=cast.karl)
    fees.refund(vera, Decimal("4.00"), reason="Kulanz", key="zurück", by=cast.karl)
    for player, amount, key in (
        (other, Decimal("4.00"), "zurück"),
        (vera, Decimal("5.00"), "zurück"),
        (vera, None, f"bar {vera.pk}"),
    ):
        with pytest.raises(KeyReused):
            fees.refund(player, amount, reason="Kulanz", key=key, by=cast.karl)
    assert (fees.booked(vera), fees.booked(other)) == (Decimal("6.00"), TEN)


def test_payment_can_be_noted_without_money(vera: models.Registration, cast: Cast) -> None:
    set_paid(vera, True, by=cast.ella)
    assert fresh(vera).paid
    assert fees.booked(vera) == 0
    set_paid(vera, False, by=cast.ella)
    assert not fresh(vera).paid


def test_noted_payment_can_be_booked_later(vera: models.Registration, cast: Cast) -> None:
    set_paid(vera, True, by=cast.ella)
    fees.pay(vera, key="", by=cast.karl)
    assert fees.booked(vera) == TEN
    assert fresh(vera).paid


def test_note_cannot_contradict_the_ledger(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    with pytest.raises(TournamentError):
        set_paid(vera, False, by=cast.ella)
    assert fresh(vera).paid


def test_higher_fee_makes_a_payment_a_part(vera: models.Registration, cast: Cast) -> None:
    fees.pay(vera, key="", by=cast.karl)
    models.Event.objects.filter(pk=vera.event_id).update(entry_fee=Decimal("12.00"))
    fees.follow_announcement(vera.event, by=cast.petra)
    assert not fresh(vera).paid


# Kinds of fees


def stored(event: models.Event) -> list[tuple[str, Decimal]]:
    return list(event.fee_kinds.values_list("name", "amount"))


def test_kinds_of_fees_keep_their_order_and_can_change_places(event: models.Event) -> None:
    fees.store_fee_kinds(event, [(None, "Erwachsene", TEN), (None, "Jugend", Decimal("4.00"))])
    first, second = event.fee_kinds.all()
    fees.store_fee_kinds(event, [(first.pk, "Jugend", TEN), (second.pk, "Erwachsene", Decimal("4.00"))])
    assert stored(event) == [("Jugend", TEN), ("Erwachsene", Decimal("4.00"))]


def test_two_kinds_of_one_name_are_refused(event: models.Event) -> None:
    with pytest.raises(TournamentError):
        fees.store_fee_kinds(event, [(None, "Jugend", TEN), (None, "jugend", TEN)])


def test_kind_that_somebody_pays_stays(event: models.Event, vera: models.Registration, cast: Cast) -> None:
    fees.store_fee_kinds(event, [(None, "Jugend", TEN)])
    fees.set_fee(vera, event.fee_kinds.get(), by=cast.karl)
    with pytest.raises(TournamentError):
        fees.store_fee_kinds(event, [])
    assert stored(event) == [("Jugend", TEN)]
