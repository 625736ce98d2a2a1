"""A series that is played in the browser: its tables, the rows and records of their games, and orders of officials."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.core.rules.record import digest, parse_record, replay
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import phones, statements
from romme_turnier.tournament.at_table.on_screen.keeping import keep_games
from romme_turnier.tournament.at_table.on_screen.orders import order_in_game, play_on_in_hall
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.models import GameRecord, PlayMove, PlayTable
from romme_turnier.tournament.playing.moving import step, time_to_claim, waits_for_program
from romme_turnier.tournament.playing.state import forget_all, state_of
from romme_turnier.tournament.playing.tables import table_with
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import list_of, make_official
from tests.tournament.at_table.on_screen import on_screen, play, said, table_of
from tests.tournament.at_table.scene import AtTable, at_table
from tests.tournament.playing.tables import later

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> AtTable:
    return on_screen()


# Playing


def test_game_that_ends_enters_its_row_and_hangs_its_record_at_the_list(scene: AtTable) -> None:
    state = play(table_of(scene.spielliste))
    stored = scene.spielliste.rows.get()
    (record,) = scene.spielliste.records.all()
    told = parse_record(record.text)
    assert told.result == state.table.finished[0].result
    assert told.result is not None
    assert [entry.points for entry in stored.entries.order_by("seat")] == [*told.result.points]
    assert (stored.finisher, stored.handromme) == (told.result.finisher, told.result.rummy_hand)
    assert stored.stands


def test_record_names_event_series_table_and_start_numbers_and_is_valid(scene: AtTable) -> None:
    play(table_of(scene.spielliste))
    record = scene.spielliste.records.get()
    told = parse_record(record.text)
    numbers = scene.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True)
    assert told.seats == tuple(map(str, numbers))
    assert (told.event, told.series, told.table, told.game) == (scene.event.name, "1", "1", 1)
    assert digest(told) == record.sha256
    assert not replay(told).faults
    assert not any(str(seat.registration.player) in record.text for seat in scene.spielliste.table.seats.all())


def test_list_is_whole_after_its_last_game_and_complete_when_its_players_confirm(scene: AtTable) -> None:
    state = play(table_of(scene.spielliste), games=scene.event.games_per_list)
    assert state.table.over
    fresh = scene.fresh()
    assert fresh.whole
    assert not fresh.problems
    for seat in fresh.table.seats.order_by("number"):
        statements.confirm(scene.phone(seat.number), fingerprint=fingerprint_of(scene.loaded()))
    assert scene.fresh().status == models.Spielliste.Status.COMPLETE


def test_hashes_of_records_are_part_of_every_revision(scene: AtTable) -> None:
    play(table_of(scene.spielliste), games=2)
    entries.complete(scene.spielliste, expected=None, by=None)
    content = scene.spielliste.revisions.get().content
    records = scene.spielliste.records.order_by("game")
    assert content["records"] == [{"game": one.game, "deal": 1, "sha256": one.sha256} for one in records]
    assert len(records) == 2


def test_record_that_was_changed_or_taken_away_afterwards_is_found(scene: AtTable) -> None:
    play(table_of(scene.spielliste), games=2)
    entries.complete(scene.spielliste, expected=None, by=None)
    assert [*differences(scene.event)] == []
    record = scene.spielliste.records.get(game=1)
    GameRecord.objects.filter(pk=record.pk).update(text=record.text.replace("draw", "take", 1))
    assert [one.what for one in differences(scene.event)] == ["Spiel 1: die Aufzeichnung ist nicht die, die einging"]
    record.delete()
    assert [one.what for one in differences(scene.event)] == ["die Liste weicht von ihrer letzten Fassung ab"]


def test_list_without_records_keeps_the_hash_it_has_always_had() -> None:
    scene = at_table()
    scene.write_all(scene.pen())
    entries.complete(scene.spielliste, expected=None, by=None)
    assert "records" not in scene.spielliste.revisions.get().content


def test_table_goes_on_after_a_restart_where_it_was(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    before = play(row, moves=40)
    forget_all()
    assert state_of(PlayTable.objects.get(pk=row.pk)) == before


def test_same_request_twice_moves_once(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    said(row, 1, "mischen", key="a")
    number = state_of(row).number
    assert said(row, 1, "mischen", key="a").done
    assert state_of(row).number == number


@pytest.mark.parametrize(
    "line",
    ["mitspielen Eve", "gegner einfach", "aussteigen", "bestimmen spiele 3", "spiel mit klopfen", "rauswerfen 2"],
)
def test_player_changes_nothing_that_is_the_officials(scene: AtTable, line: str) -> None:
    assert [one.code for one in said(table_of(scene.spielliste), 1, line).refused] == ["officials_alone"]


def test_game_is_not_broken_off_by_players(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=2)
    assert [one.code for one in said(row, 1, "spiel abbrechen").refused] == ["officials_alone"]


def test_table_waits_while_officials_have_the_pen_and_goes_on_afterwards(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    number = state_of(row).number
    phones.take_pen_to_desk(scene.spielliste, by=None)
    with pytest.raises(TournamentError, match="Spielleitung schreibt"):
        play(row, moves=1)
    assert state_of(row).number == number
    phones.give_pen_back(scene.spielliste, by=None)
    assert play(row, moves=1).number == number + 1


def test_no_move_is_stored_once_the_event_is_handed_over(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    number = play(row, moves=3).number
    models.Event.objects.update(elsewhere=models.Event.Elsewhere.HOST)
    with pytest.raises(TournamentError, match="nicht mehr an diesem Rechner"):
        play(row, moves=1)
    assert row.made.count() == number


@pytest.mark.usefixtures("stopped_clock")
def test_clock_of_the_open_card_stands_still_while_officials_have_halted_the_table() -> None:
    scene = on_screen(ruleset="contract", games=7)
    row = table_of(scene.spielliste)
    while (state := play(row, moves=1)).claim_since is None:
        row.refresh_from_db()
    later(row, timedelta(seconds=5))
    phones.take_pen_to_desk(scene.spielliste, by=None)
    row.refresh_from_db()
    assert time_to_claim(state_of(row)) is None
    later(row, timedelta(hours=1))
    drawn = PlayMove.objects.filter(table=row, number__lte=state.number)
    drawn.update(at=timezone.now() - timedelta(hours=1, seconds=5))
    step(row, also_store=keep_games)
    assert state_of(row).claim_since is not None
    phones.give_pen_back(scene.spielliste, by=None)
    forget_all()
    row.refresh_from_db()
    left = time_to_claim(state_of(row))
    assert left is not None
    assert left == timedelta(seconds=10)
    assert waits_for_program(state_of(row))


def test_row_that_officials_entered_before_stays_and_the_table_goes_on(scene: AtTable) -> None:
    typed = parse_row(1, ["R", "10", "20", "30"], highest_wins=False)
    entries.save_row(scene.spielliste, typed, expected=0, by=None)
    play(table_of(scene.spielliste), games=2)
    stored = scene.spielliste.rows.get(number=1)
    assert [entry.points for entry in stored.entries.order_by("seat")] == [0, 10, 20, 30]
    assert scene.spielliste.records.count() == 2


def test_phone_does_not_write_games_of_a_table_that_plays_in_the_browser(scene: AtTable) -> None:
    pen = scene.pen()
    with pytest.raises(TournamentError, match="schreibt sich selbst"):
        scene.write(pen, 1)


def test_nothing_moves_where_somebody_else_sits_at_the_table_by_now(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    first, second = scene.spielliste.table.seats.order_by("number")[:2]
    models.Seat.objects.filter(pk=first.pk).update(number=9)
    models.Seat.objects.filter(pk=second.pk).update(number=1)
    models.Seat.objects.filter(pk=first.pk).update(number=2)
    with pytest.raises(TournamentError, match="sitzt an diesem Tisch jemand anders"):
        play(row, moves=1)


def test_program_moves_for_nobody_at_a_table_of_an_event(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=5)
    number = state_of(row).number
    step(row)
    assert state_of(row).number == number


# Orders of officials


def test_order_stands_in_the_record_and_its_points_on_the_list(scene: AtTable) -> None:
    row, anna = table_of(scene.spielliste), make_official(scene.event)
    play(row, moves=6)
    order_in_game(scene.spielliste, clause="§ 8.3", seat=2, points=50, reason="zu langsam", expected=None, by=anna)
    play(PlayTable.objects.get(pk=row.pk))
    record = scene.spielliste.records.get()
    assert "\n0 ruling §8.3 penalty 2 50\n" in record.text
    assert "langsam" not in record.text
    assert not replay(parse_record(record.text)).faults
    penalty = scene.spielliste.penalties.get()
    assert (penalty.seat, penalty.game, penalty.points, penalty.reason) == (2, 1, 50, "zu langsam")


def test_game_is_dealt_again_by_order_and_both_records_stay(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=6)
    order_in_game(scene.spielliste, clause="§ 5.5", reason="verworfen", anew=True, expected=None, by=None)
    assert not scene.spielliste.rows.exists()
    row.refresh_from_db()
    play(row, games=2)
    first, again = scene.spielliste.records.order_by("deal")
    assert (first.game, first.deal, again.game, again.deal) == (1, 1, 1, 2)
    assert parse_record(first.text).result is None
    assert parse_record(first.text).seed != parse_record(again.text).seed
    assert scene.spielliste.rows.get().number == 1


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"clause": ""}, "Paragraphen"),
        ({"clause": "§ 99"}, "§ 99"),
        ({"reason": " "}, "Grund"),
        ({"seat": 2}, "Strafpunkten"),
        ({"points": 20}, "Strafpunkten"),
        ({"seat": 7, "points": 20}, "Platz 7"),
    ],
)
def test_order_that_says_too_little_is_refused(scene: AtTable, order: dict[str, Any], why: str) -> None:
    play(table_of(scene.spielliste), moves=3)
    with pytest.raises(TournamentError, match=why):
        order_in_game(
            scene.spielliste, **{"clause": "§ 8.3", "reason": "war so", "expected": None, "by": None, **order}
        )
    assert not scene.spielliste.penalties.exists()


@pytest.mark.parametrize("order", [{}, {"seat": 2, "points": 50}, {"anew": True}])
def test_order_is_not_given_in_the_next_game(scene: AtTable, order: dict[str, Any]) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    seen = scene.fresh().version
    play(row)
    play(row, games=2, moves=1)
    with pytest.raises(Conflict):
        order_in_game(scene.spielliste, clause="§ 8.3", reason="war so", expected=seen, by=None, **order)


def test_points_are_not_ordered_twice(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=3)
    seen = scene.fresh().version
    for _ in range(2):
        with suppress(Conflict):
            order_in_game(scene.spielliste, clause="§ 8.3", reason="war so", seat=2, points=50, expected=seen, by=None)
    assert scene.spielliste.penalties.count() == 1


@pytest.mark.parametrize("order", [{}, {"seat": 2, "points": 50}, {"anew": True}])
def test_order_that_is_sent_twice_is_given_once(scene: AtTable, order: dict[str, Any]) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    sent = {"clause": "§ 8.3", "reason": "war so", "expected": scene.fresh().version, "key": "a", "by": None, **order}
    for _ in range(2):
        order_in_game(scene.spielliste, **sent)
    assert row.made.filter(command__startswith="0 ruling").count() == 1
    assert row.made.filter(command="0 break").count() == ("anew" in order)
    assert scene.spielliste.penalties.count() == ("points" in order)


def test_order_without_points_leaves_the_list_as_its_log_says(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    order_in_game(scene.spielliste, clause="§ 8.3", reason="war so", expected=scene.fresh().version, by=None)
    row.refresh_from_db()
    play(row, games=2)
    assert [*differences(scene.event)] == []


def test_order_between_games_is_refused(scene: AtTable) -> None:
    with pytest.raises(TournamentError, match="Es läuft kein Spiel"):
        order_in_game(scene.spielliste, clause="§ 8.3", reason="war so", expected=None, by=None)


def test_table_plays_on_in_the_hall_by_order(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row)
    play_on_in_hall(scene.spielliste, reason="Ein Handy ist kaputt", by=None)
    with pytest.raises(TournamentError, match="im Saal weiter"):
        play(row, games=2)  # like a request that has read the table before
    scene.write(scene.pen(), 2, "0 7 8 9")
    assert scene.fresh().whole
    assert scene.spielliste.records.count() == 1
    assert list_of(scene.series, 2).play_table.ended_at is None
    with pytest.raises(TournamentError, match="nicht am Bildschirm"):
        play_on_in_hall(scene.spielliste, reason="noch einmal", by=None)


def test_records_go_with_the_draw_and_an_event_table_has_no_public_link(scene: AtTable) -> None:
    assert table_with(table_of(scene.spielliste).token) is None
    scene.series.tables.all().delete()
    assert not PlayTable.objects.exists()
    assert not GameRecord.objects.exists()
