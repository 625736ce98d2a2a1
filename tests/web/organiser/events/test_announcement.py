"""The announcement: its fields, refused input, and settings that can no longer be changed."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.tournament.models import Event, LedgerEntry
from romme_turnier.tournament.money.prizes import SETTINGS as PRIZE_SETTINGS
from romme_turnier.web.organiser.events.announcement.bonus_example import bonus_example
from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm
from tests.cast import Cast, make_cast
from tests.factories import enter, list_of, make_event, seat_series
from tests.web.organiser.events.typed import TYPED, values_of
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db
START = datetime(2026, 10, 17, 8, tzinfo=UTC)


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


FINES = {"fine-0-from_game": "9", "fine-0-amount": "0,50", "fine-1-from_game": "1", "fine-1-amount": "0,20"}


def test_fines_are_typed_as_rows(petra: Client) -> None:
    create(petra, **FINES)
    event = Event.objects.get(name="Großer Herbstpokal")
    assert [(s.from_game, s.amount) for s in event.fine_steps.all()] == [(1, Decimal("0.20")), (9, Decimal("0.50"))]


TIMETABLE = {
    "item-0-time": "09:00",
    "item-0-what": "Einlass",
    "item-1-time": "10:00",
    "item-1-series": "1",
    "item-2-time": "09:30",
    "item-2-what": "Zweiter Tag",
    "item-2-day": "2026-10-18",
}


def test_timetable_is_typed_as_rows_and_a_day_only_if_it_is_another(petra: Client) -> None:
    create(petra, **TIMETABLE)
    event = Event.objects.get(name="Großer Herbstpokal")
    assert [(item.starts_at.isoformat(), item.what, item.series_number) for item in event.timetable.all()] == [
        ("2026-10-17T07:00:00+00:00", "Einlass", None),
        ("2026-10-17T08:00:00+00:00", "Serie 1", 1),
        ("2026-10-18T07:30:00+00:00", "Zweiter Tag", None),
    ]
    page = petra.get(url("event_edit", event)).content.decode()
    values = [re.findall(rf'name="item-\d-{name}" value="([^"]*)"', page) for name in ("time", "day")]
    assert values == [["09:00", "10:00", "09:30"], ["2026-10-18"]]


def test_timetable_moves_with_the_day_of_the_event_and_rows_that_are_emptied_go(petra: Client) -> None:
    create(petra, **TIMETABLE)
    event = Event.objects.get(name="Großer Herbstpokal")
    moved = {**values_of(event), "starts_at": "2026-10-24T10:00", "item-0-time": "09:00", "item-0-what": "Einlass"}
    assert petra.post(url("event_edit", event), moved).status_code == 302
    assert [item.starts_at.isoformat() for item in event.timetable.all()] == ["2026-10-24T07:00:00+00:00"]


def test_rows_of_the_timetable_that_say_too_little_are_told(petra: Client) -> None:
    third = {"item-2-time": "14:00", "item-2-series": "4"}
    page = text(create(petra, **{"item-0-what": "Einlass", "item-1-time": "10:00"}, **third))
    for fault in ("um wie viel Uhr", "was dann geschieht", "So viele Serien hat das Turnier nicht"):
        assert fault in page


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "5000-01-01", "9999-12-31"])
def test_timetable_refuses_days_that_no_calendar_has(petra: Client, day: str) -> None:
    page = text(create(petra, **{"item-0-day": day, "item-0-time": "00:10", "item-0-what": "Einlass"}))
    assert "Bitte einen Tag eintragen" in page
    assert not Event.objects.filter(name="Großer Herbstpokal").exists()


def test_timetable_of_any_days_is_copied_to_any_day(petra: Client) -> None:
    row = {"item-0-day": "4999-12-31", "item-0-time": "23:50", "item-0-what": "Ende"}
    create(petra, starts_at="1900-01-01T10:00", **row)
    event = Event.objects.get(name="Großer Herbstpokal")
    copied = {"name": "Winterpokal", "starts_at": "4999-12-31T10:00", "is_over": "on"}
    assert petra.post(url("event_copy", event), copied).status_code == 302


def test_every_field_of_an_event_is_entered_on_some_page() -> None:
    # Published by a button, packed with its season, handed over with a package.
    by_itself = {"id", "made_by", "held_by", "created_at", "published_at", "packed_at", "elsewhere"}
    on_pages = {
        *AnnouncementForm.base_fields.keys() & {"slug"},
        *AnnouncementForm.Meta.fields,
        *PRIZE_SETTINGS,
        "options",
        "points_per_game",
        "length_unit",
        "language",
        "accent",
        *("season", "kind"),  # on the page of the season
    }
    assert {field.name for field in Event._meta.fields} - by_itself - {*Event.WORDS} == on_pages


def test_minutes_of_a_series_are_announced(petra: Client, event: Event) -> None:
    petra.post(url("event_edit", event), {**values_of(event), "series_minutes": "90"})
    event.refresh_from_db()
    assert event.series_minutes == 90


def test_all_faults_are_reported_and_the_input_is_kept(petra: Client) -> None:
    page = text(
        create(
            petra,
            name="",
            venue="Stadthalle",
            registration_closes_at="2026-10-17T11:00",
            currency="E1",
            **{"fine-0-from_game": "1", "fine-1-from_game": "2", "fine-1-amount": "billig"},
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


def test_rows_of_tables_in_the_hall_are_kept(petra: Client, event: Event) -> None:
    petra.post(url("event_edit", event), {**values_of(event), "hall_tables": "1,2,3,4;5-8 ; 11"})
    event.refresh_from_db()
    assert event.hall_tables == "1-4; 5-8; 11"


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


# Options that the rule system leaves open


def test_options_are_asked_with_meaning_and_example_where_the_rule_system_has_them(petra: Client) -> None:
    page = text(petra.post(reverse("organiser:event_create"), {**TYPED, "ruleset": "contract", "ask": "1"}))
    assert 'name="option_joker_25"' in page
    assert "Pik Ass, Herz 9, Joker auf der Hand zählen 49 Punkte, sonst 39." in page
    assert "option_knocking" not in page
    assert "option_" not in text(petra.get(reverse("organiser:event_create")))


def test_options_are_stored_with_the_event(petra: Client) -> None:
    chosen = {"ruleset": "rommee", "games_per_list": "4", "option_minimum": "40", "option_knocking": "on"}
    assert create(petra, **chosen).status_code == 302
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert event.options == {"minimum": 40, "knocking": True}
    page = text(petra.get(url("event_edit", event)))
    assert re.search(r'<option value="40" selected', page)
    assert re.search(r'name="option_knocking"[^>]* checked', page)


def test_options_that_contradict_are_said_at_both(petra: Client) -> None:
    chosen = {"ruleset": "contract", "option_no_jokers": "on", "option_joker_25": "on"}
    page = text(create(petra, **chosen))
    assert page.count("„Ohne Joker“ passt nicht zu „Ein Joker auf der Hand zählt 25 Punkte“.") >= 2
    assert not Event.objects.filter(slug="grosser-herbstpokal").exists()


def test_options_are_shown_but_fixed_once_a_game_is_entered(petra: Client, cast: Cast) -> None:
    event = make_event(players=4, ruleset="contract", slug="fest", options={"joker_25": True})
    make_cast(event)
    enter(list_of(seat_series(event, tables=[(1, 2, 3, 4)])), 1, "0 20 30 40", by=cast.petra)
    page = text(petra.get(url("event_edit", event)))
    assert re.search(r'name="option_joker_25"[^>]* disabled', page)
    assert petra.post(url("event_edit", event), {**values_of(event), "ruleset": "contract"}).status_code == 302
    event.refresh_from_db()
    assert event.options == {"joker_25": True}


def test_announcement_says_what_was_agreed_upon(petra: Client) -> None:
    event = make_event(ruleset="rommee", slug="klopfen", options={"knocking": True}, published_at=START)
    page = text(petra.get(f"/t/{event.slug}/"))
    assert "Erstes Auslegen ab 30 Punkten" in page
    assert "Klopfen" in page


def test_size_of_tables_is_asked_where_the_rule_system_does_not_say_it(petra: Client) -> None:
    assert 'name="table_size"' not in text(petra.get(reverse("organiser:event_create")))
    page = text(petra.post(reverse("organiser:event_create"), {**TYPED, "ruleset": "classic", "ask": "1"}))
    assert "4 (üblich)" in page
    assert "7 (das Regelwerk rät ab: langes Warten)" in page
    assert create(petra, ruleset="classic", games_per_list="4", table_size="7").status_code == 302
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert event.rules.table_size == 7
    event.published_at = START
    event.save()
    assert "möglichst 7 Plätze" in text(petra.get(f"/t/{event.slug}/"))


@pytest.mark.parametrize(
    ("ruleset", "typed", "length"),
    [
        ("rommee", {}, ("rounds", 1)),
        ("rommee", {"length_number": "3"}, ("rounds", 3)),
        ("rommee", {"games_per_list": "9"}, ("games", 9)),
        ("treppenromme", {"length_number": "1000"}, ("target", 1000)),
        ("contract", {"games_per_list": "3"}, ("games", 7)),
    ],
)
def test_length_of_a_list_is_announced_as_the_rule_system_counts_it(
    petra: Client, ruleset: str, typed: dict[str, str], length: tuple[str, int]
) -> None:
    assert create(petra, ruleset=ruleset, **typed).status_code == 302
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert (event.length.unit, event.length.number) == length
    assert petra.get(url("event_edit", event)).status_code == 200
    event.published_at = START
    event.save()
    said = {"rounds": "zu {n} Runde", "games": "zu {n} Spielen", "target": "bis {n} Punkte"}[length[0]]
    assert f"3 Serien {said.format(n=length[1])}" in text(petra.get(f"/t/{event.slug}/"))


@pytest.mark.parametrize(
    ("ruleset", "typed", "words"),
    [
        ("treppenromme", {"length_number": "0"}, "Gespielt wird bis zu einer Punktzahl von 1 bis 9999."),
        ("rommee", {"length_number": "11"}, "Eine Liste hat 1 bis 10 Runden."),
        ("rommee", {"length_number": "2", "games_per_list": "9"}, "Bitte geben Sie nur eines von beiden an."),
    ],
)
def test_length_that_a_list_cannot_have_is_refused(
    petra: Client, ruleset: str, typed: dict[str, str], words: str
) -> None:
    assert words in text(create(petra, ruleset=ruleset, **typed))
    assert not Event.objects.filter(slug="grosser-herbstpokal").exists()


def test_tables_length_and_stake_have_examples_of_the_engine(petra: Client) -> None:
    create(petra, ruleset="rommee", table_size="5", length_number="3")
    page = text(petra.get(url("event_edit", Event.objects.get(ruleset="rommee"))))
    assert "14 Teilnehmer: 2 Tische zu fünft und 1 Tisch zu viert." in page
    assert "3 Runden: 15 Spiele zu fünft und 12 Spiele zu viert." in page
    page = text(create(petra, ruleset="classic", games_per_list="", stake="0,01"))
    assert "Bei 0,01 ergeben Verluste von 108, 132, 128, 32: −32, −128, −112, +272 Cent." in page


def test_stake_is_asked_where_the_rule_system_settles_in_money(petra: Client) -> None:
    assert 'name="stake"' not in text(petra.get(reverse("organiser:event_create")))
    chosen = {"ruleset": "classic", "games_per_list": "4"}
    assert create(petra, **chosen, stake="0,001").status_code == 302
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert event.stake == Decimal("0.001")
    assert 'value="0,001"' in text(petra.get(url("event_edit", event)))
    event.published_at = START
    event.save()
    assert "0,001\N{NO-BREAK SPACE}€ je Punkt" in petra.get(f"/t/{event.slug}/").content.decode()


def test_stake_goes_through_the_cash_box_as_announced_until_something_of_it_is_booked(petra: Client) -> None:
    chosen = {"ruleset": "classic", "games_per_list": "4", "stake_booked": "on"}
    assert "Einsatz an, der durch die Kasse gehen soll" in text(create(petra, **chosen))
    assert create(petra, **chosen, stake="0,001").status_code == 302
    event = Event.objects.get(slug="grosser-herbstpokal")
    assert event.stake_booked
    LedgerEntry.objects.create(event=event, number=1, kind="stake", amount=1, at=START)
    said = {**TYPED, **chosen, "stake": "0,001", "slug": event.slug}
    assert petra.post(url("event_edit", event), said).status_code == 302
    del said["stake_booked"]
    assert "Einsätze sind schon gebucht" in text(petra.post(url("event_edit", event), said))
    assert create(petra, name="Ohne Geld", ruleset="contract", stake_booked="on").status_code == 302
    assert not Event.objects.get(name="Ohne Geld").stake_booked


@pytest.mark.parametrize("stake", ["0,00000001", "0", "viel", "-1", "1000"])
def test_stake_that_cannot_be_settled_is_refused_at_its_field(petra: Client, stake: str) -> None:
    page = text(create(petra, ruleset="classic", games_per_list="4", stake=stake))
    assert 'href="#id_stake"' in page
    assert not Event.objects.filter(slug="grosser-herbstpokal").exists()


def test_points_for_places_are_announced_with_an_example_of_the_engine(petra: Client) -> None:
    create(petra, scoring="table_points")
    event = Event.objects.get(name="Großer Herbstpokal")
    assert event.scoring == Event.Scoring.TABLE_POINTS
    page = text(petra.get(reverse("organiser:event_edit", args=[event.slug])))
    assert "geben die Plätze 3, 2, 1, 0; Gleiche teilen" in page


def test_scoring_is_fixed_from_the_first_entry_on(petra: Client, event: Event) -> None:
    enter(list_of(seat_series(event)), 1, "0 10 20 30")
    petra.post(url("event_edit", event), {**values_of(event), "scoring": "table_points"})
    assert Event.objects.get(pk=event.pk).scoring == Event.Scoring.SUM
    announced = AnnouncementForm(event=event)
    assert announced.fields["scoring"].disabled
