"""The overview of an event: next steps, open work, and answers of officials."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.events.progress import AFTER
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.models import Event, FineStep, HandIn, Registration, SaidStep
from romme_turnier.tournament.money.cash import book_other, count_cash
from romme_turnier.tournament.seating.series import close_series, release_seats, reopen_series, withdraw_seats
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.organiser.events.dashboard import AFTER_WORDS
from tests.cast import Cast, signed_in
from tests.factories import enter, list_of, make_checked, make_official, register, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


def next_step(client: Client, event: Event) -> str:
    found = re.search(
        r'<section class="next-step".*?</section>', client.get(url("event", event)).content.decode(), re.S
    )
    assert found
    return " ".join(found[0].split())


def test_day_begins_with_registering(petra: Client, event: Event) -> None:
    Registration.objects.all().delete()
    assert "Teilnehmer melden" in next_step(petra, event)
    assert url("front_desk", event) in next_step(petra, event)


def test_event_without_players_has_no_tick_for_them_before_it_is_published(petra: Client, event: Event) -> None:
    Registration.objects.all().delete()
    Event.objects.update(self_registration=True)
    page = petra.get(url("event", event))
    assert page.context["day"].next_step == "publish"
    assert [stage.state for stage in page.context["before"]] == ["done", "now", "todo", "todo"]
    assert "alle vergeben" not in text(page)


def test_then_come_the_start_numbers(petra: Client, event: Event) -> None:
    register(event, None)
    assert "1 Teilnehmer hat noch keine Startnummer" in next_step(petra, event)


def test_then_the_draw(petra: Client, event: Event) -> None:
    assert "Serie 1 auslosen" in next_step(petra, event)
    assert url("series_draw", event, 1) in next_step(petra, event)


def test_then_the_seats_and_the_lists(petra: Client, event: Event) -> None:
    series = seat_series(event)
    publish_event(event, by=make_official())
    assert "Plätze der Serie 1 freigeben" in next_step(petra, event)
    release_seats(series, by=None)
    assert "Listen der Serie 1 eingeben (0 von 2)" in next_step(petra, event)
    make_checked(list_of(series, 1))
    assert "Listen der Serie 1 eingeben (1 von 2)" in next_step(petra, event)
    make_checked(list_of(series, 2))
    assert "Serie 1 abschließen" in next_step(petra, event)
    close_series(series, by=None)
    assert "Rangliste nach Serie 1 freigeben" in next_step(petra, event)


def test_seats_of_an_event_that_is_not_public_ask_to_publish_it(petra: Client, event: Event) -> None:
    series = seat_series(event)
    assert "Turnier veröffentlichen" in next_step(petra, event)
    assert 'name="step" value="publish"' in next_step(petra, event)
    page = text(petra.post(url("series_release", event, 1), follow=True))
    assert "Das Turnier ist nicht öffentlich: Die Plätze sieht nur die Leitung" in page
    assert "für alle sichtbar" not in page
    assert "Was Sie freigeben, sieht nur die Leitung" in text(petra.get(url("event", event)))
    withdraw_seats(series, by=None)
    page = text(petra.post(url("series_release", event, 1), {"veroeffentlichen": "1"}, follow=True))
    assert "Die Plätze der Serie 1 sind jetzt für alle sichtbar." in page
    event.refresh_from_db()
    assert event.published_at is not None


def test_step_that_only_an_official_knows_is_said_and_unsaid(petra: Client, event: Event) -> None:
    seat_series(event)
    petra.post(url("event_said", event), {"step": "publish"})
    assert "Plätze der Serie 1 freigeben" in next_step(petra, event)
    page = text(petra.get(url("event", event)))
    assert "Ohne öffentliche Seite" in page
    tables = text(petra.get(url("series", event, 1)))
    assert '<button class="button" type="submit">Nur für die Leitung freigeben</button>' in tables
    petra.post(url("event_said", event), {"zurueck": "publish"})
    assert "Turnier veröffentlichen" in next_step(petra, event)
    petra.post(url("event_said", event), {"step": "draw"})
    assert not event.said_steps.exists()


def test_every_step_after_the_series_has_its_line(petra: Client, event: Event) -> None:
    assert set(AFTER_WORDS) == {step for step, _is_open in AFTER}
    page = text(petra.get(url("event", event)))
    for label, _address in AFTER_WORDS.values():
        assert f">{label}</a>" in page


def test_end_of_the_day_names_what_is_missing(petra: Client, event: Event) -> None:
    event.fine_steps.create(from_game=1, amount=Decimal("0.50"))
    Event.objects.update(series_count=1, entry_fee=Decimal("12.00"))
    event.refresh_from_db()
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series))
    record_hand_in(list_of(series), paper=HandIn.Custody.IN, fine_paid=Decimal(0), expected=0, by=None)
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    for step in SaidStep.Step:
        if step not in (SaidStep.Step.COLLECT, SaidStep.Step.COUNT_CASH):
            say_done(event, step, by=None)
    assert "Beim Startgeld fehlen 96,00 €. Beim Bußgeld fehlen 18,00 €." in next_step(petra, event)
    say_done(event, SaidStep.Step.COLLECT, by=None)
    book_other(event, "float", Decimal("50.00"), text="", key="", by=None)
    count_cash(event, {Decimal("5.00"): 9}, by=None)
    done = next_step(petra, event)
    assert "Das Turnier ist ausgewertet" in done
    assert "Beim Startgeld fehlen 96,00 €. Beim Bußgeld fehlen 18,00 €. In der Kasse fehlen 5,00 €." in done
    assert "Alles ist" not in done
    source = petra.get(url("event", event)).content.decode()
    counted = re.search(r'<li class="stage stage--(\w+)">(?:(?!</li>).)*Kasse zählen.*?</li>', source, re.S)
    assert counted
    assert counted[1] == "todo"
    assert "In der Kasse fehlen" in counted[0]


def test_correction_after_the_last_release_asks_for_a_new_release(petra: Client, event: Event) -> None:
    Event.objects.update(series_count=1)
    event.refresh_from_db()
    series = seat_series(event)
    release_seats(series, by=None)
    make_checked(list_of(series, 1), {1: "0 21 33 47", 2: "0 21 33 47"})
    make_checked(list_of(series, 2), {1: "0 62 74 88", 2: "0 62 74 89", 3: "3 0 7 9"})
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    say_done(event, SaidStep.Step.PLAN_PRIZES, by=None)
    assert "Urkunden drucken" in next_step(petra, event)
    reopen_series(series, by=None)
    enter(list_of(series, 2), 1, "0 62 74 98", reason="verlesen")
    close_series(series, by=None)
    assert "Neue Ausgabe der Rangliste nach Serie 1 freigeben" in next_step(petra, event)


def test_lists_with_problems_are_counted_in_words(petra: Client, event: Event) -> None:
    series = seat_series(event)
    release_seats(series, by=None)
    enter(list_of(series), 1, "0 1 30 40")
    page = text(petra.get(url("event", event)))
    assert "1 Liste hat Fehler und zählt so nicht" in page
    assert "▲" in page


def test_official_without_the_right_reads_who_does_the_next_step(cast: Cast, event: Event) -> None:
    step = next_step(signed_in(cast.ella), event)
    assert "Das macht: Spielleitung." in step
    assert 'class="button"' not in step


def test_stages_lead_only_to_pages_that_the_official_may_open(petra: Client, cast: Cast, event: Event) -> None:
    addresses = {name: f'<a href="{url(name, event)}">' for name in ("event_edit", "event_publish", "front_desk")}
    addresses |= {name: f'<a href="{url(name, event)}">' for name in ("prize_plan", "play_off", "day_end", "standings")}
    led = {
        client: {name for name, link in addresses.items() if link in client.get(url("event", event)).content.decode()}
        for client in (petra, signed_in(cast.karl), signed_in(cast.rudi))
    }
    assert list(led.values()) == [set(addresses), {"front_desk", "standings", "day_end"}, {"front_desk", "standings"}]


def test_day_counts_who_is_there_numbered_and_paid(petra: Client, event: Event) -> None:
    event.registrations.filter(number__lte=3).update(paid=True)
    page = text(petra.get(url("event", event)))
    assert "<dt>mit Startnummer</dt><dd>8</dd>" in page
    assert "<dt>bezahlt</dt><dd>3</dd>" in page


def test_overview_reminds_to_publish_before_anybody_can_register_alone(event: Event, petra: Client) -> None:
    words = "Anmelden kann sich noch niemand"
    assert words not in text(petra.get(url("event", event)))
    Event.objects.filter(pk=event.pk).update(self_registration=True)
    assert words in text(petra.get(url("event", event)))
    petra.post(url("event_publish", event), {"public": "yes"})
    assert words not in text(petra.get(url("event", event)))


def test_overview_is_read_with_few_queries(
    petra: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.20"))
    Event.objects.filter(pk=event.pk).update(entry_fee=10, series_count=2, prizes=Event.Prizes.BOTH)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    Registration.objects.filter(number=1).update(out_of_competition=True)
    with django_assert_max_num_queries(31):
        page = text(petra.get(url("event", event)))
    for words in ("Beim Bußgeld fehlen", "Beim Startgeld fehlen", "Abgabe ist nicht eingetragen", "alte Stand"):
        assert words in page
