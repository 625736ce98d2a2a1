"""Announcements as text."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import messages as hall_messages
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import seat_series

Call = models.HallMessage.Call

pytestmark = pytest.mark.django_db


def shown(event: models.Event, minutes: int = 0) -> list[str]:
    now = timezone.now() + timedelta(minutes=minutes)
    return [message.words for message in hall_messages.shown_messages(event, now)]


def test_the_newest_announcement_stands_first(event: models.Event) -> None:
    hall_messages.announce(event, "Serie 1 beginnt", minutes=None, by=None)
    hall_messages.announce(event, "Das  Buffet ist eröffnet ", minutes=None, by=None)
    assert shown(event) == ["Das Buffet ist eröffnet", "Serie 1 beginnt"]


def test_the_newest_announcement_stands_first_also_when_the_clock_was_set_back(event: models.Event) -> None:
    hall_messages.announce(event, "Mittagessen", minutes=None, by=None)
    with time_machine.travel(timezone.now() - timedelta(hours=2)):
        hall_messages.announce(event, "Serie 2 beginnt", minutes=None, by=None)
        assert [message.text for message in hall_messages.shown_messages(event)] == ["Serie 2 beginnt", "Mittagessen"]


def test_an_announcement_ends_when_its_time_is_over(event: models.Event) -> None:
    hall_messages.announce(event, "Serie 1 beginnt", minutes=10, by=None)
    assert shown(event, minutes=9) == ["Serie 1 beginnt"]
    assert shown(event, minutes=11) == []


def test_an_announcement_ends_when_it_is_withdrawn_and_stays_in_the_record(event: models.Event) -> None:
    message = hall_messages.announce(event, "Serie 1 beginnt", minutes=None, by=None)
    hall_messages.withdraw(message, by=None)
    assert shown(event) == []
    assert event.hall_messages.count() == 1


def test_an_announcement_sent_again_while_it_is_shown_stands_there_once_until_the_new_time(event: models.Event) -> None:
    first = hall_messages.announce(event, "Serie 1 beginnt", minutes=10, by=None)
    assert hall_messages.announce(event, "Serie 1 beginnt ", minutes=20, by=None) == first
    assert shown(event, minutes=11) == ["Serie 1 beginnt"]
    hall_messages.end(first, by=None)
    assert hall_messages.announce(event, "Serie 1 beginnt", minutes=10, by=None) != first


def test_one_call_to_two_tables_is_two_announcements(event: models.Event) -> None:
    for table in seat_series(event).tables.all():
        hall_messages.announce(event, call=Call.HAND_IN, table=table, minutes=10, by=None)
    assert len(shown(event)) == 2


@pytest.mark.parametrize("text", ["", "  ", "x" * 201])
def test_an_announcement_without_text_or_too_long_is_refused(event: models.Event, text: str) -> None:
    with pytest.raises(TournamentError):
        hall_messages.announce(event, text, minutes=None, by=None)


def test_an_ended_announcement_is_past_and_one_taken_back_says_so(event: models.Event) -> None:
    over, wrong = (hall_messages.announce(event, text, minutes=None, by=None) for text in ("Vorbei", "Falsch"))
    assert list(hall_messages.past_messages(event)) == []
    hall_messages.end(over, by=None)
    hall_messages.withdraw(wrong, by=None)
    assert shown(event) == []
    past = hall_messages.past_messages(event)
    assert [(one.words, one.withdrawn_at is not None) for one in past] == [("Falsch", True), ("Vorbei", False)]


def test_a_call_is_put_into_words_when_it_is_read(event: models.Event) -> None:
    hall_messages.announce(event, call=Call.SIT_DOWN, minutes=None, by=None)
    assert shown(event) == ["Bitte setzen Sie sich an Ihren Tisch."]
    assert event.hall_messages.get().text == ""  # so that each reads it in their own language


def test_a_call_for_a_referee_names_the_table_and_is_for_everybody(event: models.Event) -> None:
    with pytest.raises(TournamentError, match="an welchen Tisch"):
        hall_messages.announce(event, call=Call.REFEREE, minutes=None, by=None)
    table = seat_series(event).tables.get(number=2)
    message = hall_messages.announce(event, call=Call.REFEREE, table=table, minutes=None, by=None)
    assert message.words == "Ein Schiedsrichter bitte zu Tisch 2."
    assert message.for_table is None


def test_an_announcement_to_a_table_is_for_that_table(event: models.Event) -> None:
    table = seat_series(event).tables.get(number=2)
    assert hall_messages.announce(event, "Bitte warten", table=table, minutes=None, by=None).for_table == table
