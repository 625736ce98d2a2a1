"""Points played for money: every table settles in pairs, and the evening and the event with the fewest payments."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.money.settlements import Settlement, settlement_of, settles
from tests.cast import signed_in
from tests.factories import list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(
        players=4, ruleset="classic", stake=Decimal("0.001"), games_per_list=4, series_count=2, published_at=None
    )


def played(event: models.Event, number: int, *rows: str) -> models.Series:
    series = seat_series(event, number, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series), dict(enumerate(rows, start=1)), by=make_official(event))
    return series


def cents(settlement: Settlement) -> list[int]:
    return [int(one.amount * 100) for one in settlement.balances]


def of_example(event: models.Event, number: int = 1) -> None:
    """The losses of the source's example: 108, 132, 128 and 32."""
    played(event, number, "100 32 28 0", "0 90 40 20", "0 10 58 10", "8 0 2 2")


def test_example_of_the_source_comes_out_to_the_cent(event: models.Event) -> None:
    of_example(event)
    found = settlement_of(event)
    (table,) = found.tables
    assert [one.loss for one in table.settlement.balances] == [108, 132, 128, 32]
    assert cents(table.settlement) == [-2, -14, -10, 26]
    dues = [(due.payer.number, due.payee.number, due.amount) for due in table.settlement.dues]
    assert dues == [(1, 4, Decimal("0.02")), (2, 4, Decimal("0.14")), (3, 4, Decimal("0.10"))]
    assert found.whole is not None
    assert cents(found.whole) == [-2, -14, -10, 26]


def test_several_evenings_are_settled_each_and_together(event: models.Event) -> None:
    of_example(event, 1)
    played(event, 2, "0 10 10 50", "10 0 10 50", "10 10 0 40", "10 10 10 0")
    for number, days in ((1, 0), (2, 7)):
        models.TimetableItem.objects.create(
            event=event, starts_at=event.starts_at + timedelta(days=days), what="", series_number=number
        )
    found = settlement_of(event)
    assert found.whole is not None
    parts = [cents(one) for _day, one in found.evenings]
    assert len(parts) == 2
    assert cents(found.whole) == [sum(column) for column in zip(*parts, strict=True)]
    assert sum(cents(found.whole)) == 0


def test_evening_of_a_series_is_the_day_on_which_it_was_held(event: models.Event) -> None:
    of_example(event, 1)
    of_example(event, 2)
    day = event.starts_at.date() + timedelta(days=14)
    models.Series.objects.filter(event=event, number=2).update(held_on=day)
    assert [evening for evening, _settled in settlement_of(event).evenings] == [event.starts_at.date(), day]


def test_table_is_not_settled_before_its_list_counts(event: models.Event) -> None:
    seat_series(event, tables=[(1, 2, 3, 4)])
    found = settlement_of(event)
    assert (found.tables, found.waiting, found.whole) == ((), ((1, 1),), None)


def test_nothing_of_a_settlement_enters_the_ledger(event: models.Event) -> None:
    of_example(event)
    settlement_of(event)
    assert not event.ledger.exists()


def test_page_and_slip_show_the_payments(event: models.Event) -> None:
    of_example(event)
    petra = make_official(event)
    client: Client = signed_in(petra)
    page = client.get("/leitung/testpokal/kasse/abrechnung/").content.decode()
    assert "Vera2 Spieler2 zahlt 0,14\N{NO-BREAK SPACE}€ an Vera4 Spieler4" in page
    assert "0,001\N{NO-BREAK SPACE}€ je Punkt" in page
    assert ">Abrechnung</a>" in client.get("/leitung/testpokal/kasse/").content.decode()


def test_event_without_a_stake_or_a_system_that_settles_is_not_asked(event: models.Event) -> None:
    assert settles(event)
    event.stake = None
    assert not settles(event)
    other = make_event(slug="anders", stake=Decimal("0.001"))
    assert not settles(other)
    client = signed_in(make_official(other))
    assert "Abrechnung" not in client.get("/leitung/anders/kasse/").content.decode()
    assert "keinen Einsatz" in client.get("/leitung/anders/kasse/abrechnung/").content.decode()
