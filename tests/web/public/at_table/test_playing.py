"""A table that plays in the browser, on the phones of its players; and a series of two tables up to its standings."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.core.playing.table import awaited
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.at_table.on_screen.orders import play_on_in_hall
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.playing.state import state_of
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.seats import swap
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import make_event, make_official
from tests.tournament.at_table.on_screen import on_screen, play, table_of
from tests.tournament.at_table.scene import AtTable
from tests.tournament.playing.tables import line_of
from tests.web.public.at_table.phone import joined, say, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> AtTable:
    scene = on_screen(published_at=timezone.now())
    make_official(scene.event)
    return scene


def looks(client: Client, table: AtTable, name: str = "at_table_play") -> str:
    answer = client.get(url(table, name))
    assert answer.status_code == 200
    return str(answer.content.decode())


def moves(client: Client, table: AtTable, line: str, *, name: str = "at_table_play", number: int = 1) -> Any:
    return client.post(url(table, name, number), {"do": "zeile", "zeile": line}, headers={"X-Part": "table"})


def test_phone_that_comes_in_is_led_to_the_game_and_finds_it_again_from_the_list(scene: AtTable) -> None:
    phone = joined(scene, 1)
    assert url(scene, "at_table_play") in looks(phone, scene, "at_table")
    assert "Ich schreibe" not in looks(phone, scene, "at_table")


def test_players_have_the_names_of_the_hall_and_records_their_numbers(scene: AtTable) -> None:
    page = looks(joined(scene, 1), scene)
    for seat in scene.spielliste.table.seats.all():
        assert str(seat.registration.hall_name) in page
    assert "Vera" not in "".join(row.command for row in table_of(scene.spielliste).made.all())


def test_page_of_a_table_of_an_event_offers_nothing_that_is_the_officials(scene: AtTable) -> None:
    phone = joined(scene, 1)
    assert moves(phone, scene, "mischen").status_code == 200
    page = looks(phone, scene)
    for words in ("Aussteigen", "Spiel abbrechen", "Andere einladen", "Mitspielen", "Nicht mehr da"):
        assert words not in page, words
    assert "Spielleitung rufen" in page


def test_player_sees_only_their_hand(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=1)
    hands = state_of(row).table.game.position.hands  # type: ignore[union-attr]
    pages = [looks(joined(scene, seat), scene) for seat in (1, 2)]
    assert [page.count('name="k"') for page in pages] == [len(hands[0]), len(hands[1])]
    assert pages[0] != pages[1]


def test_player_keeps_the_hand_if_officials_have_changed_the_seats(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=1)
    phone = joined(scene, 1)
    before = re.findall(r'name="k" value="([^"]*)"', looks(phone, scene))
    first, second = scene.spielliste.table.seats.order_by("number")[:2]
    for seat, number in ((first, 9), (second, 1), (first, 2)):
        models.Seat.objects.filter(pk=seat.pk).update(number=number)
    assert before
    assert re.findall(r'name="k" value="([^"]*)"', looks(phone, scene)) == before


def test_word_for_the_shuffle_is_said_at_the_table_of_the_list(scene: AtTable) -> None:
    phone = joined(scene, 2)
    page = looks(phone, scene)
    assert table_of(scene.spielliste).token not in page
    assert "steht es für immer in der Aufzeichnung" in page
    assert f'<form id="wort-sagen" method="post" action="{url(scene, "at_table_play")}"' in page
    phone.post(url(scene, "at_table_play"), {"do": "wort", "wort": "Kleeblatt"})
    assert "Kleeblatt" in looks(joined(scene, 1), scene)
    play(table_of(scene.spielliste))
    assert "Kleeblatt" in scene.spielliste.records.get().text


def test_phone_of_another_table_is_led_to_where_one_gets_in(scene: AtTable) -> None:
    other = AtTable(scene.event, scene.series, models.Spielliste.objects.get(table__number=2))
    answer = joined(other, 1).get(url(scene, "at_table_play"))
    assert (answer.status_code, answer["Location"]) == (302, url(scene, "at_table_join"))


def test_table_of_an_event_that_was_handed_over_refuses_moves_and_names_the_reason(scene: AtTable) -> None:
    phone = joined(scene, 1)
    models.Event.objects.update(elsewhere=models.Event.Elsewhere.HOST)
    assert "nicht mehr an diesem Rechner geführt" in looks(phone, scene)
    answer = moves(phone, scene, "mischen")
    assert answer.status_code == 409
    assert "nicht mehr an diesem Rechner geführt" in answer.text


def test_table_that_officials_have_halted_says_so_and_refuses_moves(scene: AtTable) -> None:
    phone = joined(scene, 1)
    before = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table"})
    phones.take_pen_to_desk(scene.spielliste, by=None)
    tag = {"If-None-Match": before["ETag"], "X-Part": "table"}
    assert phone.get(url(scene, "at_table_play"), headers=tag).status_code == 200
    answer = moves(phone, scene, "mischen")
    assert answer.status_code == 409
    assert "angehalten" in answer.content.decode()
    assert state_of(table_of(scene.spielliste)).number == 5


def completed(spielliste: models.Spielliste) -> None:
    for game in (1, 2):
        row = parse_row(game, ["0", "20", "20", "40"], highest_wins=False)
        entries.save_row(spielliste, row, expected=0, by=None)
    entries.complete(spielliste, expected=None, by=None)


def invalid(spielliste: models.Spielliste) -> None:
    entries.declare_invalid(spielliste, reason="schlecht geführt", expected=None, by=None)


def vacated(spielliste: models.Spielliste) -> None:
    decisions.leave_seat(spielliste, seat=2, from_game=1, reason="krank", expected=None, by=None)


def seated_otherwise(spielliste: models.Spielliste) -> None:
    for place, number in ((1, 9), (2, 1), (9, 2)):
        spielliste.table.seats.filter(number=place).update(number=number)


@pytest.mark.parametrize(
    ("stop", "told"),
    [
        (completed, "Die Liste ist schon abgeschlossen."),
        (invalid, "Diese Liste ist abgeschlossen."),
        (vacated, "Ein Platz ist verlassen."),
        (seated_otherwise, "Inzwischen sitzt an diesem Tisch jemand anders."),
    ],
)
def test_table_that_cannot_go_on_says_why_before_anybody_tries(
    scene: AtTable, stop: Callable[[models.Spielliste], object], told: str
) -> None:
    play(table_of(scene.spielliste), moves=1)
    phone = joined(scene, 1)
    before = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table"})
    assert told not in before.content.decode()
    stop(scene.fresh())
    again = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table", "If-None-Match": before["ETag"]})
    assert told in again.content.decode()
    assert told in moves(phone, scene, "ziehen").content.decode()


@pytest.mark.parametrize("halted", [False, True])
def test_page_asked_again_with_nothing_new_is_not_sent(scene: AtTable, halted: bool) -> None:
    phone = joined(scene, 1)
    if halted:
        phones.take_pen_to_desk(scene.spielliste, by=None)
    tag = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table"})["ETag"]
    again = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table", "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert re.fullmatch(r'"[\w.-]+"', tag)


def test_page_is_sent_again_when_others_sit_there_by_now(scene: AtTable) -> None:
    phone = joined(scene, 1)
    tag = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table"})["ETag"]
    swap(scene.spielliste.table.seats.get(number=3), scene.spielliste.table.seats.get(number=4), by=None)
    again = phone.get(url(scene, "at_table_play"), headers={"X-Part": "table", "If-None-Match": tag})
    assert again.status_code == 200


def test_refusal_names_who_is_meant(scene: AtTable) -> None:
    name = str(scene.spielliste.table.seats.get(number=1).registration.hall_name)
    answer = moves(joined(scene, 3), scene, "mischen")
    assert answer.status_code == 409
    assert f"Jetzt mischt und gibt {name}" in answer.content.decode()


def test_help_in_an_event_takes_no_example_from_the_players_cards(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=1)
    told = set()
    for seat in (1, 2, 3):
        page = moves(joined(scene, seat), scene, "hilfe rauslegen").content.decode()
        told |= {*re.findall(r"Zum Beispiel: [^<]*", page)}
    assert told == {"Zum Beispiel: rauslegen Karo-8 Karo-9 Karo-10 Karo-Bube"}


def test_players_are_told_with_the_names_of_the_hall(scene: AtTable) -> None:
    name = str(scene.spielliste.table.seats.get(number=2).registration.hall_name)
    assert f"2) {name}" in moves(joined(scene, 1), scene, "mitspieler").content.decode()


def test_table_that_waits_offers_no_moves(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    turn = play(row, moves=5).table.game.position.turn  # type: ignore[union-attr]
    phone = joined(scene, turn)
    offered = re.compile(r'<button class="button[^"]*" type="submit" name="do" value="(?:ziehen|ablegen)"')
    assert offered.search(looks(phone, scene))
    phones.take_pen_to_desk(scene.spielliste, by=None)
    assert not offered.search(looks(phone, scene))


def test_program_does_not_look_for_a_rummy_hand_in_an_event(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    state = play(row, moves=3)
    game = state.table.game
    assert game is not None
    answer = moves(joined(scene, game.position.turn), scene, "handrommé")
    assert "sucht das Programm nicht mit" in answer.content.decode()


def test_last_game_leads_to_the_list_and_records_are_there_for_the_table(scene: AtTable) -> None:
    play(table_of(scene.spielliste), games=2)
    phone = joined(scene, 2)
    page = looks(phone, scene)
    assert "Liste ansehen und bestätigen" in page
    address = reverse("public:at_table_record", args=[scene.event.slug, 1, 1, 2])
    assert address in page
    answer = phone.get(address)
    assert answer.content.decode() == scene.spielliste.records.get(game=2).text
    assert phone.get(address.replace("2.romme", "3.romme")).status_code == 404


def test_table_of_an_event_with_scoring_points_names_no_winner_by_card_points(scene: AtTable) -> None:
    play(table_of(scene.spielliste), games=2)
    phone = joined(scene, 2)
    assert "Gewonnen: " in looks(phone, scene)
    models.Event.objects.filter(pk=scene.event.pk).update(scoring="scoring_points", points_per_game=USUAL)
    assert "Gewonnen: " not in looks(phone, scene)


def test_play_page_of_a_table_that_goes_on_in_the_hall_leads_to_the_list(scene: AtTable) -> None:
    phone = joined(scene, 1)
    play_on_in_hall(scene.spielliste, reason="Grund", by=None)
    answer = phone.get(url(scene, "at_table_play"))
    assert (answer.status_code, answer["Location"]) == (302, url(scene, "at_table"))
    assert "Ich schreibe" in looks(phone, scene, "at_table")


def test_series_of_two_tables_is_played_on_phones_from_draw_to_released_standings() -> None:
    event = make_event(games_per_list=1, series_count=1, phone_lists="played", published_at=timezone.now())
    petra = make_official(event)
    series = apply_draw(propose_draw(event, 1, by=petra), by=petra)
    release_seats(series, by=petra)
    tables = [AtTable(event, series, one) for one in models.Spielliste.objects.order_by("table__number")]
    assert len(tables) == 2
    for number, table in enumerate(tables, start=1):
        people = {seat: joined(table, seat) for seat in range(1, 5)}
        _play_by_pages(table, number, people)
        for phone in people.values():
            _confirm(phone, table, number)
        assert table.fresh().status == models.Spielliste.Status.COMPLETE
    desk = Client()
    desk.force_login(petra)
    desk.post(reverse("organiser:lists_check", args=[event.slug, 1]))
    close_series(series, by=petra)
    release_standings(event, 1, by=petra)
    page = Client().get(reverse("public:standings", args=[event.slug]), follow=True).content.decode()
    for total in models.ListTotal.objects.all():
        assert total.counts
        assert str(total.seat.registration.hall_name) in page
    for table in tables:
        content = table.spielliste.revisions.latest("number").content
        assert [one["sha256"] for one in content["records"]] == [one.sha256 for one in table.spielliste.records.all()]


def _play_by_pages(table: AtTable, number: int, people: dict[int, Client]) -> None:
    row = table_of(table.spielliste)
    for turn in range(3000):
        state = state_of(row)
        if not (seats := awaited(state.table)):
            return
        line = line_of(state, seats[0], random.Random(turn))
        assert moves(people[seats[0]], table, line, number=number).status_code == 200, line
        row.refresh_from_db()
    raise AssertionError


def _confirm(phone: Client, table: AtTable, number: int) -> None:
    body = {"fingerprint": fingerprint_of(table.loaded()), "stimmt": "1"}
    assert phone.post(url(table, "at_table_statement", number), body).status_code == 302


def test_players_confirm_the_list_that_has_written_itself(scene: AtTable) -> None:
    play(table_of(scene.spielliste), games=2)
    for seat in range(1, 5):
        assert "Danke" in say(joined(scene, seat), scene, stimmt="1")
    assert scene.fresh().status == models.Spielliste.Status.COMPLETE
    assert "Papierliste" not in looks(joined(scene, 1), scene, "at_table")
