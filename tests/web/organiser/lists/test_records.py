"""Games of a list that were played in the browser: the officials' view and their orders."""

import re
from csv import DictReader

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament.at_table import phones
from romme_turnier.tournament.disputes.cases import Call, call_referee
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.models import GameRecord, PlayMove, PlayTable, Seat
from romme_turnier.tournament.playing.state import forget_all, state_of
from romme_turnier.tournament.seating.seats import correct_seats
from tests.cast import make_cast, signed_in
from tests.tournament.at_table.on_screen import on_screen, play, table_of
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import joined, url as phone_url

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> AtTable:
    return on_screen(published_at=timezone.now())


@pytest.fixture
def rudi(scene: AtTable) -> Client:
    return signed_in(make_cast(scene.event).rudi)


def url(scene: AtTable, name: str = "list_records", *more: int) -> str:
    return reverse(f"organiser:{name}", args=[scene.event.slug, 1, 1, *more])


def looks(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def replays(client: Client, scene: AtTable) -> str:
    """Returns the answer to an official who opens the game in progress."""
    return str(client.post(url(scene, "list_replay_running"), follow=True).content.decode())


def test_page_of_records_is_found_from_the_list_and_from_its_phones(scene: AtTable, rudi: Client) -> None:
    assert url(scene) in looks(rudi, url(scene, "list"))
    assert url(scene) in looks(rudi, url(scene, "list_at_table"))
    assert "Noch ist kein Spiel zu Ende." in looks(rudi, url(scene))


def test_every_game_is_there_with_its_row_and_its_hash_and_is_replayed(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), games=2)
    page = looks(rudi, url(scene))
    for record in scene.spielliste.records.all():
        assert record.sha256 in page
        replayed = looks(rudi, url(scene, "list_replay", record.pk))
        assert "Spiel nachspielen" in replayed
        assert "Schritt" in replayed
        assert rudi.get(url(scene, "list_record", record.pk)).content.decode() == record.text
    assert "Auf der Liste steht etwas anderes" not in page


def test_row_that_officials_changed_is_marked_next_to_its_record(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste))
    typed = parse_row(1, ["R", "1", "2", "3"], highest_wins=False)
    entries.save_row(scene.spielliste, typed, expected=1, by=None)
    page = looks(rudi, url(scene))
    assert page.count("Auf der Liste steht etwas anderes") == 1
    (address,) = re.findall(r'href="([^"]+\.csv[^"]*)"', page)
    (row,) = list(DictReader(looks(rudi, address.replace("&amp;", "&")).splitlines(), delimiter=";"))
    assert row["SHA-256"] == scene.spielliste.records.get().sha256
    assert row["Auf der Liste steht etwas anderes"] == "ja"


def test_table_that_cannot_be_played_on_is_told_and_sent_to_the_hall(scene: AtTable, rudi: Client) -> None:
    row = table_of(scene.spielliste)
    PlayMove.objects.create(table=row, number=row.moves + 1, seat=1, command="ziehen", at=row.moved_at)
    PlayTable.objects.filter(pk=row.pk).update(moves=row.moves + 1)
    forget_all()
    page = looks(rudi, url(scene))
    assert "kennt einen der Züge nicht mehr" in page
    assert url(scene, "list_to_hall") in page
    phones.take_pen_to_desk(scene.spielliste, by=None)
    assert "kennt einen der Züge nicht mehr" in replays(rudi, scene)


def test_records_are_shown_where_somebody_else_sits_there_by_now(scene: AtTable, rudi: Client) -> None:
    leaves(rudi, scene, 4)
    play(table_of(scene.spielliste), games=1)
    seats = scene.spielliste.table.seats.order_by("number")
    stranger = Seat.objects.filter(series=scene.series).exclude(table=scene.spielliste.table)[0].registration
    for place in range(3):
        sitting = [seat.registration for seat in seats.all()]
        there = [*sitting[:place], stranger, *sitting[place + 1 :]]
        correct_seats(scene.spielliste, there, reason="anders gesetzt", expected=None, by=None)
        assert "Auf der Liste steht etwas anderes" in looks(rudi, url(scene))
        correct_seats(scene.spielliste, sitting, reason="doch richtig", expected=None, by=None)


def test_damaged_record_is_shown_as_such_and_not_replayed(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), games=1)
    record = scene.spielliste.records.get()
    GameRecord.objects.filter(pk=record.pk).update(text="[System]")
    page = looks(rudi, url(scene))
    assert "beschädigt, nicht lesbar" in page
    assert record.sha256 in page
    assert "lässt sich nicht nachspielen" in looks(rudi, url(scene, "list_replay", record.pk))
    answer = rudi.get(reverse("documents:records_file", args=[scene.event.slug, "csv"]))
    assert "beschädigt, nicht lesbar" in answer.content.decode("utf-8-sig")


