"""A seat that is left for good at a table that plays in the browser: the others play on by order of officials."""

from typing import Any

import pytest

from romme_turnier.core.playing.table import awaited
from romme_turnier.core.rules.record import parse_record, replay
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import statements
from romme_turnier.tournament.at_table.on_screen.orders import leave_seat_on_screen, order_in_game
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.models import PlayMove, PlayTable
from romme_turnier.tournament.playing.state import State, forget_all, state_of
from romme_turnier.tournament.seating.seats import correct_seats
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError
from tests.tournament.at_table.on_screen import on_screen, play, said, table_of
from tests.tournament.at_table.scene import AtTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> AtTable:
    return on_screen(games=3)


def leaves(scene: AtTable, seat: int, **more: Any) -> State:
    game = state_of(table_of(scene.spielliste)).table.number
    decision = {"from_game": game, "reason": "krank", "expected": None, "by": None, **more}
    leave_seat_on_screen(scene.spielliste, seat=seat, **decision)
    return state_of(table_of(scene.spielliste))


def points(scene: AtTable, game: int) -> list[int | None]:
    return [one.points for one in scene.spielliste.rows.get(number=game).entries.order_by("seat")]


def test_others_play_on_and_every_row_of_the_list_has_no_entry_for_a_player_that_left(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=6)
    leaves(scene, 3)
    forget_all()
    state = play(table_of(scene.spielliste), games=3)
    assert state.table.over
    for game in (1, 2, 3):
        assert [one is None for one in points(scene, game)] == [False, False, True, False]
        told = parse_record(scene.spielliste.records.get(game=game).text)
        assert not replay(told).faults
        assert len(told.seats) == (4 if game == 1 else 3)
    fresh = scene.fresh()
    assert fresh.whole
    assert not fresh.problems


def test_finisher_on_the_list_is_who_ended_the_game_where_a_seat_is_missing_at_the_table(scene: AtTable) -> None:
    leaves(scene, 1)
    state = play(table_of(scene.spielliste), games=1)
    row, record = scene.spielliste.rows.get(number=1), state.table.finished[0]
    assert record.result is not None
    assert record.result.finisher is not None
    assert points(scene, 1) == [None, *record.result.points]
    assert row.finisher == record.result.finisher + 1


def test_list_is_confirmed_by_those_who_stayed_and_its_records_are_proved(scene: AtTable) -> None:
    play(table_of(scene.spielliste))
    leaves(scene, 4, counts=True)
    play(table_of(scene.spielliste), games=3)
    for seat in (1, 2, 3):
        statements.confirm(scene.phone(seat), fingerprint=fingerprint_of(scene.loaded()))
    assert scene.fresh().status == models.Spielliste.Status.COMPLETE
    assert [*differences(scene.event)] == []


def test_players_that_stay_keep_their_cards_whichever_place_is_left(scene: AtTable) -> None:
    leaves(scene, 1)
    row = table_of(scene.spielliste)
    assert awaited(state_of(row).table) == (2,)
    assert said(row, 2, "mischen").done
    state = state_of(row)
    assert state.holders == (2, 3, 4)
    numbers = scene.spielliste.table.seats.order_by("number").values_list("registration__number", flat=True)
    assert [one.name for one in state.table.players] == [str(number) for number in numbers[1:]]


def test_table_that_nobody_has_dealt_at_stays_as_it_is_when_a_phone_comes_in(scene: AtTable) -> None:
    leaves(scene, 2)
    row = table_of(scene.spielliste)
    scene.phone(1)
    assert table_of(scene.spielliste).pk == row.pk


def test_game_is_broken_off_where_too_few_are_left_and_nobody_deals_another(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=4)
    assert not leaves(scene, 2).table.too_few
    state = leaves(scene, 4)
    assert state.table.too_few
    assert not awaited(state.table)
    assert not scene.spielliste.rows.exists()
    assert parse_record(scene.spielliste.records.get().text).result is None
    assert [one.code for one in said(table_of(scene.spielliste), 1, "mischen").refused] == ["match_over"]


def test_seat_is_left_from_the_game_that_is_played_or_comes_next(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=4)
    with pytest.raises(TournamentError, match="nur ab Spiel 1"):
        leaves(scene, 2, from_game=2)
    assert not scene.spielliste.vacancies.exists()


