"""A player leaves a table of an event for good: the others continue, in the same game and in the next ones."""

from dataclasses import replace

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.rulings import DEAL_ANEW, leaves, ordered, read_order
from romme_turnier.core.playing.table import Table, awaited, claimants, new_game
from romme_turnier.core.rules.record import Verb, format_line, parse_record, replay
from romme_turnier.core.rules.record.notation import format_record
from tests.core.playing.matches import goes_on
from tests.core.playing.tables import gathered, typed


def of_event(system: str = "rommeordnung", people: int = 4, **options: int) -> Table:
    return replace(gathered(system, people, **options), in_event=True)


def after(table: Table, *seats: int) -> Table:
    """These leave, one after the other."""
    for seat in seats:
        then = ordered(table, leaves(seat))
        assert isinstance(then, Table), then
        table = then
    return table


def test_order_is_read_as_it_is_written() -> None:
    assert read_order(format_line(leaves(3)), 4) == leaves(3)
    assert read_order("3 draw 4C", 4) is None
    assert read_order("mitspielen 3", 4) is None


def test_others_play_the_game_to_its_end_and_the_row_has_no_entry_for_a_player_that_left() -> None:
    table = goes_on(after(new_game(of_event()), 3))
    (record,) = table.finished
    assert record.result is not None
    assert [points is None for points in record.result.points] == [False, False, True, False]
    assert not replay(parse_record(format_record(record))).faults
    assert "\n3 leave\n" in format_record(record)


def test_turn_of_who_leaves_goes_to_the_next() -> None:
    table = new_game(of_event())
    assert awaited(table) == (2,)
    assert awaited(after(table, 2)) == (3,)
    assert awaited(after(table, 4)) == (2,)


def test_next_game_is_dealt_to_those_who_are_there_with_the_same_dealer_as_without_them() -> None:
    table = goes_on(after(new_game(of_event()), 3))
    assert table.dealer == 2
    assert table.gone == {3}
    table = new_game(table)
    assert table.game is not None
    assert [player.name for player in table.players] == ["Anna", "Bernd", "Dieter"]
    assert table.game.record.seats == ("Anna", "Bernd", "Dieter")
    assert table.game.record.dealer == 2
    assert [len(hand) for hand in table.game.position.hands] == [13, 13, 14]
    assert table.number == 2
    assert not table.gone


def test_dealer_who_leaves_is_followed_by_the_left_neighbour() -> None:
    table = goes_on(after(new_game(of_event()), 1))
    assert table.dealer == 2
    assert new_game(table).dealer == 1  # Bernd, who now sits first


def test_who_leaves_between_two_games_gets_no_cards_in_the_next() -> None:
    table = after(goes_on(new_game(of_event())), 2)
    assert table.dealer == 3
    assert [player.name for player in new_game(table).players] == ["Anna", "Cora", "Dieter"]


def test_who_leaves_before_the_first_deal_is_not_dealt_to_and_another_begins() -> None:
    table = after(of_event(), 1)
    assert awaited(table) == (2,)
    dealt = carry_out(table, 2, Command(Word.SHUFFLE))
    assert isinstance(dealt, Table)
    assert [player.name for player in dealt.players] == ["Bernd", "Cora", "Dieter"]


def test_game_is_broken_off_where_too_few_are_left_and_no_other_is_dealt() -> None:
    table = after(new_game(of_event(people=3)), 2)
    assert table.game is not None
    assert table.game.position.broken_off
    assert table.over
    assert table.too_few
    assert not awaited(table)
    assert not goes_on(new_game(of_event(people=3))).too_few
    assert ordered(table, leaves(1)) != table


def test_repeated_deal_leaves_out_players_that_have_left() -> None:
    table = ordered(after(new_game(of_event()), 4), DEAL_ANEW)
    assert isinstance(table, Table)
    table = new_game(table)
    assert (table.number, table.dealer, len(table.players)) == (1, 1, 3)


def test_nobody_leaves_twice() -> None:
    for table in (new_game(of_event()), of_event()):
        left = after(table, 3)
        refused = ordered(left, leaves(3))
        assert isinstance(refused, tuple)
        assert [violation.code for violation in refused] == ["seat_left"]


def test_match_stays_as_long_as_it_was_where_its_length_follows_from_the_players() -> None:
    table = after(new_game(of_event("rommee", 4, rounds=1)), 2)
    for _game in range(4):
        assert not table.over
        table = goes_on(table) if table.playing else goes_on(new_game(table))
    assert table.over
    assert not table.too_few
    assert len(table.finished) == 4


def test_open_card_is_not_waited_for_from_who_left() -> None:
    table = new_game(of_event("contract"))
    table = typed(table, "ziehen", awaited(table)[0]).table
    first, second, third = claimants(table)
    assert claimants(after(table, second)) == (first, third)
    for seat in (first, third):
        table = typed(table, "weiter", seat).table
    assert claimants(table) == (second,)
    left = after(table, second)
    assert left.game is not None
    assert left.game.position.drawn


def test_open_card_is_not_given_to_who_left() -> None:
    table = new_game(of_event("contract"))
    table = typed(table, "ziehen", awaited(table)[0]).table
    first, second, third = claimants(table)
    table = after(typed(table, "klopfen", second).table, second)
    for seat in (first, third):
        table = typed(table, "weiter", seat).table
    assert table.game is not None
    assert table.game.position.drawn
    assert not any(line for line in table.game.record.lines if getattr(line, "verb", None) is Verb.CLAIM)
