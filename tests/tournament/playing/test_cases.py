"""A case as a table to try: one person plays all seats, or opponents the others; stored and continued as any table."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from romme_turnier.core.playing.table import Plays, awaited, claimants
from romme_turnier.core.rules.play import format_position, parse_position, seen_by
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing import moving
from romme_turnier.tournament.playing.cases import open_case
from romme_turnier.tournament.playing.moving import go_on, say, step, time_to_claim, waits_for_program
from romme_turnier.tournament.playing.state import UnplayableError, state_of
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from tests.tournament.playing.tables import line_of, restarted

pytestmark = pytest.mark.django_db

CASE = "rommeordnung / hands ?13, KS 9H 8H, ?13 / table 3 5H 6H 7H / pile ?3 4C / stock 57 / turn 2 11 / opened - 2 3"
CLAIMED = "contract / hands 4C KS 9H, ?10, ?10 / pile 4D / stock 60 / turn 1 10 / round 1"


def test_only_the_opener_of_a_case_acts_for_the_awaited_seat():
    row, opener = open_case(parse_position(CASE))
    assert state_of(row).seat_of(opener) == 2
    assert state_of(row).seat_of(7) == 0
    for line, seat in (("ziehen", 2), ("ablegen KS", 3), ("ziehen", 3), ("zurück", 3), ("zurück", 2)):
        assert say(row, opener, [line]).done
        assert state_of(row).seat_of(opener) == seat
    assert not say(row, 0, ["ziehen"]).done
    assert not say(row, 0, ["mitspielen Dora"]).done


def test_case_is_the_same_after_a_restart():
    row, opener = open_case(parse_position(CASE), Plays.STRONG)
    assert say(row, opener, ["ziehen"]).done
    before = state_of(row)
    restarted()
    row = PlayTable.objects.get(pk=row.pk)
    assert state_of(row) == before
    assert before.table.game is not None
    noted = parse_position(CASE)
    assert len(before.table.game.position.stock) == len(noted.stock) - 1
    assert before.table.game.position.hands[1][:2] != noted.hands[1]
    assert [player.plays for player in before.table.players] == [Plays.STRONG, Plays.PERSON, Plays.STRONG]


def test_options_and_contract_of_a_case_are_those_of_its_table():
    line = "rommee minimum=40 knocking / hands KS 9H, ?5, ?5 / pile 4C / stock 30 / turn 1 4"
    row, _opener = open_case(parse_position(line))
    table = state_of(row).table
    assert dict(table.rules.agreed) == {"minimum": 40, "knocking": True}
    assert table.game is not None
    assert format_position(seen_by(table.game.position, 1)) == format_position(parse_position(line))
    assert state_of(open_case(parse_position(CLAIMED))[0]).table.number == 1


def test_opponents_of_a_case_move_during_other_requests_until_it_is_over(monkeypatch):
    monkeypatch.setattr(moving, "PACE", timedelta())
    row, opener = open_case(parse_position(CASE), Plays.SIMPLE)
    for _ in range(600):
        row.refresh_from_db()
        state = state_of(row)
        if state.table.over:
            break
        if waits_for_program(state):
            step(row)
        else:
            seat = state.seat_of(opener)
            assert awaited(state.table) == (2,)
            assert say(row, opener, [line_of(state, seat, random.Random(state.number))]).done
    assert state_of(row).table.over
    assert not waits_for_program(state_of(row))
    assert go_on(row, opener) == state_of(row)
    assert say(row, opener, ["zurück"]).done
    assert state_of(row).table.playing


def test_nobody_is_hurried_to_claim_a_card_in_a_case(monkeypatch):
    monkeypatch.setattr(moving, "TO_CLAIM", timedelta())
    row, opener = open_case(parse_position(CLAIMED))
    assert say(row, opener, ["ziehen"]).done
    state = state_of(row)
    assert claimants(state.table) == (2, 3)
    assert state.seat_of(opener) == 2
    assert time_to_claim(state) is None
    assert not waits_for_program(state)
    step(row)
    row.refresh_from_db()
    assert say(row, opener, ["weiter"]).done
    assert state_of(row).seat_of(opener) == 3
    assert say(row, opener, ["erklopfen"]).done
    assert state_of(row).seat_of(opener) == 1


def test_request_that_comes_twice_has_its_effect_once_though_another_seat_is_in_turn_then():
    row, opener = open_case(parse_position(CASE))
    say(row, opener, ["ziehen"])
    assert say(row, opener, ["ablegen KS"], key="k").done
    assert say(row, opener, ["ablegen KS"], key="k").done
    assert PlayMove.objects.filter(table=row).count() == 2
    with pytest.raises(KeyReused):
        say(row, 7, ["ablegen KS"], key="k")


def test_seat_that_is_left_to_the_program_is_played_by_it_and_can_be_taken_by_another_person():
    row, opener = open_case(parse_position(CASE))
    assert say(row, opener, ["aussteigen"]).done
    assert waits_for_program(state_of(row))
    assert state_of(row).seat_of(opener) == 1
    dora = say(row, 0, ["mitspielen Platz 2"])
    assert dora.done
    assert state_of(row).seat_of(dora.holder) == 2


def test_game_that_is_over_is_not_tried():
    with pytest.raises(TournamentError, match="zu Ende"):
        open_case(parse_position(CASE + " / over 2"))
    assert not PlayTable.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        "rommeordnung / hands 2C, 3C, 4C / turn 1 5",
        "rommeordnung / hands -, 3C, 4C / turn 1 5 drawn / stock 5",
        "rommeordnung / hands 2C, 3C, 4C / turn 1 5 drawn / stock 5 / owed 9C",
        "rommee knocking / hands 2C, 3C, 4C / turn 1 5 / stock 5 / asked 2",
        "rommee / hands 2C, 3C, 4C / turn 1 5 / stock 5 / left 2 3 1",
    ],
)
def test_position_in_which_nothing_can_be_done_is_not_tried(line):
    with pytest.raises(TournamentError, match="niemand weiterspielen"):
        open_case(parse_position(line))


def test_hand_that_would_take_minutes_to_search_is_not_tried():
    with pytest.raises(TournamentError, match="höchstens 40"):
        open_case(parse_position("rommeordnung / hands ?41, ?3, ?3 / turn 1 5 drawn / stock 5"))


def test_position_that_the_program_does_not_read_any_more_cannot_be_played_on():
    row, _opener = open_case(parse_position(CASE))
    PlayTable.objects.update(position="rommeordnung / hands")
    restarted()
    row.refresh_from_db()
    with pytest.raises(UnplayableError):
        state_of(row)


def test_turn_that_an_earlier_version_let_end_without_a_discard_goes_on_when_its_moves_are_read_again():
    line = (
        "rommeordnung / hands 6D *, KS 2C, KC 3C / table 2 7D *8D 9D 10D JD / stock 40 / turn 1 20 drawn / opened 3 9 9"
    )
    row, opener = open_case(parse_position(line))
    assert say(row, opener, ["passen"]).refused[0].code == "laying_possible"
    PlayMove.objects.create(table=row, number=1, seat=1, command="passen", at=timezone.now())
    PlayTable.objects.update(moves=1)
    restarted()
    row.refresh_from_db()
    game = state_of(row).table.game
    assert game is not None
    assert game.position.turn == 2
