"""The announcement (§ 1.1) as text: it contains every entry of the organiser."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from romme_turnier.core.lists.scoring_points import PointsPerGame
from romme_turnier.tournament.events.announcement_words import announcement, prizes_in_words
from romme_turnier.tournament.models import Event, Prize
from tests.factories import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(players=0, venue="Bürgerhaus", organiser="Rommé-Club 1", entry_fee=Decimal(10))


def words(event: Event, label: str) -> str:
    return dict(announcement(event)).get(label, "").replace("\xa0", " ")


def test_participants_are_as_many_as_there_is_room_for(event: Event) -> None:
    assert words(event, "Teilnehmer") == "offen für alle"
    event.capacity = 64
    assert words(event, "Teilnehmer").splitlines() == [
        "offen für alle",
        "höchstens 64; wer danach kommt, steht auf der Warteliste",
    ]


def test_other_fees_stand_below_that_of_the_event(event: Event) -> None:
    event.fee_kinds.create(name="Jugend", amount=Decimal(5))
    assert words(event, "Startgeld").splitlines() == ["10,00 €", "Jugend: 5,00 €"]


def test_bank_and_public_registration_are_named_where_there_are_any(event: Event) -> None:
    assert not words(event, "Überweisung an") + words(event, "Anmeldung")
    event.bank_details, event.self_registration = "Rommé-Club 1, IBAN DE00 1234", True
    assert words(event, "Überweisung an") == "Rommé-Club 1, IBAN DE00 1234"
    assert "auf der Seite des Turniers" in words(event, "Anmeldung")


def test_minutes_of_a_series_belong_to_the_scope(event: Event) -> None:
    event.series_minutes = 90
    assert words(event, "Umfang") == "3 Serien zu 12 Spielen, je Serie 90 Minuten"


def test_categories_are_named(event: Event) -> None:
    for position, name in enumerate(("Damen", "Senioren", "Jugend")):
        event.categories.create(name=name, position=position)
    assert words(event, "Sonderwertungen") == "Damen, Senioren, Jugend"


def test_prizes_are_named_by_ranking_with_their_conditions(event: Event) -> None:
    seniors = event.categories.create(name="Senioren")
    event.prizes_only_if_present = True

    def prize(first: int, last: int, amount: int | None = None, thing: str = "", **of: object) -> None:
        Prize.objects.create(
            event=event, first_rank=first, last_rank=last, amount=amount and Decimal(amount), thing=thing, **of
        )

    prize(1, 1, 100, "Pokal")
    prize(2, 4, 20)
    prize(1, 1, thing="Präsentkorb", ranking=Prize.Ranking.SERIES, series_number=2)
    prize(1, 1, 15, ranking=Prize.Ranking.CATEGORY, category=seniors)
    assert prizes_in_words(event).replace("\xa0", " ").splitlines() == [
        "Einzelpreise",
        "Gesamtwertung: 100,00 € und Pokal für Rang 1; je 20,00 € für Rang 2 bis 4",
        "Serie 2: Präsentkorb für Rang 1",
        "Senioren: 15,00 € für Rang 1",
        "Preise nur für Anwesende",
    ]


# The place where the public sees a field: the announcement, or its other use.
ELSEWHERE = {
    "slug": "the address itself",
    "made_by": "nobody: whose own event it is",
    "held_by": "the address, if there are several",
    "kind": "the season's page",
    "season": "the season's page",
    "hall_tables": "the table plan",
    "published_at": "the button that publishes",
    "packed_at": "nobody: packing sets it",
    "elsewhere": "nobody: packages set it",
    "created_at": "nobody",
    "announcement": "below the facts",
    "currency": "at every amount",
    "name": "the heading",
    "language": "the words themselves, on paper",
    "accent": "how it looks",
    "words": "nobody: for searching",
    "venue_words": "nobody: for searching",
}
FILLED: dict[str, object] = {
    "organiser": "Club der Karten",
    "venue": "Halle Ost",
    "starts_at": datetime(2027, 5, 1, 8, tzinfo=UTC),
    "registration_closes_at": datetime(2027, 4, 30, 8, tzinfo=UTC),
    "access": Event.Access.CLOSED,
    "names": Event.Names.HALL,
    "self_registration": True,
    "capacity": 77,
    "bank_details": "IBAN DE00",
    "prizes": Event.Prizes.BOTH,
    "ruleset": "rommee",
    "options": {"knocking": True},
    "table_size": 5,
    "games_per_list": 11,
    "length_unit": "target",
    "length_number": 3,
    "scoring": Event.Scoring.TABLE_POINTS,
    "points_per_game": PointsPerGame(ended=6, handromme=9, steps=((12, 4),)),
    "series_count": 7,
    "bonus_mode": Event.Bonus.PER_FINISHED_GAME,
    "bonus_four": 21,
    "bonus_three": 16,
    "bonus_handromme": 51,
    "series_minutes": 88,
    "phone_lists": Event.PhoneLists.ASKED,
    "confirmations": 3,
    "blind_check": True,
    "entry_fee": Decimal("12.34"),
    "stake": Decimal("0.001"),
    "stake_booked": True,
    "fines_handed_out": True,
    "one_prize_each": True,
    "prizes_only_if_present": True,
    "prizes_shared": True,
}


def test_no_field_of_an_event_is_left_out_of_these_tests() -> None:
    assert {field.name for field in Event._meta.fields} == {"id", *ELSEWHERE, *FILLED}


@pytest.mark.parametrize("field", FILLED)
def test_field_that_is_entered_is_said_in_the_announcement(event: Event, field: str) -> None:
    if field == "bonus_handromme":
        event.ruleset = "rommeordnung"
    if field.startswith("length_"):
        event.length_unit, event.length_number = "rounds", 1
    if field in ("options", "table_size"):
        event.ruleset = "rommee"
    if field.startswith("stake"):
        event.ruleset = "classic"
    if field == "stake_booked":
        event.stake = Decimal("0.002")
    if field in ("confirmations", "blind_check"):
        event.phone_lists = Event.PhoneLists.ALLOWED
    before = announcement(event)
    setattr(event, field, FILLED[field])
    assert announcement(event) != before
