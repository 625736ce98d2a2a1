"""A new event from its name, its day and "as usual"; an empty one that is deleted again."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.models import Event, Prize
from tests.cast import Cast, signed_in
from tests.factories import make_event
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

NEW = "/leitung/neu/"


def next_week() -> str:
    return timezone.localtime(timezone.now() + timedelta(days=7)).strftime("%Y-%m-%dT10:00")


@pytest.fixture
def event() -> Event:
    event = make_event(players=8, clubs=4, series_count=2, entry_fee=Decimal("8.00"), venue="Stadthalle")
    Prize.objects.create(event=event, first_rank=1, last_rank=1, thing="Pokal")
    return event


def test_new_event_is_as_the_last_one_that_one_directed(petra: Client, event: Event) -> None:
    page = text(petra.get(NEW))
    assert "Alles andere wie „Testpokal“" in page
    assert "Romméordnung, 2 Serien zu 12 Spielen, Bonus" in page
    assert 'maxlength="120" autofocus required id="id_name"' in page
    assert "bonus_mode" not in page
    answer = petra.post(NEW, {"name": "Winterpokal", "starts_at": next_week()})
    created = Event.objects.get(name="Winterpokal")
    assert answer["Location"] == url("event", created)
    assert (created.series_count, created.entry_fee, created.venue) == (2, Decimal("8.00"), "Stadthalle")
    assert created.prize_plan.get().thing == "Pokal"
    assert not created.registrations.exists()


def test_event_where_one_only_types_lists_is_not_the_usual_one(cast: Cast, event: Event) -> None:
    assert "Testpokal" not in text(signed_in(cast.ella).get(NEW)).partition("<main")[2]


def test_first_event_is_as_the_rules_have_it_and_asks_for_the_reading_of_the_bonus() -> None:
    client = signed_in(User.objects.create_user("neu", makes_events=True))
    page = text(client.get(NEW))
    assert "wie es die Romméordnung vorsieht" in page
    assert "Platz 2 liegt vorn. Je beendetes Spiel: Platz 1 liegt vorn." in page
    assert "3 Serien zu 12 Spielen, Bonus 20 am Vierertisch und 15 am Dreiertisch, kein Startgeld, kein Bußgeld" in page
    assert client.post(NEW, {"name": "Erster", "starts_at": next_week()}).status_code == 200
    made = client.post(NEW, {"name": "Erster", "starts_at": next_week(), "bonus_mode": "per_list"}, follow=True)
    created = Event.objects.get(name="Erster")
    assert f'<a href="{url("event_edit", created)}">Ort, Startgeld und Preise eintragen</a>' in made.content.decode()
    assert (created.series_count, created.games_per_list, created.entry_fee) == (3, 12, Decimal(0))
    assert (created.bonus_four, created.bonus_three, created.fine_steps.count()) == (20, 15, 0)


def test_day_that_is_over_is_asked_about(petra: Client, event: Event) -> None:
    sent = {"name": "Winterpokal", "starts_at": "2020-01-11T10:00"}
    response = petra.post(NEW, sent)
    page = text(response)
    assert "Der 11.01.2020 ist schon vorbei. Stimmt das Jahr?" in page
    assert response.context["form"].has_error("starts_at", "over")  # not the box that confirms the day
    assert 'value="Winterpokal"' in page
    assert not Event.objects.filter(name="Winterpokal").exists()
    petra.post(NEW, {**sent, "is_over": "on"})
    assert Event.objects.filter(name="Winterpokal").exists()


def test_empty_event_is_deleted_after_a_question(petra: Client, event: Event) -> None:
    petra.post(NEW, {"name": "Versehen", "starts_at": next_week()})
    mistaken = Event.objects.get(name="Versehen")
    assert "Turnier „Versehen“ löschen" in text(petra.get(url("event_delete", mistaken)))
    page = petra.post(url("event_delete", mistaken), follow=True)
    assert page.redirect_chain == [(reverse("organiser:events"), 302)]
    assert "Das Turnier „Versehen“ ist gelöscht." in text(page)
    assert not Event.objects.filter(name="Versehen").exists()


def test_event_with_participants_is_not_deleted(petra: Client, event: Event) -> None:
    page = text(petra.get(url("event_delete", event), follow=True))
    assert "Es sind schon Teilnehmer gemeldet." in page
    petra.post(url("event_delete", event))
    assert Event.objects.filter(pk=event.pk).exists()


def test_announcement_in_full_asks_about_a_day_that_is_over_too(petra: Client, event: Event) -> None:
    page = text(petra.post(reverse("organiser:event_create"), {"name": "Winterpokal", "starts_at": "2020-01-11T10:00"}))
    assert "Der 11.01.2020 ist schon vorbei. Stimmt das Jahr?" in page
    assert "is_over" not in text(petra.get(reverse("organiser:event_create")))
    assert "is_over" not in text(petra.get(url("event_edit", event)))


def test_form_in_full_keeps_what_was_typed_in_the_short_one(petra: Client, event: Event) -> None:
    assert 'name="short"' in text(petra.get(NEW))
    typed = {"short": "1", "name": "Winterpokal", "starts_at": "2027-01-11T10:00"}
    page = text(petra.post(reverse("organiser:event_create"), typed))
    assert 'value="Winterpokal"' in page
    assert 'value="2027-01-11T10:00"' in page
    assert "Bitte berichtigen Sie" not in page