def test_vacated_seat_can_only_get_another_decision(scene: AtTable) -> None:
    leaves(scene, 2)
    number = state_of(table_of(scene.spielliste)).number
    leaves(scene, 2, counts=True)
    assert scene.spielliste.vacancies.get().counts
    assert state_of(table_of(scene.spielliste)).number == number


def test_seat_is_still_decided_upon_on_the_list_alone_once_it_is_closed(scene: AtTable) -> None:
    leaves(scene, 2)
    play(table_of(scene.spielliste), games=3)
    entries.complete(scene.spielliste, expected=None, by=None)
    leaves(scene, 2, from_game=1, counts=True)
    assert scene.spielliste.vacancies.get().counts


def test_seat_is_left_on_the_list_where_the_program_does_not_know_a_move_any_more(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    PlayMove.objects.create(table=row, number=row.moves + 1, seat=1, command="ziehen", at=row.moved_at)
    PlayTable.objects.filter(pk=row.pk).update(moves=row.moves + 1)
    forget_all()
    decision: dict[str, Any] = {"reason": "krank", "expected": None, "by": None}
    leave_seat_on_screen(scene.spielliste, seat=2, from_game=1, **decision)
    assert scene.spielliste.vacancies.get().seat == 2
    with pytest.raises(TournamentError, match="kennt einen der Züge nicht mehr"):
        order_in_game(scene.spielliste, clause="§ 6.10", **decision)


def test_seat_that_is_left_on_the_list_alone_makes_the_table_wait(scene: AtTable) -> None:
    decisions.leave_seat(scene.spielliste, seat=2, from_game=1, reason="krank", expected=None, by=None)
    with pytest.raises(TournamentError, match="Ein Platz ist verlassen"):
        play(table_of(scene.spielliste), moves=1)
    leaves(scene, 2)
    play(table_of(scene.spielliste), moves=1)


def test_who_is_back_on_the_list_is_not_at_the_table_which_waits(scene: AtTable) -> None:
    leaves(scene, 2)
    decisions.return_to_seat(scene.spielliste.vacancies.get(), reason="doch da", expected=None, by=None)
    with pytest.raises(TournamentError, match="sitzt an diesem Tisch jemand anders"):
        play(table_of(scene.spielliste), moves=1)


def test_row_stands_at_the_seats_that_players_have_by_now_where_two_changed_places(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=4)
    one, other, *others = [seat.registration for seat in scene.spielliste.table.seats.order_by("number")]
    correct_seats(scene.spielliste, [other, one, *others], reason="vertauscht", expected=None, by=None)
    leaves(scene, 1)
    state = play(table_of(scene.spielliste))
    result = state.table.finished[0].result
    assert result is not None
    first, second, *more = result.points
    assert (first is None, second is None) == (False, True)
    assert points(scene, 1) == [second, first, *more]


def test_dealing_twice_with_one_key_deals_once_where_seats_get_other_numbers_by_it(scene: AtTable) -> None:
    leaves(scene, 1)
    row = table_of(scene.spielliste)
    assert said(row, 2, "mischen", key="einmal").done
    number = state_of(row).number
    forget_all()
    assert said(row, 2, "mischen", key="einmal").done
    assert state_of(row).number == number
    with pytest.raises(KeyReused):
        said(row, 3, "mischen", key="einmal")


def test_order_names_the_place_at_the_table_in_the_record_and_the_seat_on_the_list(scene: AtTable) -> None:
    leaves(scene, 1)
    play(table_of(scene.spielliste), moves=3)
    order: dict[str, Any] = {"clause": "§ 8.3", "points": 50, "reason": "Grund", "expected": None, "by": None}
    order_in_game(scene.spielliste, seat=3, **order)
    order_in_game(scene.spielliste, seat=1, **order)
    play(PlayTable.objects.get(spielliste=scene.spielliste))
    text = scene.spielliste.records.get().text
    assert "ruling §8.3 penalty 2 50" in text
    assert text.count("penalty") == 1  # the player that left is not in it
    assert [*scene.spielliste.penalties.order_by("seat").values_list("seat", flat=True)] == [1, 3]
