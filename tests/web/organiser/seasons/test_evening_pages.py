"""The pages of a club evening: its players, the next series, closing and taking back."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import publish_event
from romme_turnier.tournament.events.progress import NextStep, progress_of
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seasons.evenings.evening import close_evening, is_closed
from romme_turnier.tournament.seasons.evenings.seats import seat_series
from romme_turnier.tournament.seasons.seasons import create_season
from romme_turnier.web.organiser.seasons import evenings
from tests.factories import make_official, make_organiser
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, THIRD, hold, make_people, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(petra) -> models.Season:
    return create_season(details(), days=[FIRST, SECOND, THIRD], by=petra)


@pytest.fixture
def members(season) -> list[models.Player]:
    people = make_people(8)
    models.Membership.objects.bulk_create(
        models.Membership(player=player, organiser=season.organiser) for player in people
    )
    return people


FIRST_OF_ALL = {"bonus_mode": "per_list", "series_count": "2"}


def address(name: str, season: models.Season, day: Any = FIRST) -> str:
    return reverse(f"organiser:{name}", args=[season.address, day])


def send(client: Client, url: str, **data: Any) -> str:
    return client.post(url, data, follow=True).content.decode()


def pks(people) -> list[int]:
    return [player.pk for player in people]


def test_one_page_leads_from_taps_to_seats_and_lists(client, season, members):
    url = address("evening_open", season)
    answer = client.post(url, {"present": pks(members[:7]), "guests": ["Uwe Gast", ""], **FIRST_OF_ALL}, follow=True)
    event = models.Event.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("organiser:series", args=[event.slug, 1])
    shown = answer.content.decode()
    assert "Serie 1 ist ausgelost." in shown
    assert reverse("documents:blank_lists_pdf", args=[event.slug, 1]) in shown
    assert event.registrations.filter(guest=True).get().name == "Uwe Gast"


def test_guest_typed_by_name_reaches_their_data_with_a_start_card(client, season, members):
    hold(season, FIRST, members, by=User.objects.get(), series_count=1)
    publish_event(models.Event.objects.get(), by=User.objects.get())
    play(models.Event.objects.get())
    close_evening(models.Event.objects.get(), by=User.objects.get())
    people = {"present": pks(members[:7]), "guests": ["Uwe Gast"]}
    shown = send(client, address("evening_open", season, SECOND), **people)
    event = season.dates.get(day=SECOND).event
    assert reverse("documents:start_cards_pdf", args=[event.slug]) in shown
    guest, phone = event.registrations.get(guest=True), Client()
    mine = reverse("public:my_data", args=[event.slug])
    assert phone.get(mine).headers["Location"] == reverse("public:my_card", args=[event.slug])
    card = {"nr": guest.number, "code": card_code(guest)}
    opened = phone.post(reverse("public:my_card", args=[event.slug]), card, follow=True).content.decode()
    assert f'href="{mine}">Meine Daten' in opened
    assert "Uwe" in phone.get(mine).content.decode()
    answer = phone.post(mine, {"in_season": "on"}, follow=True)
    assert "Ihre Zustimmungen sind gespeichert." in answer.content.decode()


def test_people_come_by_their_last_visit_members_first(client, season, members, petra):
    stranger = models.Player.objects.create(first_name="Fritz", last_name="Fremd")
    hold(season, FIRST, [*members[4:], stranger], by=petra)
    shown = client.get(address("evening_open", season, SECOND)).content.decode()
    names = [*(player.name for player in [*members[4:], *members[:4]]), "Fritz Fremd"]
    assert [shown.index(name) for name in names] == sorted(shown.index(name) for name in names)
    assert shown.index("Gast", shown.index("Fritz Fremd")) < shown.index("Gäste")


def test_refused_evening_keeps_taps_and_names(client, season, members):
    url = address("evening_open", season)
    shown = send(client, url, present=pks(members[:1]), guests=["Uwe Gast"], **FIRST_OF_ALL)
    assert "2 Spieler lassen sich nicht" in shown
    assert f'value="{members[0].pk}" checked' in shown
    assert 'value="Uwe Gast"' in shown
    assert not models.Event.objects.exists()


def test_first_evening_asks_for_its_terms_at_their_field(client, season, members):
    shown = send(client, address("evening_open", season), present=pks(members))
    assert "Wie zählt der Bonus?" in shown
    assert not models.Event.objects.exists()


def test_first_evening_of_an_empty_club_takes_members_and_guests_by_name(client, season):
    names = [f"Vera{letter} Spieler{letter}" for letter in "ABCDEFG"]
    url = address("evening_open", season)
    assert "Mitglieder" in client.get(url).content.decode()
    send(client, url, regulars=names, guests=["Uwe Gast"], **FIRST_OF_ALL)
    registrations = models.Event.objects.get().registrations
    assert {row.name for row in registrations.filter(guest=False)} == set(names)
    assert registrations.get(guest=True).name == "Uwe Gast"
    assert "Neue Mitglieder" in client.get(address("evening_open", season, SECOND)).content.decode()


def test_club_with_members_types_no_others(client, season, members):
    assert "Mitglieder" not in client.get(address("evening_open", season)).content.decode()


def test_new_member_with_a_known_name_is_asked_about(client, season, petra):
    regulars = make_people(8)
    hold(season, FIRST, regulars, by=petra)
    url, typed = address("evening_open", season, SECOND), {"present": pks(regulars), "regulars": [regulars[0].name]}
    assert f"Ist „{regulars[0].name}“ jemand von hier?" in send(client, url, **typed)
    send(client, url, **typed, **{"gast-0": "neu"})
    event = models.Event.objects.latest("starts_at")
    assert event.registrations.filter(player__last_name=regulars[0].last_name, guest=False).count() == 2


def test_guest_with_a_known_name_is_asked_about(client, season, members):
    url, typed = address("evening_open", season), {"present": pks(members[:7]), "guests": [members[7].name]}
    shown = send(client, url, **typed, **FIRST_OF_ALL)
    assert f"Ist „{members[7].name}“ jemand von hier?" in shown
    assert not models.Event.objects.exists()
    send(client, url, **typed, **FIRST_OF_ALL, **{"gast-0": members[7].pk})
    assert models.Event.objects.get().registrations.get(guest=True).player == members[7]


def test_namesake_of_a_member_is_a_new_person(client, season, members):
    typed = {"present": pks(members), "guests": [members[0].name], "gast-0": "neu"}
    send(client, address("evening_open", season), **typed, **FIRST_OF_ALL)
    assert models.Player.objects.filter(last_name=members[0].last_name).count() == 2


def test_second_official_lands_at_the_open_evening(client, season, members, petra):
    event = hold(season, FIRST, members, by=petra)
    for answer in (
        client.get(address("evening_open", season), follow=True),
        client.post(address("evening_open", season), {"present": pks(members)}, follow=True),
    ):
        assert answer.redirect_chain[-1][0] == reverse("organiser:event", args=[event.slug])
        assert "Dieser Abend ist schon eröffnet." in answer.content.decode()
    assert models.Event.objects.count() == 1


def test_five_players_are_told_who_sits_out(client, season, members):
    shown = send(client, address("evening_open", season), present=pks(members[:5]), **FIRST_OF_ALL)
    assert shown.count("Setzt aus, weil die Zahl der Spieler nicht auf die Tische passt: Vera") == 1


def test_player_who_sits_out_reads_why_on_a_phone(client, season, members, petra):
    event = hold(season, FIRST, members[:5], by=petra)
    publish_event(event, by=petra)
    resting = event.registrations.get(absences__series_number=1)
    card = {"nr": str(resting.number), "code": card_code(resting)}
    shown = Client().post(reverse("public:my_card", args=[event.slug]), card, follow=True).content.decode()
    assert "Sie setzen in Serie 1 aus" in shown
    assert "sitzen Sie an keinem Tisch" not in shown


def test_day_that_is_none_is_not_found(client, season):
    assert client.get(address("evening_open", season, "morgen")).status_code == 404


# --- The next series ----------------------------------------------------------------------------------------------


def test_second_series_has_a_latecomer_and_lacks_a_leaver(client, season, members, petra):
    event = hold(season, FIRST, members[:7], by=petra)
    url = address("evening_series", season)
    shown = client.get(url).content.decode()
    assert "Wer spielt Serie 2?" in shown
    assert shown.count(" checked") == 7
    send(client, url, present=pks(members[1:]), guests=["Uwe Gast"])
    seats = models.Seat.objects.filter(series__event=event, series__number=2)
    assert {seat.registration.name for seat in seats} == {player.name for player in members[1:]} | {"Uwe Gast"}


def test_season_and_series_lead_to_the_players_of_the_next_series(client, season, members, petra):
    event = hold(season, FIRST, members, by=petra)
    url = address("evening_series", season)
    assert url in client.get(reverse("organiser:season", args=[season.address])).content.decode()
    assert url in client.get(reverse("organiser:series", args=[event.slug, 2])).content.decode()


def test_after_the_last_series_there_is_none_to_draw(client, season, members, petra):
    hold(season, FIRST, members, series_count=1, by=petra)
    assert (
        "Alle Serien dieses Abends sind ausgelost."
        in client.get(address("evening_series", season), follow=True).content.decode()
    )


# --- Closing ------------------------------------------------------------------------------------------------------


def test_closing_first_says_what_is_missing_and_then_takes_one_click(client, season, members, petra):
    event = hold(season, FIRST, members, series_count=1, by=petra)
    url = address("evening_close", season)
    refused = client.get(url).content.decode()
    assert "An den Listen von Tisch 1, 2 fehlt etwas" in refused
    assert reverse("organiser:lists", args=[event.slug, 1]) in refused
    play(event)
    assert "Ergebnis und Saisontabelle sind freigegeben." in send(client, url, ends_after="1")
    assert is_closed(event)


def test_closing_after_one_series_of_two_says_so_on_the_button(client, season, members, petra):
    event = hold(season, FIRST, members, by=petra)
    play(event)
    url = address("evening_close", season)
    assert "Abend nach Serie 1 abschließen" in client.get(url).content.decode()
    send(client, url, ends_after="1")
    event.refresh_from_db()
    assert event.series_count == 1


def test_closed_evening_is_taken_back_once(client, season, members, petra, monkeypatch):
    event = hold(season, FIRST, members, series_count=1, by=petra)
    play(event)
    close_evening(event, by=petra)
    url = address("evening_reopen", season)
    assert "Abschluss zurücknehmen" in client.get(url).content.decode()
    send(client, url)
    assert not is_closed(event)
    monkeypatch.setattr(evenings, "why_not_taken_back", lambda _event: "")  # as while the first click is carried out
    refused = client.post(url, follow=True)
    assert refused.redirect_chain == [(reverse("organiser:event", args=[event.slug]), 302)]
    assert "Dieser Abend ist nicht abgeschlossen." in refused.content.decode()


def test_official_of_the_evening_without_the_right_to_direct_closes_nothing(client, season, members, petra):
    event = hold(season, FIRST, members, series_count=1, by=petra)
    client.force_login(make_official(event, "entry", "erna"))
    assert client.post(address("evening_close", season), {"ends_after": "1"}).status_code == 403


# --- At the event -------------------------------------------------------------------------------------------------


def test_next_step_of_an_evening_leads_to_the_next_series_and_then_to_its_end(client, season, members, petra):
    event = hold(season, FIRST, members, by=petra)
    play(event)
    overview = reverse("organiser:event", args=[event.slug])
    assert address("evening_series", season) in client.get(overview).content.decode()
    seat_series(event, 2, staying=list(event.registrations.values_list("pk", flat=True)), by=petra)
    play(event, 2)
    shown = client.get(overview).content.decode()
    assert shown.split("</main>")[0].split("<main")[1].count(address("evening_close", season)) == 1
    assert "Preisplan anlegen" not in shown


def test_closed_evening_asks_for_no_prizes_play_offs_and_certificates(client, season, members, petra):
    event = hold(season, FIRST, members, series_count=1, by=petra)
    play(event)  # everybody ends with the same figures at two tables: a tournament would ask for a play-off
    close_evening(event, by=petra)
    assert progress_of(event).next_step not in {NextStep.PLAN_PRIZES, NextStep.PLAY_OFF, NextStep.CERTIFICATES}
    shown = client.get(reverse("organiser:event", args=[event.slug])).content.decode()
    assert "Preisplan" not in shown
    assert "Urkunden" not in shown
    leaving = client.get(reverse("organiser:before_leaving", args=[event.slug])).content.decode()
    assert "Urkunden" not in leaving
    assert "Preise" not in leaving.split("<main")[1]
    assert reverse("organiser:season", args=[season.address]) in leaving
    assert reverse("organiser:event_copy", args=[event.slug]) not in leaving


def test_sit_outs_and_the_end_of_the_whole_evening_are_on_the_pages_of_the_series(client, season, members, petra):
    event = hold(season, FIRST, members[:5], by=petra)
    seats = client.get(reverse("organiser:series", args=[event.slug, 1])).content.decode()
    assert "Setzt aus, weil" in seats
    play(event)
    early = client.get(reverse("organiser:series_end_early", args=[event.slug, 1])).content.decode()
    assert address("evening_close", season) in early


def test_guest_is_marked_on_the_page_of_a_participant(client, season, members, petra):
    event = hold(season, FIRST, members, by=petra)
    registration = event.registrations.get(number=1)
    url = reverse("organiser:participant", args=[event.slug, registration.pk])
    assert "Spielt als Gast" in client.get(url).content.decode()
    first, last = registration.player.first_name, registration.player.last_name
    send(client, url, first_name=first, last_name=last, number="1", guest="on")
    registration.refresh_from_db()
    assert registration.guest


def test_people_of_another_organiser_are_neither_offered_nor_found_nor_taken(client, season, members, petra):
    elsewhere = make_organiser(number="2", slug="fremd", name="Fremder Verein")
    foreign = models.Player.objects.create(first_name="Fritz", last_name="Fremd")
    models.Membership.objects.create(player=foreign, organiser=elsewhere)
    url = address("evening_open", season)
    assert "Fremd" not in client.get(url).content.decode()
    refused = send(client, url, present=[*pks(members), foreign.pk], **FIRST_OF_ALL)
    assert "Fremd" not in refused
    assert not models.Event.objects.exists()
    typed = send(client, url, present=pks(members[:7]), guests=["Fritz Fremd"], **FIRST_OF_ALL)
    assert "jemand von hier" not in typed
    assert models.Event.objects.get().registrations.get(guest=True).player != foreign


def test_banned_person_is_marked_without_the_reason(client, season, members, petra):
    now = timezone.now()
    models.Ban.objects.create(player=members[0], organiser=season.organiser, reason="Streit am Tisch", at=now)
    shown = client.get(address("evening_open", season)).content.decode()
    assert "gesperrt" in shown
    assert "Streit am Tisch" not in shown
