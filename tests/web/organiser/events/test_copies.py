"""An event copied for the next year, and its publication."""

from decimal import Decimal

import pytest
from django.test import Client

from romme_turnier.tournament.models import Event, Prize
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


def test_event_is_copied_for_the_next_year(petra: Client, event: Event) -> None:
    typed = {"name": "Testpokal 2027", "starts_at": "2027-10-16T10:00", "with_officials": "on"}
    response = petra.post(url("event_copy", event), typed)
    copy = Event.objects.get(name="Testpokal 2027")
    assert response["Location"] == url("event_edit", copy)
    assert copy.roles.count() == event.roles.count()
    assert not copy.registrations.exists()


def test_name_for_the_next_year_follows_the_local_day_of_the_event(petra: Client, event: Event) -> None:
    Event.objects.update(name="Neujahrspokal 2027", starts_at="2026-12-31T23:30Z")  # half past midnight in Berlin
    assert 'value="Neujahrspokal 2028"' in text(petra.get(url("event_copy", event)))


def test_copy_keeps_what_was_typed_when_the_address_is_taken(petra: Client, event: Event) -> None:
    page = text(
        petra.post(url("event_copy", event), {"name": "X", "starts_at": "2027-10-16T10:00", "slug": event.slug})
    )
    assert "hat schon ein anderes Turnier" in page
    assert 'value="X"' in page


def test_copy_asks_about_a_day_that_is_over(petra: Client, event: Event) -> None:
    typed = {"name": "Testpokal 2020", "starts_at": "2020-10-17T10:00"}
    assert "Der 17.10.2020 ist schon vorbei. Stimmt das Jahr?" in text(petra.post(url("event_copy", event), typed))
    assert petra.post(url("event_copy", event), {**typed, "is_over": "on"}).status_code == 302


def published(event: Event) -> bool:
    return Event.objects.filter(pk=event.pk, published_at__isnull=False).exists()


def test_event_is_published_and_taken_back_after_a_question(petra: Client, event: Event) -> None:
    assert "Turnier veröffentlichen" in text(petra.get(url("event_publish", event)))
    assert not published(event)
    petra.post(url("event_publish", event), {"public": "yes"})
    assert published(event)
    petra.post(url("event_publish", event), {"public": "yes"})  # a second click does not undo the first
    assert published(event)
    petra.post(url("event_publish", event), {"public": "no"})
    assert not published(event)


def test_prizes_are_listed_before_they_are_published(petra: Client, event: Event) -> None:
    assert "Angekündigt werden diese Preise" not in text(petra.get(url("event_publish", event)))
    Prize.objects.create(event=event, first_rank=1, last_rank=1, amount=Decimal("12.55"), thing="Blumen")
    page = text(petra.get(url("event_publish", event)))
    assert "Angekündigt werden diese Preise" in page
    assert "12,55 € und Blumen" in page
