"""Stakes that go through the cash box by the terms of the announcement."""

from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.documents.money.papers import settlement_document
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcement_words import stake_in_words
from romme_turnier.tournament.money.cash import take_back
from romme_turnier.tournament.money.reading import cash_report
from romme_turnier.tournament.money.settlements import settlement_of
from romme_turnier.tournament.money.stakes import StakeAccount, book_stake, stake_accounts
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from tests.cast import signed_in
from tests.factories import enter, list_of, make_checked, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/kasse/abrechnung/"
EXAMPLE = dict(enumerate(("100 32 28 0", "0 90 40 20", "0 10 58 10", "8 0 2 2"), start=1))  # 108, 132, 128 and 32


@pytest.fixture
def event() -> models.Event:
    """The table of the source's example: −2, −14, −10 and +26 cents."""
    event = make_event(
        players=4, ruleset="classic", stake=Decimal("0.001"), stake_booked=True, games_per_list=4, published_at=None
    )
    make_checked(list_of(seat_series(event, 1, [(1, 2, 3, 4)])), EXAMPLE, by=make_official(event))
    return event


def accounts(event: models.Event) -> list[StakeAccount]:
    return stake_accounts(event, settlement_of(event).whole)


def cents(event: models.Event) -> list[int]:
    """Returns the open amounts by start number."""
    return [int(one.open * 100) for one in accounts(event)]


def book(event: models.Event, number: int, key: str = "") -> models.LedgerEntry:
    account = accounts(event)[number - 1]
    return book_stake(account.registration, seen=account.open, key=key, by=None)


def test_stake_goes_through_the_box_where_the_announcement_says_so(event: models.Event) -> None:
    assert cents(event) == [-2, -14, -10, 26]
    booked = [book(event, number) for number in (1, 2, 3, 4)]
    assert [entry.amount for entry in booked] == [Decimal(text) for text in ("0.02", "0.14", "0.10", "-0.26")]
    assert cents(event) == [0, 0, 0, 0]
    (line,) = cash_report(event).lines
    assert (line.kind, line.entries, line.total) == (models.LedgerEntry.Kind.STAKE, 4, Decimal(0))
    with pytest.raises(TournamentError, match="nichts offen"):
        book_stake(accounts(event)[0].registration, seen=Decimal("-0.02"), key="", by=None)


def test_stake_that_the_announcement_leaves_to_the_players_is_not_booked(event: models.Event) -> None:
    event.stake_booked = False
    event.save()
    with pytest.raises(TournamentError, match="nicht durch die Kasse"):
        book(event, 1)
    assert not event.ledger.exists()


def test_payment_sent_twice_is_booked_once(event: models.Event) -> None:
    account = accounts(event)[1]
    first, second = (book_stake(account.registration, seen=account.open, key="k", by=None) for _time in range(2))
    assert first == second
    with pytest.raises(KeyReused):
        book_stake(accounts(event)[2].registration, seen=Decimal("-0.10"), key="k", by=None)


def test_reversed_payment_is_open_again(event: models.Event) -> None:
    take_back(book(event, 2), reason="falsche Person", by=None)
    assert cents(event) == [-2, -14, -10, 26]


def test_list_corrected_after_the_payment_leaves_the_difference_open(event: models.Event) -> None:
    seen = accounts(event)[0]
    for number in (1, 2, 3, 4):
        book(event, number)
    petra = models.EventRole.objects.get(event=event).user
    enter(list_of(event.series.get()), 1, "90 32 28 0", by=petra, reason="verschrieben", consent=(1, 2, 3, 4))
    make_checked(list_of(event.series.get()), EXAMPLE | {1: "90 32 28 0"}, by=petra)
    assert cents(event) == [3, -1, -1, -1]
    with pytest.raises(TournamentError, match="inzwischen geändert"):
        book_stake(seen.registration, seen=seen.open, key="", by=None)
    assert book(event, 1).amount == Decimal("-0.03")


def test_desk_books_by_one_click_and_says_what_is_settled(event: models.Event) -> None:
    client: Client = signed_in(models.EventRole.objects.get(event=event).user)
    page = client.get(PAGE)
    assert "0,14\N{NO-BREAK SPACE}€ bar erhalten" in page.content.decode()
    assert "0,26\N{NO-BREAK SPACE}€ bar ausgezahlt" in page.content.decode()
    assert "zahlt 0,14" not in page.content.decode()  # to no other player
    first, loser, *_others = page.context["accounts"].data
    sent = {"key": page.context["key"], "open": str(loser.open), "method": "cash"}
    answer = client.post(f"{PAGE}{loser.registration.pk}/gezahlt/", sent, follow=True).content.decode()
    assert "Vera2 Spieler2 hat 0,14\N{NO-BREAK SPACE}€ gezahlt, Beleg 1." in answer
    assert answer.count("bar erhalten") == 2
    for wrong in ("", "NaN", "viel"):
        client.post(f"{PAGE}{first.registration.pk}/gezahlt/", {"open": wrong})
    assert event.ledger.count() == 1


def test_slip_and_announcement_send_everybody_to_the_cash_desk(event: models.Event) -> None:
    assert (
        stake_in_words(event)
        == "0,001\N{NO-BREAK SPACE}€ je Punkt, abgerechnet zwischen allen am Tisch; gezahlt wird an der Kasse"
    )
    slips = settlement_document(event)
    assert slips is not None
    whole, table = slips["slips"]
    assert whole.dues[1] == "Vera2 Spieler2 zahlt 0,14\N{NO-BREAK SPACE}€ an der Kasse"
    assert whole.dues[3] == "Vera4 Spieler4 bekommt 0,26\N{NO-BREAK SPACE}€ an der Kasse"
    assert table.dues is None
