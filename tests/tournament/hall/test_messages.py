"""Announcements as text."""

from datetime import timedelta

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall import messages as hall_messages
from romme_turnier.tournament.shared.errors import TournamentError

pytestmark = pytest.mark.django_db


def shown(event: models.Event, minutes: int = 0) -> list[str]:
    now = timezone.now() + timedelta(minutes=minutes)
    return [message.text for message in hall_messages.shown_messages(event, now)]


def test_the_newest_announcement_stands_first(event: models.Event) -> None:
    hall_messages.announce(event, "Serie 1 beginnt", minutes=None, by=None)
    hall_messages.announce(event, "Das  Buffet ist eröffnet ", minutes=None, by=None)
    assert shown(event) == ["Das Buffet ist eröffnet", "Serie 1 beginnt"]


def test_an_announcement_ends_when_its_time_is_over(event: models.Event) -> None:
    hall_messages.announce(event, "Serie 1 beginnt", minutes=10, by=None)
    assert shown(event, minutes=9) == ["Serie 1 beginnt"]
    assert shown(event, minutes=11) == []


def test_an_announcement_ends_when_it_is_withdrawn_and_stays_in_the_record(event: models.Event) -> None:
    message = hall_messages.announce(event, "Serie 1 beginnt", minutes=None, by=None)
    hall_messages.withdraw(message, by=None)
    assert shown(event) == []
    assert event.hall_messages.count() == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 201])
def test_an_announcement_without_text_or_too_long_is_refused(event: models.Event, text: str) -> None:
    with pytest.raises(TournamentError):
        hall_messages.announce(event, text, minutes=None, by=None)