def test_running_game_is_replayed_only_while_the_table_waits_and_keeps_its_seed(scene: AtTable, rudi: Client) -> None:
    row = table_of(scene.spielliste)
    seed = play(row, moves=4).table.game.record.seed  # type: ignore[union-attr]
    assert seed is not None
    assert "nur, solange der Tisch angehalten ist" in replays(rudi, scene)
    phones.take_pen_to_desk(scene.spielliste, by=None)
    page = replays(rudi, scene)
    assert "replay__position" in page
    assert seed.hex() not in page


def test_table_is_halted_and_goes_on_from_the_page_of_its_games(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), moves=4)
    for then, offered in (("take", "Bisheriges Spiel nachspielen"), ("give", "Tisch anhalten")):
        answer = rudi.post(url(scene, "list_at_table"), {"then": then, "from": "records"})
        assert answer["Location"] == url(scene)
        assert offered in looks(rudi, url(scene))
    phones.take_pen_to_desk(scene.spielliste, by=None)
    late = rudi.post(url(scene, "list_at_table"), {"then": "take", "from": "records"})
    assert "Das hat schon jemand getan" in late.content.decode()


def test_replaying_a_running_game_is_logged_and_shown_at_the_table(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), moves=4)
    phone = joined(scene, 1)
    phones.take_pen_to_desk(scene.spielliste, by=None)
    before = [*scene.event.record.values_list("verb", flat=True)]
    replays(rudi, scene)
    assert [*scene.event.record.values_list("verb", flat=True)] == [*before, "looking.look_at_running_game"]
    row = scene.event.record.latest("number")
    assert (row.subject_kind, row.subject_pk, row.by) == (
        "spielliste",
        scene.spielliste.pk,
        User.objects.get(username="rudi"),
    )
    told = f"{row.by} hat um"
    assert told in looks(phone, phone_url(scene, "at_table_play"))
    phones.give_pen_back(scene.spielliste, by=None)
    phones.take_pen_to_desk(scene.spielliste, by=None)
    assert told not in looks(phone, phone_url(scene, "at_table_play"))


def test_official_who_plays_at_the_table_does_not_see_its_running_game(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), moves=4)
    phones.take_pen_to_desk(scene.spielliste, by=None)
    player = scene.spielliste.table.seats.get(number=3).registration.player
    User.objects.filter(username="rudi").update(display_name=f"{player.first_name} {player.last_name}".upper())
    page = replays(rudi, scene)
    assert "Sie spielen selbst an diesem Tisch" in page
    assert "replay__position" not in page


def test_order_is_shown_before_it_is_given_and_stands_in_the_game(scene: AtTable, rudi: Client) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=4)
    number = state_of(row).number
    said = {"clause": "§ 6.10", "seat": "2", "points": "100", "reason": "Joker abgelegt", "version": "0"}
    said["version"] = str(scene.fresh().version)
    preview = rudi.post(url(scene, "list_order"), said).content.decode()
    assert "Platz 2 bekommt 100 Strafpunkte auf der Liste." in preview
    assert PlayTable.objects.get(pk=row.pk).moves == number
    assert not scene.spielliste.penalties.exists()
    rudi.post(url(scene, "list_order"), said | {"confirm": "1"})
    assert scene.spielliste.penalties.get().points == 100
    assert row.made.latest("number").command == "0 ruling §6.10 penalty 2 100"


def test_order_that_is_confirmed_twice_is_given_once_also_at_its_dispute(scene: AtTable, rudi: Client) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=4)
    dispute = call_referee(scene.event, Call(facts="Streit", series=1, table=1, game=1), by=None)
    address = f"{url(scene, 'list_order')}?streitfall={dispute.number}"
    said = {"clause": "§ 6.10", "seat": "0", "reason": "Ermahnung", "version": str(scene.fresh().version)}
    preview = rudi.post(address, said).content.decode()
    sent = said | {"key": re.findall(r'name="key" value="(\w+)"', preview)[0], "confirm": "1"}
    answers = [rudi.post(address, sent).status_code for _click in range(2)]
    assert answers == [302, 302]
    assert row.made.filter(command="0 ruling §6.10").count() == 1
    assert dispute.effects.count() == 1


@pytest.mark.parametrize(
    ("said", "why"),
    [({"seat": "2"}, "Bitte geben Sie die Zahl an"), ({"seat": "0", "points": "5"}, "wer die Strafpunkte bekommt")],
)
def test_order_that_names_half_a_penalty_is_refused_at_its_field(
    scene: AtTable, rudi: Client, said: dict[str, str], why: str
) -> None:
    play(table_of(scene.spielliste), moves=4)
    page = rudi.post(url(scene, "list_order"), {"clause": "§ 8.3", "reason": "Grund", "version": "1", **said})
    assert why in page.content.decode()


