"""Only players that have paid are seated (§ 1.3): by a draw, by cards, by a repair."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.registrations import exclude, set_paid, withdraw
from romme_turnier.tournament.participants.unpaid import NAMED, set_pays_later, unpaid, unpaid_in_words
from romme_turnier.tournament.seating import drawn_cards, draws, repairs
from romme_turnier.tournament.seating.inputs import obstacles
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, register, seat_series

pytestmark = pytest.mark.django_db

TEN = Decimal("10.00")


@pytest.fixture
def event() -> models.Event:
    """Nine players; number 9 has not paid."""
    event = make_event(players=9, entry_fee=TEN)
    event.registrations.exclude(number=9).update(paid=True)
    return event


@pytest.fixture
def nine(event: models.Event) -> models.Registration:
    return event.registrations.get(number=9)


SENTENCE = "Noch nicht bezahlt hat: 9 Vera9 Spieler9. Einen Platz bekommt nur, wer bezahlt hat (§ 1.3)."


def test_draw_is_refused_and_names_who_has_not_paid(event):
    with pytest.raises(TournamentError) as refused:
        draws.propose_draw(event, 1, by=None)
    assert refused.value.message == SENTENCE
    assert obstacles(event, 1) == [SENTENCE]
    assert not models.Draw.objects.exists()


def test_cards_are_refused_and_name_who_has_not_paid(event):
    with pytest.raises(TournamentError, match="9 Vera9 Spieler9"):
        drawn_cards.start_cards(event, 1, by=None)


@pytest.mark.parametrize(
    "way", ["booked", "noted", "pays later", "absent", "withdrawn", "excluded", "fills up", "free"]
)
def test_draw_is_made_once_it_is_settled_with_everybody(event, nine, way):
    match way:
        case "booked":
            fees.pay(nine, key="", by=None)
        case "noted":
            set_paid(nine, True, by=None)
        case "pays later":
            set_pays_later(nine, True, by=None)
        case "absent":
            set_absent(nine, 1, by=None)
        case "withdrawn":
            withdraw(nine, 1, by=None)
        case "excluded":
            exclude(nine, 1, reason="Grund", by=None)
        case "fills up":
            event.registrations.filter(number=9).update(out_of_competition=True)
        case "free":
            free = models.FeeKind.objects.create(event=event, name="Ehrengast", amount=0)
            fees.set_fee(nine, free, by=None)
    draw = draws.propose_draw(event, 1, by=None)
    assert draws.apply_draw(draw, by=None).tables.exists()


def test_part_of_the_fee_is_not_enough(event, nine):
    fees.pay(nine, Decimal("4.00"), key="", by=None)
    assert obstacles(event, 1) == [SENTENCE]


def test_event_without_a_fee_asks_nobody():
    event = make_event(players=8)
    assert not event.registrations.filter(paid=True).exists()
    assert obstacles(event, 1) == []


def test_preview_is_not_applied_when_a_payment_was_taken_back_meanwhile(event, nine):
    entry = fees.pay(nine, key="", by=None)
    draw = draws.propose_draw(event, 1, by=None)
    fees.reverse_fee(entry, reason="Schein war falsch", by=None)
    with pytest.raises(TournamentError, match="9 Vera9 Spieler9"):
        draws.apply_draw(draw, by=None)


def test_cards_are_not_applied_when_a_payment_was_taken_back_meanwhile(event, nine):
    entry = fees.pay(nine, key="", by=None)
    draw = drawn_cards.start_cards(event, 1, by=None)
    places = list(draw.cards.values_list("table", "seat"))
    for who, (table, seat) in zip(drawn_cards.still_to_draw(draw), places, strict=True):
        drawn_cards.enter_card(draw, who.number or 0, table, seat, by=None)
    fees.reverse_fee(entry, reason="Schein war falsch", by=None)
    with pytest.raises(TournamentError, match="9 Vera9 Spieler9"):
        drawn_cards.apply_cards(draw, by=None)


def test_repair_seats_nobody_who_has_not_paid(event, nine):
    series = seat_series(event)
    refused = repairs.propose(series, missing=[], coming=[nine])
    assert (refused.proposals, refused.why_not) == ((), SENTENCE)
    set_pays_later(nine, True, by=None)
    nine.refresh_from_db()
    assert repairs.propose(series, missing=[], coming=[nine]).proposals


def test_who_pays_later_still_owes_and_the_log_says_who_decided(event, nine):
    petra = make_official(event)
    set_pays_later(nine, True, by=petra)
    assert fees.owed(nine) == TEN
    act = models.EventLog.objects.get(verb="unpaid.set_pays_later")
    assert (act.new[f"registration:{nine.pk}"], act.by) == ({"pays_later": True}, petra)
    set_pays_later(nine, False, by=petra)
    assert obstacles(event, 1) == [SENTENCE]


def test_nobody_pays_later_who_owes_nothing(event):
    with pytest.raises(TournamentError, match="schuldet kein Startgeld"):
        set_pays_later(event.registrations.get(number=1), True, by=None)


def test_sentence_stays_readable_when_many_have_not_paid():
    event = make_event(players=NAMED + 3, entry_fee=TEN)
    words = unpaid_in_words(unpaid(event.registrations.select_related("player", "fee")))
    assert f"{NAMED} Vera{NAMED}" in words
    assert f"{NAMED + 1} Vera" not in words
    assert "und 3 weitere" in words


def test_who_has_no_number_yet_is_named_without(event, nine):
    set_paid(nine, True, by=None)
    register(event, None, first_name="Ohne", last_name="Nummer")
    assert "bezahlt hat: Ohne Nummer." in obstacles(event, 1)[0]
