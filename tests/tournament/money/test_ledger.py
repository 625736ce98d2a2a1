"""The ledger: numbered without gaps, added to and never changed, one entry a payment."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import RowIsFinal
from romme_turnier.tournament.money.cash import book_other, count_cash, expected, take_back
from romme_turnier.tournament.money.ledger import book, reverse
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from romme_turnier.tournament.shared.service import service
from tests.cast import Cast
from tests.factories import make_event

pytestmark = pytest.mark.django_db

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method
TEN = Decimal("10.00")


@pytest.fixture
def event() -> models.Event:
    return make_event(players=2)


def numbers(event: models.Event) -> list[int]:
    return list(event.ledger.order_by("number").values_list("number", flat=True))


def test_entries_are_numbered_by_event(event: models.Event, cast: Cast) -> None:
    for _payment in range(3):
        book(event, Kind.OTHER, TEN, key="", by=cast.karl)
    other = models.Event.objects.get(slug="anderswo")
    assert book(other, Kind.OTHER, TEN, key="", by=cast.frieda).number == 1
    assert numbers(event) == [1, 2, 3]


def test_numbers_have_no_gap_after_a_failure(event: models.Event, cast: Cast) -> None:
    @service(gettext_lazy("Geprüft"))
    def fail() -> None:
        book(event, Kind.OTHER, TEN, key="", by=cast.karl)
        raise TournamentError("halt")

    with pytest.raises(TournamentError):
        fail()
    assert book(event, Kind.OTHER, TEN, key="", by=cast.karl).number == 1


def test_payment_that_is_sent_twice_is_booked_once(event: models.Event, cast: Cast) -> None:
    first = book(event, Kind.OTHER, TEN, key="klick", by=cast.karl)
    assert book(event, Kind.OTHER, TEN, key="klick", by=cast.karl) == first
    assert numbers(event) == [1]


def test_key_of_another_payment_is_refused(event: models.Event, cast: Cast) -> None:
    book(event, Kind.OTHER, TEN, key="klick", by=cast.karl)
    with pytest.raises(KeyReused):
        book(event, Kind.OTHER, TEN + 1, key="klick", by=cast.karl)


def test_database_holds_one_entry_per_payment_key(event: models.Event, cast: Cast) -> None:
    entry = book(event, Kind.OTHER, TEN, key="klick", by=cast.karl)
    twin = models.LedgerEntry(event=event, number=2, kind=Kind.OTHER, amount=TEN, payment_key="klick", at=entry.at)
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


@pytest.mark.parametrize("amount", ["0.00", "0.005", "10000000.00"])
def test_amount_that_is_none_is_refused(event: models.Event, cast: Cast, amount: str) -> None:
    with pytest.raises(TournamentError):
        book(event, Kind.OTHER, Decimal(amount), key="", by=cast.karl)


def test_method_that_reports_do_not_add_up_is_refused_by_the_database(event: models.Event, cast: Cast) -> None:
    with pytest.raises(IntegrityError, match="known_method"), transaction.atomic():
        book(event, Kind.OTHER, TEN, key="", method="card", by=cast.karl)
    assert not event.ledger.exists()


def test_entry_cannot_be_changed_nor_deleted(event: models.Event, cast: Cast) -> None:
    entry = book(event, Kind.OTHER, TEN, key="", by=cast.karl)
    entry.amount = Decimal("1.00")
    for attempt in (
        entry.save,
        entry.delete,
        lambda: models.LedgerEntry.objects.update(amount=1),
        lambda: models.LedgerEntry.objects.filter(pk=entry.pk).delete(),
        lambda: models.LedgerEntry.objects.bulk_update([entry], ["amount"]),
    ):
        with pytest.raises(RowIsFinal):
            attempt()
    assert event.ledger.get().amount == TEN


def test_reversal_is_a_counter_entry_with_its_reason(event: models.Event, cast: Cast) -> None:
    entry = book(event, Kind.OTHER, TEN, key="", by=cast.karl, text="Hallenmiete")
    counter = reverse(entry, reason="verzählt", by=cast.petra)
    assert (counter.number, counter.amount, counter.reverses, counter.text) == (2, -TEN, entry, "verzählt")
    assert (counter.kind, counter.method, counter.by) == (entry.kind, entry.method, cast.petra)


def test_reversal_asks_for_a_reason_and_happens_once(event: models.Event, cast: Cast) -> None:
    entry = book(event, Kind.OTHER, TEN, key="", by=cast.karl)
    with pytest.raises(TournamentError):
        reverse(entry, reason=" ", by=cast.karl)
    counter = reverse(entry, reason="verzählt", by=cast.karl)
    for again in (entry, counter):
        with pytest.raises(TournamentError):
            reverse(again, reason="noch einmal", by=cast.karl)
    assert numbers(event) == [1, 2]


# The cash box


def test_float_is_in_the_box_and_a_transfer_is_not(event: models.Event, cast: Cast) -> None:
    book_other(event, Kind.FLOAT, Decimal("50.00"), text="", key="", by=cast.karl)
    book_other(event, Kind.OTHER, TEN, text="Spende", method=Method.BANK, key="", by=cast.karl)
    book_other(event, Kind.OTHER, Decimal("-4.20"), text="Papier", key="", by=cast.karl)
    assert expected(event) == Decimal("45.80")


def test_other_payment_says_what_for(event: models.Event, cast: Cast) -> None:
    with pytest.raises(TournamentError):
        book_other(event, Kind.OTHER, TEN, text=" ", key="", by=cast.karl)


def test_fees_and_prizes_are_not_booked_by_hand(event: models.Event, cast: Cast) -> None:
    with pytest.raises(TournamentError):
        book_other(event, Kind.PRIZE, TEN, text="Preis", key="", by=cast.karl)


def test_count_adds_up_notes_and_coins_next_to_the_expected_amount(event: models.Event, cast: Cast) -> None:
    book_other(event, Kind.FLOAT, Decimal("50.00"), text="", key="", by=cast.karl)
    count = count_cash(event, {Decimal("20.00"): 2, Decimal("0.05"): 3, Decimal("1.00"): 0}, by=cast.karl)
    assert (count.counted, count.expected) == (Decimal("40.15"), Decimal("50.00"))
    assert count.pieces == {"20.00": 2, "0.05": 3}


@pytest.mark.parametrize("pieces", [{Decimal("25.00"): 1}, {Decimal("20.00"): -1}])
def test_count_knows_real_notes_and_coins_only(event: models.Event, cast: Cast, pieces: dict[Decimal, int]) -> None:
    with pytest.raises(TournamentError):
        count_cash(event, pieces, by=cast.karl)


def test_other_payment_is_taken_back(event: models.Event, cast: Cast) -> None:
    entry = book_other(event, Kind.OTHER, TEN, text="Spende", key="", by=cast.karl)
    take_back(entry, reason="zurückgezogen", by=cast.karl)
    assert expected(event) == 0