def test_game_is_dealt_again_and_table_sent_to_the_hall_by_a_referee(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), moves=4)
    said = {"clause": "§ 5.5", "seat": "0", "anew": "on", "reason": "vergeben", "confirm": "1"}
    said["version"] = str(scene.fresh().version)
    rudi.post(url(scene, "list_order"), said)
    assert "abgebrochen, zählt nicht" in looks(rudi, url(scene))
    rudi.post(url(scene, "list_to_hall"), {"reason": "Strom weg", "version": "0", "confirm": "1"})
    assert "nicht (mehr) am Bildschirm" in looks(rudi, url(scene))


def leaves(rudi: Client, scene: AtTable, seat: int, from_game: int = 1) -> str:
    """Returns the preview before an official confirms that a player has left a seat."""
    said = {"seat": str(seat), "from_game": str(from_game), "reason": "krank", "version": str(scene.fresh().version)}
    preview = rudi.post(url(scene, "list_vacancy"), said).content.decode()
    assert rudi.post(url(scene, "list_vacancy"), said | {"confirm": "1"}).status_code == 302
    return str(preview)


def test_seat_that_is_left_is_told_beforehand_and_the_others_play_on(scene: AtTable, rudi: Client) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=4)
    phone = joined(scene, 3)
    assert "Am Bildschirm spielen die anderen ohne ihn weiter" in leaves(rudi, scene, 2)
    page = looks(phone, phone_url(scene, "at_table_play"))
    assert "hat den Platz verlassen" in page
    assert "Ein Platz ist verlassen" not in page
    gone = joined(scene, 2)
    row.refresh_from_db()
    play(row)
    assert "Sie sehen zu" not in looks(gone, phone_url(scene, "at_table_play"))  # the player's own cards are laid aside
    play(row, games=2, moves=3)
    page = looks(gone, phone_url(scene, "at_table_play"))
    assert "Sie sehen zu" in page
    assert 'name="k"' not in page
    play(row, games=2)
    assert "Auf der Liste steht etwas anderes" not in looks(rudi, url(scene))
    assert "Liste ansehen und bestätigen" in looks(phone, phone_url(scene, "at_table_play"))


def test_nobody_has_won_at_a_table_where_too_few_are_left_between_two_games(scene: AtTable, rudi: Client) -> None:
    phone = joined(scene, 3)
    play(table_of(scene.spielliste))
    leaves(rudi, scene, 2, from_game=2)
    leaves(rudi, scene, 4, from_game=2)
    page = looks(phone, phone_url(scene, "at_table_play"))
    assert "Es sind zu wenige da, um weiterzuspielen" in page
    assert "Gewonnen" not in page


def test_table_at_which_too_few_are_left_says_so_to_players_and_what_to_do_to_officials(
    scene: AtTable, rudi: Client
) -> None:
    play(table_of(scene.spielliste), moves=4)
    phone = joined(scene, 3)
    leaves(rudi, scene, 2)
    assert "Am Bildschirm endet dieser Tisch" in leaves(rudi, scene, 4)
    page = looks(phone, phone_url(scene, "at_table_play"))
    assert "Es sind zu wenige da, um weiterzuspielen" in page
    assert "Es wird neu gegeben" not in page
    assert "Liste ansehen und bestätigen" not in page
    assert "Gespielt wird mindestens zu 3" in looks(rudi, url(scene))


def test_dispute_about_a_game_leads_to_its_record(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste))
    dispute = call_referee(scene.event, Call(facts="Streit", series=1, table=1, game=1), by=None)
    record = scene.spielliste.records.get()
    page = looks(rudi, reverse("organiser:dispute", args=[scene.event.slug, dispute.number]))
    assert url(scene, "list_replay", record.pk) in page
    assert reverse("replay:replay") not in re.findall(r'<section class="stack">.*?</section>', page, re.DOTALL)[0]


def test_next_step_of_the_day_leads_to_the_tables_that_play_and_asks_nobody_to_enter_lists(scene: AtTable) -> None:
    petra = signed_in(make_cast(scene.event).petra)
    page = looks(petra, reverse("organiser:event", args=[scene.event.slug]))
    assert "Serie 1 spielt am Bildschirm (0 von 2)" in page
    assert "eingeben (0 von 2)" not in page
    assert reverse("organiser:tables_at_work", args=[scene.event.slug, 1]) in page


def test_tables_at_work_say_that_a_table_plays_is_halted_or_cannot_go_on(scene: AtTable, rudi: Client) -> None:
    play(table_of(scene.spielliste), moves=4)
    tables = reverse("organiser:tables_at_work", args=[scene.event.slug, 1])
    assert "spielt am Bildschirm" in looks(rudi, tables)
    phones.take_pen_to_desk(scene.spielliste, by=None)
    assert "angehalten, wartet auf die Spielleitung" in looks(rudi, tables)
    phones.give_pen_back(scene.spielliste, by=None)
    for seat in (2, 3):
        assert "zu wenige am Tisch" not in looks(rudi, tables)
        leaves(rudi, scene, seat)
    assert "zu wenige am Tisch" in looks(rudi, tables)
