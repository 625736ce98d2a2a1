"""Moves: once for each key, one of two at the same time, the same table after a restart, opponents in passing."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from romme_turnier.core.playing.commands.words import GAMES, Word
from romme_turnier.core.playing.game import MANY_SHUFFLES
from romme_turnier.core.playing.table import Plays, awaited, claimants
from romme_turnier.tournament.models import PlayMove
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.moving import go_on, say, step, time_to_claim, waits_for_program
from romme_turnier.tournament.playing.state import UnplayableError, after_move, forget_all, state_of
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.errors import KeyReused
from tests.tournament.playing.tables import (
    at_position,
    joined,
    later,
    moved_once,
    opened,
    play_on,
    restarted,
    shuffled_often,
    with_dealer,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def quick(monkeypatch):
    """Opponents do not wait, and neither does the clock of the top discard."""
    monkeypatch.setattr(moving, "PACE", timedelta())
    monkeypatch.setattr(moving, "TO_LOOK", timedelta())
    monkeypatch.setattr(moving, "TO_CLAIM", timedelta())


def dealt(system="rommeordnung", opponents=2):
    """A table at which Anna and Bernd sit and the first game is dealt."""
    row, anna = opened(system, opponents=opponents)
    bernd = joined(row, "Bernd")
    holders = {1: anna, opponents + 2: bernd}
    assert say(row, anna, ["mischen"]).done
    assert state_of(row).table.playing
    return row, holders


@pytest.mark.parametrize("system", ["rommeordnung", "rommee", "contract"])
def test_people_and_opponents_play_a_game_to_its_end_and_a_restart_leads_to_the_same_table(quick, system):
    row, holders = dealt(system)
    state = play_on(row, holders)
    assert len(state.table.finished) == 1
    restarted()
    row.refresh_from_db()
    assert state_of(row) == state
    assert [move.number for move in PlayMove.objects.filter(table=row)] == [*range(1, state.number + 1)]


def test_who_says_a_word_for_the_shuffle_keeps_the_seat_and_the_deal_has_it():
    row, anna = opened()
    bernd = joined(row, "Bernd")
    promised = state_of(row).table.commitment
    assert say(row, bernd, ["wort Kleeblatt"]).done
    assert say(row, anna, ["wort Hufeisen"]).done
    assert (state_of(row).seat_of(anna), state_of(row).seat_of(bernd)) == (1, 4)
    assert say(row, anna, ["mischen"]).done
    restarted()
    row.refresh_from_db()
    game = state_of(row).table.game
    assert game is not None
    assert (game.record.shuffle, game.record.words) == (promised, ("Hufeisen", "", "", "Kleeblatt"))
    assert (state_of(row).seat_of(anna), state_of(row).seat_of(bernd)) == (1, 4)


def test_request_with_the_same_key_has_its_effect_once_and_is_answered_as_before():
    row, holders = dealt()
    first = say(row, holders[1], ["weiter", "sortieren wert"], key="a")
    assert first.order is not None  # no move was stored, so the key is free
    row, anna = opened()
    first = say(row, 0, ["mitspielen Bernd"], key="k1")
    second = say(row, 0, ["mitspielen Bernd"], key="k1")
    assert (first.holder, first.state.number) == (second.holder, second.state.number)
    assert PlayMove.objects.filter(table=row, key="k1").count() == 1
    assert say(row, anna, ["rauswerfen Anton"], key="k2").done
    before = state_of(row).number
    with pytest.raises(KeyReused):
        say(row, first.holder, ["aussteigen"], key="k2")
    assert state_of(row).number == before


def test_database_takes_no_second_move_of_a_number_and_none_of_a_key():
    row, _ = opened()
    now = timezone.now()
    again = PlayMove(table=row, number=1, seat=1, command="mischen", at=now)
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)
    PlayMove.objects.create(table=row, number=100, seat=1, command="mischen", key="k", at=now)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayMove.objects.create(table=row, number=101, seat=1, command="mischen", key="k", at=now)


def test_of_two_moves_on_the_same_state_one_wins_and_the_other_is_judged_by_what_is_then(monkeypatch):
    row, anna = opened("treppenromme", opponents=2)
    real = moving._stored

    def somebody_was_faster(*args):
        monkeypatch.setattr(moving, "_stored", real)
        say(type(row).objects.get(pk=row.pk), 0, ["mitspielen Bernd"])
        return real(*args)

    monkeypatch.setattr(moving, "_stored", somebody_was_faster)
    said = say(row, 0, ["mitspielen Carl"])  # the last seat is gone
    assert [violation.code for violation in said.refused] == ["table_full"]
    assert [player.name for player in said.state.table.players] == ["Anna", "Anton", "Berta", "Bernd"]
    assert state_of(row).seat_of(anna) == 1


@pytest.mark.usefixtures("stopped_clock")
def test_opponents_move_during_other_requests_and_not_before_their_pace():
    row, (anna, _) = with_dealer(1, "Bernd", system="classic", opponents=2)
    say(row, anna, ["mischen"])
    state = state_of(row)
    assert awaited(state.table) == (2,)
    assert waits_for_program(state)
    step(row)
    assert state_of(row).number == state.number
    later(row, timedelta(seconds=1))
    step(row)
    assert state_of(row).number == state.number + 1


def test_one_opponent_thinks_at_a_time_and_the_next_look_asks_again(quick):
    row, (anna, _) = with_dealer(1, "Bernd", system="classic", opponents=2)
    say(row, anna, ["mischen"])
    number = state_of(row).number
    with moving._one_thinks:  # at another table
        step(row)
    assert state_of(row).number == number
    step(row)
    assert state_of(row).number == number + 1


def test_no_opponent_deals_before_the_opener_says_that_the_match_begins():
    row, (anna,) = with_dealer(2, system="rommee", opponents=2)
    later(row)
    step(row)
    go_on(row, anna)
    assert state_of(row).table.match is None
    say(row, anna, ["mischen"])
    assert state_of(row).table.playing


@pytest.fixture
def opponent_to_deal(monkeypatch):
    """A table at which a game is over and an opponent deals next, and the holders of its seats."""
    monkeypatch.setattr(moving, "PACE", timedelta())
    row, holders = dealt("treppenromme")
    for holder in holders.values():
        say(row, holder, ["spiel abbrechen"])
    while (dealer := state_of(row).table.dealer) in holders:
        say(row, holders[dealer], ["mischen"])
        play_on(row, holders, games=len(state_of(row).table.finished) + 1)
    return row, holders


def test_opponent_deals_on_when_somebody_at_the_table_has_seen_the_hands(opponent_to_deal):
    row, holders = opponent_to_deal
    before = state_of(row).number
    step(row)
    go_on(row, 0)
    assert state_of(row).number == before
    go_on(row, holders[1])
    assert state_of(row).table.playing


def test_opponent_deals_on_though_the_clock_was_set_back(opponent_to_deal):
    row, _holders = opponent_to_deal
    later(row, -timedelta(hours=2))
    step(row)
    assert state_of(row).table.playing


def test_when_the_clock_of_the_open_card_has_run_out_silence_means_no(monkeypatch):
    monkeypatch.setattr(moving, "PACE", timedelta())
    row, holders = dealt("contract", opponents=1)
    state = state_of(row)
    while not (asked := [seat for seat in claimants(state.table) if seat in holders]) or len(asked) < len(
        claimants(state.table)
    ):
        moved_once(row, holders)
        state = state_of(row)
    step(row)
    assert state_of(row).number == state.number
    assert state.claim_since is not None
    later(row, timedelta(seconds=9))
    step(row)
    assert state_of(row).claim_since is None
    waived = PlayMove.objects.filter(table=row, number__gt=state.number, command="weiter")
    assert {move.seat for move in waived} == set(asked)


LEFT_TO_DISCARD = (
    "rommee knocking / hands 8S 9S JD 10H, 2C 3C 4C, 5H 5C 5S / pile 2H 9C / stock 40 / turn 1 20 drawn / opened - - -"
)


def lying_now(state):
    assert state.table.game is not None
    return state.table.game.position


def test_opponents_answer_about_the_open_card_in_the_request_that_draws():
    row, anna = opened("rommee", opponents=2, options={"knocking": True})
    assert say(row, anna, ["mischen"]).done
    while (position := lying_now(state_of(row))).turn != 1 or position.drawn or position.number <= 4:
        later(row)
        moved_once(row, {1: anna})
    assert say(row, anna, ["ziehen", "nehmen"], key="k").done
    state = state_of(row)
    assert lying_now(state).drawn
    assert PlayMove.objects.filter(table=row, key="k").count() == 1
    restarted()
    row.refresh_from_db()
    assert state_of(row) == state


def test_player_is_not_asked_for_the_card_that_he_has_just_discarded():
    row, anna = at_position(LEFT_TO_DISCARD)
    bernd = state_of(row).holders[1]
    assert say(row, anna, ["ablegen 8S"]).done
    assert say(row, bernd, ["ziehen"]).done
    assert claimants(state_of(row).table) == (3,)
    assert PlayMove.objects.filter(table=row).latest("number").command == "weiter"


def test_moves_of_an_older_version_that_asked_the_discarder_lead_to_the_same_table():
    state = state_of(at_position(LEFT_TO_DISCARD)[0])
    for seat, command in ((1, "ablegen 8S"), (2, "ziehen"), (3, "weiter"), (1, "erklopfen")):
        state = after_move(state, seat, command, timezone.now(), stored=True)
    assert lying_now(state).asked == (1,)


@pytest.mark.usefixtures("stopped_clock")
@pytest.mark.parametrize(("thought", "left"), [(0, 8), (3, 5), (5, 3), (60, 3)])
def test_clock_of_knocking_counts_how_long_the_card_lay_open(thought, left):
    state, now = state_of(at_position(LEFT_TO_DISCARD)[0]), timezone.now()
    discarded = after_move(state, 1, "ablegen 8S", now - timedelta(seconds=thought))
    shown = time_to_claim(after_move(discarded, 2, "ziehen", now))
    assert shown is not None
    assert shown == timedelta(seconds=left)


def test_order_of_a_hand_and_what_only_shows_something_are_no_moves():
    row, holders = dealt()
    before = state_of(row).number
    said = say(row, holders[1], ["sortieren wert"])
    assert said.order is not None
    assert say(row, holders[1], ["karten"]).done
    assert state_of(row).number == before


def test_line_that_cannot_be_read_or_is_not_allowed_changes_nothing():
    row, holders = dealt()
    before = state_of(row).number
    assert say(row, holders[1], ["ziehen ziehen"]).unread is not None
    assert say(row, 0, ["ziehen"]).refused[0].code == "not_seated"
    assert say(row, 999, ["ziehen"]).refused[0].code == "not_seated"
    assert state_of(row).number == before


def test_who_left_is_played_by_the_program(quick):
    row, holders = dealt()
    say(row, holders[1], ["aussteigen"])
    assert state_of(row).table.players[0].plays is Plays.STRONG
    play_on(row, {seat: holder for seat, holder in holders.items() if seat != 1})


@pytest.mark.parametrize("command", ["ziehen", "ziehen ziehen"])
def test_stored_move_that_is_not_possible_or_readable_any_more_is_told_apart(command):
    row, _ = opened()
    PlayMove.objects.filter(table=row, number=1).update(seat=0, command=command)
    restarted()
    with pytest.raises(UnplayableError):
        state_of(row)


@pytest.mark.parametrize(("times", "broken_off"), [(MANY_SHUFFLES - 1, False), (MANY_SHUFFLES, True)])
def test_opponents_among_themselves_break_off_a_game_that_drags_on(monkeypatch, times, broken_off):
    monkeypatch.setattr(moving, "PACE", timedelta())
    row, holders = dealt("contract", opponents=2)
    for holder in holders.values():
        assert say(row, holder, ["aussteigen"]).done
    shuffled_often(row, times)
    step(row)
    table = state_of(row).table
    assert table.playing is not broken_off
    assert len(table.finished) == broken_off
    forget_all()
    assert PlayMove.objects.filter(table=row, command="spiel abbrechen").exists() is broken_off


def test_people_are_not_made_to_break_off_a_game_that_drags_on(monkeypatch):
    monkeypatch.setattr(moving, "PACE", timedelta())
    row, holders = dealt("contract", opponents=2)
    shuffled_often(row)
    while not set(awaited(state_of(row).table)) & set(holders):
        step(row)
    assert state_of(row).table.playing
    for holder in holders.values():
        assert say(row, holder, ["spiel abbrechen"]).done
    assert not state_of(row).table.playing


@pytest.mark.usefixtures("stopped_clock")
def test_seat_moves_ten_times_a_second_at_most(monkeypatch):
    monkeypatch.setattr(moving, "MOST_IN_A_SECOND", 10)
    row, anna = opened()
    bernd = joined(row, "Bernd")
    said = [say(row, anna, [f"{Word.SET} {GAMES} {number}"]) for number in range(2, 14)]
    assert [answer.done for answer in said] == [True] * 10 + [False] * 2
    assert "zu schnell" in say_refused(said[-1].refused[0])
    assert say(row, bernd, ["aussteigen"]).done
    later(row, timedelta(seconds=1))
    assert say(row, anna, [f"{Word.SET} {GAMES} 2"]).done


def test_people_make_no_more_moves_than_can_be_replayed_and_opponents_do_not_count(monkeypatch):
    row, anna = opened(opponents=3)
    monkeypatch.setattr(moving, "MOST_MOVES", state_of(row).number)
    said = [say(row, anna, [f"{Word.SET} {GAMES} {number}"]) for number in range(2, 5)]
    assert [answer.done for answer in said] == [True] * 2 + [False]
    assert "2 Züge gemacht" in say_refused(said[-1].refused[0])
