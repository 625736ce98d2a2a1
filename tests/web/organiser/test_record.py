"""Protokoll: the log of an event for its directors, filtered by person, subject and time."""

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.endings import Ending
from romme_turnier.documents.tables.base import ROWS_ON_A_PAGE
from romme_turnier.tournament import models
from romme_turnier.tournament.events import officials
from romme_turnier.tournament.events.announcements import Announcement, create_event
from romme_turnier.tournament.hall.clock import set_minutes
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.money import prizes
from romme_turnier.tournament.money.prizes import PlanLine
from romme_turnier.tournament.participants import registrations, teams
from romme_turnier.tournament.participants.register import merging
from romme_turnier.tournament.participants.self_registration import Person, RegistrationDetails, register_alone
from tests.cast import Cast, signed_in
from tests.factories import enter, list_of, make_complete, make_open_event, one, register
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db


def page(client: Client, event: models.Event, **query: str) -> str:
    answer = client.get(reverse("organiser:event_record", args=[event.slug]), query)
    assert answer.status_code == 200
    return sentences(answer)


def test_page_says_what_who_and_what_changed(petra: Client, event: models.Event, cast: Cast) -> None:
    registrations.exclude(one(event, 3), 2, reason="Betrug", by=cast.petra)
    shown = page(petra, event)
    assert "Vom Turnier ausgeschlossen (§ 1.4)" in shown
    assert "Startnummer 3 Vera3 Spieler3" in shown
    assert "dabei → ausgeschlossen" in shown
    assert "Grund: Betrug" in shown
    assert ">Petra<" in shown


def test_page_looks_names_up_when_it_is_shown(petra: Client, event: models.Event, cast: Cast) -> None:
    teams.create_team(event, "Nord", [one(event, 1), one(event, 2)], by=cast.petra)
    models.Player.objects.filter(registrations=one(event, 1)).update(first_name="Erna", last_name="Anders")
    shown = page(petra, event)
    assert "Mitglieder: – → 1 Erna Anders, 2 Vera2 Spieler2" in shown
    assert "Vera1" not in shown


def test_rule_system_and_stake_of_an_announcement_are_told_in_words(petra: Client, cast: Cast) -> None:
    announced = Announcement(
        name="Herbstpokal",
        starts_at=timezone.now(),
        bonus_mode="per_list",
        ruleset="classic",
        games_per_list=8,
        stake=Decimal("0.001"),
    )
    shown = page(petra, create_event(announced, by=cast.petra))
    assert "Regelwerk: Rommé klassisch" in shown
    assert "Einsatz je Punkt: 0,001" in shown


def test_exclusion_is_told_without_the_paragraph_where_other_rules_hold(
    petra: Client, event: models.Event, cast: Cast
) -> None:
    registrations.exclude(one(event, 3), 2, reason="Betrug (§ 1.4)", by=cast.petra)
    models.Event.objects.filter(pk=event.pk).update(ruleset="contract")
    shown = page(petra, event)
    assert "Vom Turnier ausgeschlossen" in shown
    assert "Vom Turnier ausgeschlossen (" not in shown
    assert "Grund: Betrug (§ 1.4)" in shown  # as its author typed it


@pytest.mark.parametrize(
    ("ruleset", "said", "not_said"),
    [
        ("rommeordnung", ["Bonus am Vierertisch: 0", "Bonus am Dreiertisch: 0", "Bonus für Handrommé: 0"], []),
        ("treppenromme", [], ["Bonus", "Handrommé", "Einsatz"]),
        ("rommee", [], ["Bonus", "Handrommé", "Einsatz"]),
        ("contract", [], ["Bonus", "Handrommé", "Einsatz"]),
        ("classic", ["Einsatz je Punkt: 0,001"], ["Bonus", "Handrommé"]),
    ],
)
def test_new_event_is_logged_without_terms_that_its_rule_system_does_not_have(
    petra: Client, cast: Cast, ruleset: str, said: list[str], not_said: list[str]
) -> None:
    announced = Announcement(
        name="Herbstpokal",
        starts_at=timezone.now(),
        bonus_mode="per_list",
        bonus_four=0,
        bonus_three=0,
        bonus_handromme=0,
        ruleset=ruleset,
        games_per_list=7,
        stake=Decimal("0.001") if ruleset == "classic" else None,
    )
    shown = page(petra, create_event(announced, by=cast.petra))
    assert [words for words in said if words not in shown] == []
    assert [words for words in not_said if words in shown] == []


def test_page_shows_every_kind_of_value(petra: Client, event: models.Event, cast: Cast, series: models.Series) -> None:
    officials.set_roles(event, cast.ella, ["referee", "entry"], by=cast.petra)
    set_minutes(series, 60, by=cast.petra)
    enter(list_of(series), 4, "0 20 30 40", by=cast.ella)
    prizes.store_plan(event, [PlanLine(first_rank=1, last_rank=3, amount=Decimal("12.5"))], {}, by=cast.petra)
    shown = page(petra, event)
    assert "Aufgaben: Listenerfassung → Listenerfassung, Schiedsrichter" in shown
    assert "Spielzeit in Minuten: – → 60" in shown
    assert "Serie 1, Tisch 1: Spiel 4" in shown
    assert "Preisplan: – → Gesamtwertung 1–3 12,50" in shown


