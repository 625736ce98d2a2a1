"""The officials' desk: list of events, the day at a glance, announcement, copy, publication, officials."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.events.progress import AFTER
from romme_turnier.tournament.events.said_steps import say_done
from romme_turnier.tournament.models import Event, EventRole, Registration, SaidStep
from romme_turnier.tournament.money.prizes import SETTINGS as PRIZE_SETTINGS
from romme_turnier.tournament.seating.series import close_series, release_seats, reopen_series, withdraw_seats
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.organiser.events.bonus_example import bonus_example
from romme_turnier.web.organiser.events.dashboard import AFTER_WORDS
from romme_turnier.web.organiser.events.forms import AnnouncementForm
from tests.cast import Cast, signed_in
from tests.factories import enter, list_of, make_checked, make_event, make_official, register, seat_series
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db

Role = EventRole.Role

# What the form for an announcement sends at the least.
TYPED = {
    "name": "Großer Herbstpokal",
    "starts_at": "2026-10-17T10:00",
    "is_over": "on",  # as soon as it is
    "access": "open",
    "prizes": "individual",
    "ruleset": "rommeordnung",
    "series_count": "3",
    "bonus_mode": "per_list",
    "entry_fee": "10,50",
    "currency": "eur",
}


@pytest.fixture
def event() -> Event:
    return make_event(players=8, clubs=4)


def values_of(event: Event) -> dict[str, str]:
    """What the form of an event sends when nothing is changed."""
    return {
        **TYPED,
        "name": event.name,
        "games_per_list": str(event.games_per_list),
        "bonus_four": str(event.bonus_four),
        "bonus_three": str(event.bonus_three),
        "bonus_handromme": str(event.bonus_handromme),
    }


# --- list ---


def test_list_shows_the_events_with_a_task_and_no_others(petra: Client) -> None:
    make_event(players=0, slug="fremd", name="Fremdes Turnier")
    page = text(petra.get(reverse("organiser:events")))
    assert "Testpokal" in page
    assert "Fremdes Turnier" not in page


def test_list_without_events_says_what_comes_here_and_offers_the_next_step() -> None:
    page = text(signed_in(User.objects.create_user("neu")).get(reverse("organiser:events")))
    assert "Noch ist keines angelegt" in page
    assert reverse("organiser:event_new") in page


def test_superuser_sees_all_events(event: Event) -> None:
    admin = User.objects.create_superuser("chefin")
    assert "Testpokal" in text(signed_in(admin).get(reverse("organiser:events")))


def test_strangers_are_asked_to_sign_in(cast: Cast) -> None:
    response = Client().get(reverse("organiser:events"))
    assert response.status_code == 302
    assert reverse("account_login") in response["Location"]


# --- who may ---

PAGES = ["event", "event_edit", "event_copy", "event_publish", "officials", "official_create"]


@pytest.mark.parametrize("name", PAGES)
def test_foreign_event_does_not_exist(cast: Cast, event: Event, name: str) -> None:
    assert signed_in(cast.frieda).get(url(name, event)).status_code == 404


@pytest.mark.parametrize("name", ["event_edit", "event_copy", "event_publish", "official_create"])
def test_only_directors_change_the_event_and_others_are_told_so(cast: Cast, event: Event, name: str) -> None:
    for official in (cast.rudi, cast.ella, cast.karl):
        page = signed_in(official).get(url(name, event))
        assert page.status_code == 403
        assert "Spielleitung" in text(page)


def test_every_official_sees_the_day_and_who_else_is_there(cast: Cast, event: Event) -> None:
    for official in (cast.rudi, cast.ella, cast.karl):
        client = signed_in(official)
        assert client.get(url("event", event)).status_code == 200
        assert "Ella" in text(client.get(url("officials", event)))


@pytest.mark.parametrize("name", PAGES)
def test_looking_changes_nothing(petra: Client, event: Event, name: str) -> None:
    before = (Event.objects.count(), Event.history.count(), EventRole.objects.count(), User.objects.count())
    assert petra.get(url(name, event)).status_code == 200
    after = (Event.objects.count(), Event.history.count(), EventRole.objects.count(), User.objects.count())
    assert after == before


# --- the day ---


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
    petra.post(url("event_said", event), {"zurueck": "publish"})
    assert "Turnier veröffentlichen" in next_step(petra, event)
    petra.post(url("event_said", event), {"step": "draw"})
    assert not event.said_steps.exists()


def test_every_step_after_the_series_has_its_line(petra: Client, event: Event) -> None:
    assert set(AFTER_WORDS) == {step for step, _is_open in AFTER}
    page = text(petra.get(url("event", event)))
    for label, _address in AFTER_WORDS.values():
        assert f">{label}</a>" in page


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


def test_day_counts_who_is_there_numbered_and_paid(petra: Client, event: Event) -> None:
    event.registrations.filter(number__lte=3).update(paid=True)
    page = text(petra.get(url("event", event)))
    assert "<dt>mit Startnummer</dt><dd>8</dd>" in page
    assert "<dt>bezahlt</dt><dd>3</dd>" in page


# --- announcement ---


def create(client: Client, **changes: str) -> Any:
    return client.post(reverse("organiser:event_create"), {**TYPED, **changes})


def test_event_is_set_up_with_what_the_rule_system_makes_usual(petra: Client, cast: Cast) -> None:
    response = create(petra)
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert response["Location"] == url("event", event)
    assert (event.games_per_list, event.bonus_four, event.bonus_three, event.bonus_handromme) == (12, 20, 15, 50)
    assert (event.entry_fee, event.currency) == (Decimal("10.50"), "EUR")
    assert event.registration_closes_at is not None
    assert event.registration_closes_at.isoformat() == "2026-10-17T07:45:00+00:00"
    assert event.roles.get().user == cast.petra


def test_reading_of_the_bonus_is_asked_and_none_is_preselected(petra: Client) -> None:
    page = petra.get(reverse("organiser:event_create")).content.decode()
    radios = re.findall(r'<input type="radio" name="bonus_mode"[^>]*>', page)
    assert len(radios) == 2
    assert not any("checked" in radio for radio in radios)
    refused = create(petra, bonus_mode="")
    assert refused.status_code == 200
    assert not Event.objects.filter(name="Großer Herbstpokal").exists()


def test_form_shows_what_each_reading_does_to_the_same_list(petra: Client) -> None:
    page = text(petra.get(reverse("organiser:event_create")))
    for row in bonus_example(get_ruleset("rommeordnung"), 20, 15, 50).rows:
        assert f">{row.per_list}</td>" in page
        assert f">{row.per_finished_game}</td>" in page
    assert "Platz 2 liegt vorn. Je beendetes Spiel: Platz 1 liegt vorn." in page


def test_readings_of_the_example_differ_by_the_games_ended() -> None:
    example = bonus_example(get_ruleset("rommeordnung"), 20, 15, 50)
    assert all(row.per_list == row.minus - 20 for row in example.rows)
    assert all(row.per_finished_game == row.minus - 20 * row.finished for row in example.rows)
    assert sum(row.finished for row in example.rows) == 12


def test_rule_system_brings_its_number_of_games(petra: Client) -> None:
    create(petra, ruleset="contract")
    assert Event.objects.get(name="Großer Herbstpokal").games_per_list == 7


def test_rule_system_without_a_usual_number_of_games_asks_for_it(petra: Client) -> None:
    page = text(create(petra, ruleset="classic"))
    assert "Bitte geben Sie an, wie viele Spiele eine Liste hat" in page


def test_bonus_is_not_asked_for_where_the_rule_system_has_none(petra: Client) -> None:
    create(petra, ruleset="contract", bonus_mode="", bonus_four="20", bonus_three="15", bonus_handromme="50")
    event = Event.objects.get(name="Großer Herbstpokal")
    assert (event.bonus_four, event.bonus_three, event.bonus_handromme) == (0, 0, 0)
    page = text(petra.get(reverse("organiser:event_edit", args=[event.slug])))
    assert "3.2.1" not in page
    assert "Handrommé" not in page


def test_fines_are_typed_as_rows(petra: Client) -> None:
    create(petra, fine_from_1="9", fine_amount_1="0,50", fine_from_2="1", fine_amount_2="0,20")
    event = Event.objects.get(name="Großer Herbstpokal")
    assert [(s.from_game, s.amount) for s in event.fine_steps.all()] == [(1, Decimal("0.20")), (9, Decimal("0.50"))]


TIMETABLE = {
    "item_time_1": "09:00",
    "item_what_1": "Einlass",
    "item_time_2": "10:00",
    "item_series_2": "1",
    "item_time_3": "09:30",
    "item_what_3": "Zweiter Tag",
    "item_day_3": "2026-10-18",
}


def test_timetable_is_typed_as_rows_and_a_day_only_where_it_is_another(petra: Client) -> None:
    create(petra, **TIMETABLE)
    event = Event.objects.get(name="Großer Herbstpokal")
    assert [(item.starts_at.isoformat(), item.what, item.series_number) for item in event.timetable.all()] == [
        ("2026-10-17T07:00:00+00:00", "Einlass", None),
        ("2026-10-17T08:00:00+00:00", "Serie 1", 1),
        ("2026-10-18T07:30:00+00:00", "Zweiter Tag", None),
    ]
    page = petra.get(url("event_edit", event)).content.decode()
    values = [re.findall(rf'name="item_{name}_\d" value="([^"]*)"', page) for name in ("time", "day")]
    assert values == [["09:00", "10:00", "09:30"], ["2026-10-18"]]


def test_timetable_moves_with_the_day_of_the_event_and_rows_that_are_emptied_go(petra: Client) -> None:
    create(petra, **TIMETABLE)
    event = Event.objects.get(name="Großer Herbstpokal")
    moved = {**values_of(event), "starts_at": "2026-10-24T10:00", "item_time_1": "09:00", "item_what_1": "Einlass"}
    assert petra.post(url("event_edit", event), moved).status_code == 302
    assert [item.starts_at.isoformat() for item in event.timetable.all()] == ["2026-10-24T07:00:00+00:00"]


def test_rows_of_the_timetable_that_say_too_little_are_told(petra: Client) -> None:
    page = text(create(petra, item_what_1="Einlass", item_time_2="10:00", item_time_3="14:00", item_series_3="4"))
    for fault in ("um wie viel Uhr", "was dann geschieht", "So viele Serien hat das Turnier nicht"):
        assert fault in page


def test_every_field_of_an_event_is_entered_on_some_page() -> None:
    by_itself = {"id", "created_at", "published_at"}  # the last by the button that publishes
    on_pages = {*AnnouncementForm.Meta.fields, *PRIZE_SETTINGS, "language", "accent"}
    assert {field.name for field in Event._meta.fields} - by_itself == on_pages


def test_minutes_of_a_series_are_announced(petra: Client, event: Event) -> None:
    petra.post(url("event_edit", event), {**values_of(event), "series_minutes": "90"})
    event.refresh_from_db()
    assert event.series_minutes == 90


def test_all_faults_are_told_and_what_was_typed_is_kept(petra: Client) -> None:
    page = text(
        create(
            petra,
            name="",
            venue="Stadthalle",
            registration_closes_at="2026-10-17T11:00",
            currency="E1",
            fine_from_1="1",
            fine_from_2="2",
            fine_amount_2="billig",
        )
    )
    assert "error-summary" in page
    assert "Bitte den Namen eintragen." in page
    assert "Der Meldeschluss liegt nach dem Beginn." in page
    assert "Bitte geben Sie drei Buchstaben an" in page
    assert "Bitte geben Sie auch den Betrag an." in page
    assert 'value="Stadthalle"' in page
    assert 'value="billig"' in page


def test_address_that_is_taken_is_refused_at_its_field(petra: Client, event: Event) -> None:
    assert "Diese Adresse hat schon ein anderes Turnier." in text(create(petra, slug=event.slug))


def test_announcement_is_changed(petra: Client, event: Event) -> None:
    response = petra.post(url("event_edit", event), {**values_of(event), "venue": "Stadthalle"})
    event.refresh_from_db()
    assert (response.status_code, event.venue, event.slug) == (302, "Stadthalle", "testpokal")


def test_terms_cannot_be_typed_over_once_games_are_entered(petra: Client, event: Event) -> None:
    enter(list_of(seat_series(event)), 1, "0 20 30 40")
    page = text(petra.get(url("event_edit", event)))
    assert "In den Listen stehen schon Spiele" in page
    petra.post(url("event_edit", event), {**values_of(event), "games_per_list": "15", "venue": "Stadthalle"})
    event.refresh_from_db()
    assert (event.games_per_list, event.venue) == (12, "Stadthalle")


def test_default_close_of_registration_follows_the_start(petra: Client, event: Event) -> None:
    petra.post(url("event_edit", event), {**values_of(event), "starts_at": "2026-10-17T14:00"})
    page = text(petra.get(url("event_edit", event)))
    assert "derzeit also 13:45 Uhr" in page


def test_changing_fewer_series_than_drawn_is_refused_with_the_reason(petra: Client, event: Event) -> None:
    seat_series(event, 2)
    page = text(petra.post(url("event_edit", event), {**values_of(event), "series_count": "1"}))
    assert "Serie 2 ist schon ausgelost" in page


# --- copy and publication ---


def test_event_is_copied_for_the_next_year(petra: Client, event: Event) -> None:
    typed = {"name": "Testpokal 2027", "starts_at": "2027-10-16T10:00", "with_officials": "on"}
    response = petra.post(url("event_copy", event), typed)
    copy = Event.objects.get(name="Testpokal 2027")
    assert response["Location"] == url("event_edit", copy)
    assert copy.roles.count() == event.roles.count()
    assert not copy.registrations.exists()


def test_copy_keeps_what_was_typed_when_the_address_is_taken(petra: Client, event: Event) -> None:
    page = text(
        petra.post(url("event_copy", event), {"name": "X", "starts_at": "2027-10-16T10:00", "slug": event.slug})
    )
    assert "hat schon ein anderes Turnier" in page
    assert 'value="X"' in page


def published(event: Event) -> bool:
    return Event.objects.filter(pk=event.pk, published_at__isnull=False).exists()


def test_event_is_published_and_taken_back_after_a_question(petra: Client, event: Event) -> None:
    assert "Turnier veröffentlichen" in text(petra.get(url("event_publish", event)))
    assert not published(event)
    petra.post(url("event_publish", event), {"public": "yes"})
    assert published(event)
    petra.post(url("event_publish", event), {"public": "yes"})  # a second click takes nothing back
    assert published(event)
    petra.post(url("event_publish", event), {"public": "no"})
    assert not published(event)


# --- officials ---


def test_colleague_with_an_account_is_added(petra: Client, cast: Cast, event: Event) -> None:
    petra.post(url("officials", event), {"username": "frieda", "roles": ["entry", "cashier"]})
    assert set(event.roles.filter(user=cast.frieda).values_list("role", flat=True)) == {"entry", "cashier"}


def test_unknown_account_is_told_at_its_field_and_the_roles_stay_ticked(petra: Client, event: Event) -> None:
    page = text(petra.post(url("officials", event), {"username": "niemand", "roles": ["entry"]}))
    assert "Ein Konto „niemand“ gibt es nicht." in page
    assert re.search(r'value="entry"[^>]*checked', page)


def test_others_than_directors_add_nobody(cast: Cast, event: Event) -> None:
    response = signed_in(cast.rudi).post(url("officials", event), {"username": "frieda", "roles": ["director"]})
    assert response.status_code == 403
    assert not event.roles.filter(user=cast.frieda).exists()


def test_account_for_a_colleague_shows_its_password_once_and_is_not_cached(petra: Client, event: Event) -> None:
    typed = {"display_name": "Hans Neu", "username": "hans", "roles": ["entry"]}
    response = petra.post(url("official_create", event), typed)
    found = re.search(r"<code>(.*?)</code>", text(response))
    assert found
    assert "no-store" in response["Cache-Control"]
    assert Client().login(username="hans", password=found[1])
    assert found[1] not in text(petra.get(url("officials", event)))


def test_account_name_that_is_taken_is_told(petra: Client, event: Event) -> None:
    typed = {"display_name": "Rudi Zwei", "username": "rudi", "roles": ["entry"]}
    assert "gibt es schon" in text(petra.post(url("official_create", event), typed))


def test_roles_are_changed(petra: Client, cast: Cast, event: Event) -> None:
    petra.post(url("official", event, cast.rudi.pk), {"roles": ["referee", "entry"]})
    assert set(event.roles.filter(user=cast.rudi).values_list("role", flat=True)) == {"referee", "entry"}


def test_last_director_stays(petra: Client, cast: Cast, event: Event) -> None:
    page = petra.post(url("official", event, cast.petra.pk), {"roles": ["referee"]})
    assert "Jemand muss die Spielleitung haben" in text(page)
    page = petra.post(url("official_remove", event, cast.petra.pk), follow=True)
    assert "Jemand muss die Spielleitung haben" in text(page)
    assert event.roles.filter(user=cast.petra, role=Role.DIRECTOR).exists()


def test_official_is_removed_after_a_question(petra: Client, cast: Cast, event: Event) -> None:
    assert "aus der Leitung nehmen" in text(petra.get(url("official_remove", event, cast.rudi.pk)))
    petra.post(url("official_remove", event, cast.rudi.pk))
    assert not event.roles.filter(user=cast.rudi).exists()


def test_somebody_without_a_role_here_is_not_found(petra: Client, cast: Cast, event: Event) -> None:
    assert petra.get(url("official", event, cast.frieda.pk)).status_code == 404


def test_director_who_gives_the_task_away_lands_on_the_list_of_events(petra: Client, cast: Cast, event: Event) -> None:
    EventRole.objects.create(event=event, user=cast.rudi, role=Role.DIRECTOR)
    response = petra.post(url("official_remove", event, cast.petra.pk))
    assert response["Location"] == reverse("organiser:events")


def test_overview_reminds_to_publish_before_anybody_can_register_alone(event: Event, petra: Client) -> None:
    words = "Anmelden kann sich noch niemand"
    assert words not in text(petra.get(url("event", event)))
    Event.objects.filter(pk=event.pk).update(self_registration=True)
    assert words in text(petra.get(url("event", event)))
    petra.post(url("event_publish", event), {"public": "yes"})
    assert words not in text(petra.get(url("event", event)))
