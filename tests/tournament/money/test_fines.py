"""Fines handed in with the lists are in the ledger once and follow the hand-in (§ 2.3.3)."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.money.cash import take_back
from romme_turnier.tournament.money.fines import book_received
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import Cast
from tests.factories import list_of

pytestmark = pytest.mark.django_db


def receive(spielliste: models.Spielliste, amount: str | None, cast: Cast) -> None:
    known = models.HandIn.objects.filter(spielliste=spielliste).first()
    paid = Decimal(amount) if amount else None
    record_hand_in(spielliste, paper="in", fine_paid=paid, expected=known.version if known else 0, by=cast.karl)


def booked(event: models.Event) -> list[Decimal]:
    return list(event.ledger.filter(kind="fine").values_list("amount", flat=True))


def test_what_was_received_is_booked(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    receive(spielliste, "9.60", cast)
    entry = event.ledger.get()
    assert (entry.kind, entry.amount, entry.by) == ("fine", Decimal("9.60"), cast.karl)
    assert (entry.series, entry.words) == (spielliste.table.series, "Serie 1, Tisch 1")


def test_it_is_booked_once(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    receive(spielliste, "9.60", cast)
    receive(spielliste, "9.60", cast)
    assert book_received(spielliste, by=cast.karl) is None
    assert booked(event) == [Decimal("9.60")]


def test_change_books_the_difference(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    for amount in ("9.00", "9.60", "8.00", None, "9.60"):
        receive(spielliste, amount, cast)
    assert booked(event) == [Decimal(text) for text in ("9.00", "0.60", "-1.60", "-8.00", "9.60")]


def test_hand_in_without_a_fine_books_nothing(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    receive(spielliste, None, cast)
    assert booked(event) == []


def test_each_list_has_its_own_entries(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    receive(spielliste, "1.00", cast)
    receive(list_of(spielliste.table.series, 2), "2.00", cast)
    receive(spielliste, "3.00", cast)
    assert sum(booked(event)) == Decimal("5.00")


def test_fine_is_taken_back_at_the_hand_in_only(event: models.Event, spielliste: models.Spielliste, cast: Cast) -> None:
    receive(spielliste, "1.00", cast)
    with pytest.raises(TournamentError, match="Abgabe"):
        take_back(event.ledger.get(), reason="falsch", by=cast.karl)