def test_games_of_a_list_that_came_at_once_are_one_line(petra: Client, event: models.Event) -> None:
    """An imported event has a game for every line that a table ever played: far too many to scroll through."""
    stored = [{"list": f"1/{table}", "game": game} for table in (1, 2) for game in range(1, 13)]
    stored += [{"list": "1/2", "entry": 14}, {"list": "1/2", "revision": 1}, {"list": "1/2", "revision": 2}]
    models.EventLog.objects.create(
        event=event, number=1, at=timezone.now(), verb="import_event", subject_kind="event", new={"lists": stored}
    )
    shown = page(petra, event)
    both = ("Serie 1, Tisch 1: Spiele 1–12", "Serie 1, Tisch 2: Spiele 1–12, Eintrag 14 im Verlauf, Fassungen 1–2")
    assert "<br>".join(both) in shown


def test_page_says_what_each_seat_had_in_a_game_whose_end_is_in_doubt(
    petra: Client, event: models.Event, cast: Cast, series: models.Series
) -> None:
    doubt_ending(
        make_complete(list_of(series)),
        game=5,
        endings=(Ending(1), Ending(3)),
        points={1: (6, 16), 3: (8,)},
        reason="beide wollen es sein",
        expected=None,
        by=cast.petra,
    )
    assert "Punkte: Platz 1: 6/16, Platz 3: 8" in page(petra, event)


def test_page_leads_to_the_officials_page(petra: Client, event: models.Event) -> None:
    shown = page(petra, event)
    beside = shown[shown.index('class="place-links') : shown.index("<h1>")]
    assert reverse("organiser:officials", args=[event.slug]) in beside


def test_who_acts_without_an_account_is_said(cast: Cast) -> None:
    event = make_open_event(slug="offen")
    models.EventRole.objects.create(event=event, user=cast.petra, role="director")
    register_alone(event, Person(first_name="Berta", last_name="Neu"), RegistrationDetails(contact="0170 1234"))
    shown = page(signed_in(cast.petra), event, wer="0")
    assert "Selbst angemeldet" in shown
    assert "ohne Anmeldung" in shown


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ({}, {"Rückzug eingetragen", "Spielzeit festgelegt"}),
        ({"was": "series"}, {"Spielzeit festgelegt"}),
        ({"was": "registration", "nr": "3"}, {"Rückzug eingetragen"}),
        ({"nr": "4"}, set()),
        ({"wer": "petra"}, {"Rückzug eingetragen"}),
        ({"von": "2026-10-17T12:00"}, {"Spielzeit festgelegt"}),
        ({"bis": "2026-10-17T12:00"}, {"Rückzug eingetragen"}),
        ({"von": "gestern", "wer": "niemand", "was": "unsinn"}, {"Rückzug eingetragen", "Spielzeit festgelegt"}),
    ],
)
def test_rows_are_sought_by_person_subject_and_time(
    event: models.Event, cast: Cast, series: models.Series, query: dict[str, str], seen: set[str]
) -> None:
    with time_machine.travel("2026-10-17T10:00:00+02:00", tick=False):
        registrations.withdraw(one(event, 3), 2, by=cast.petra)
    with time_machine.travel("2026-10-17T14:00:00+02:00", tick=False):
        set_minutes(series, 60, by=cast.rudi)
    if query.get("wer") == "petra":
        query = {"wer": str(cast.petra.pk)}
    shown = page(signed_in(cast.petra), event, **query)
    found = {words for words in ("Rückzug eingetragen", "Spielzeit festgelegt") if f'"row">{words}<' in shown}
    assert found == seen


def test_log_is_shown_page_by_page_or_whole(
    petra: Client, event: models.Event, cast: Cast, series: models.Series
) -> None:
    for minutes in range(1, ROWS_ON_A_PAGE[0] + 2):
        set_minutes(series, minutes, by=cast.petra)
    assert "Seite 1 von 2" in page(petra, event)
    whole = page(petra, event, alle="1")
    assert whole.count('"row">Spielzeit festgelegt<') == ROWS_ON_A_PAGE[0] + 1
    assert whole.index('number" data-label="Nr.">1<') < whole.index('number" data-label="Nr.">2<')


def test_page_before_anything_happened(petra: Client, event: models.Event) -> None:
    assert "Noch nichts geschehen" in page(petra, event)


def test_log_of_another_event_is_not_shown(petra: Client, event: models.Event, cast: Cast) -> None:
    registrations.withdraw(one(event, 3), 2, by=cast.petra)
    assert petra.get(reverse("organiser:event_record", args=["anderswo"])).status_code == 404
    assert "Rückzug" not in page(signed_in(cast.frieda), models.Event.objects.get(slug="anderswo"))


def test_register_has_a_log_of_its_own(petra: Client, event: models.Event, cast: Cast) -> None:
    people = [register(event, None, first_name="Vera", last_name=f"Doppelt{n}").player for n in range(2)]
    merging.merge_players(*people, by=cast.petra)
    others = [models.Player.objects.create(first_name="Fremd", last_name=f"Anderswo{n}") for n in range(2)]
    merging.merge_players(*others, by=User.objects.create_superuser("chief"))
    shown = petra.get(reverse("organiser:register_record")).content.decode()
    assert "Personen zusammengelegt" in shown
    assert "Vera Doppelt0" in shown
    assert "Vera Doppelt1" not in shown
    assert "Fremd Anderswo0" not in shown
    assert "Personen zusammengelegt" not in page(petra, event)


def test_number_of_statements_does_not_grow_with_the_rows(
    petra: Client, event: models.Event, cast: Cast, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for number in range(1, 9):
        registrations.withdraw(one(event, number), 2, by=cast.petra)
    with django_assert_max_num_queries(19):  # type: ignore[operator]
        assert page(petra, event, bis=(timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
