"""Opening a table, sitting down at it, and how long it is kept."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from romme_turnier.core.playing.table import Plays
from romme_turnier.core.rules import RULE_SYSTEMS
from romme_turnier.tournament.models import EventLog, PlayMove, PlayTable
from romme_turnier.tournament.playing import presence, tables
from romme_turnier.tournament.playing.moving import say
from romme_turnier.tournament.playing.state import state_of
from romme_turnier.tournament.playing.tables import Wish, open_table, table_with
from romme_turnier.tournament.shared.errors import TournamentError
from tests.tournament.playing.tables import joined, later, opened, restarted, with_dealer

pytestmark = pytest.mark.django_db


def test_visit_is_noted_while_another_request_clears_the_record(monkeypatch):
    class Cleared(dict[tuple[str, int], datetime]):
        def __contains__(self, place):
            is_noted = super().__contains__(place)
            self.clear()
            return is_noted

    row, holder = open_table(Wish("rommee", "Anna"))
    monkeypatch.setattr(presence, "_noted", Cleared())
    for _ in range(2):
        presence.note_visit(row, holder)
    assert row.visits.count() == 1


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_table_is_opened_for_each_rule_system_with_who_opened_it_first(system):
    row, holder = open_table(Wish(system, "Anna", opponents={Plays.SIMPLE: 1, Plays.STRONG: 1}))
    table = state_of(row).table
    assert [(player.name, player.plays) for player in table.players] == [
        ("Anna", Plays.PERSON),
        ("Anton", Plays.SIMPLE),
        ("Berta", Plays.STRONG),
    ]
    assert table.rules.key == system
    assert state_of(row).seat_of(holder) == 1
    assert table_with(row.token) == row


def test_what_was_agreed_upon_holds_at_the_table():
    row, _ = open_table(Wish("rommee", "Anna", {"minimum": 40, "knocking": True, "rearranging": False, "rounds": 2}))
    rules = state_of(row).table.rules
    assert dict(rules.agreed) == {"minimum": 40, "knocking": True, "rounds": 2}
    row, _ = open_table(Wish("classic", "Anna", games=3))
    assert state_of(row).table.games == 3


def test_what_is_not_possible_is_said_and_nothing_is_stored():
    with pytest.raises(TournamentError, match="höchstens"):
        open_table(Wish("treppenromme", "Anna", opponents={Plays.SIMPLE: 4}))
    with pytest.raises(TournamentError, match="Name"):
        open_table(Wish("treppenromme", " "))
    assert not PlayTable.objects.exists()


def test_secrets_of_two_tables_differ():
    first, second = (open_table(Wish("classic", name))[0] for name in ("Anna", "Bernd"))
    assert first.secret != second.secret
    assert first.token != second.token
    assert len(bytes.fromhex(first.secret)) == 32


def test_people_sit_down_while_there_is_room():
    row, _ = opened("rommeordnung", opponents=2)
    bernd = joined(row, "Bernd N.")
    assert state_of(row).seat_of(bernd) == 4
    assert not say(row, 0, ["mitspielen Carl"]).done
    assert not say(row, 0, ["mitspielen anna"]).done


def test_seat_that_was_left_is_taken_again_by_who_left_it_and_the_earlier_holder_is_out():
    row, (anna, bernd) = with_dealer(1, "Bernd", system="treppenromme", opponents=2)
    say(row, anna, ["mischen"])
    assert not say(row, 0, ["mitspielen Bernd"]).done
    assert say(row, bernd, ["aussteigen"]).done
    assert state_of(row).seat_of(bernd) == 0
    again = say(row, bernd, ["mitspielen bernd"]).holder
    assert state_of(row).seat_of(again) == 4
    assert state_of(row).seat_of(bernd) == 0
    assert say(row, again, ["aussteigen"]).done
    assert not say(row, bernd, ["mitspielen Bernd"]).done
    restarted()
    assert say(row, again, ["mitspielen Bernd"]).done


def test_seat_that_was_left_is_taken_by_nobody_else_while_its_hand_is_played():
    row, (anna, bernd) = with_dealer(1, "Bernd", system="treppenromme", opponents=2)
    say(row, anna, ["mischen"])
    say(row, bernd, ["aussteigen"])
    for stranger in (0, anna + 1000):
        refused = say(row, stranger, ["mitspielen Bernd"]).refused
        assert [violation.code for violation in refused] == ["seat_kept"]
    say(row, anna, ["spiel abbrechen"])
    assert not state_of(row).table.playing
    other = joined(row, "Bernd")
    assert state_of(row).seat_of(other) == 4


def test_game_is_broken_off_when_the_last_leaves_who_had_not_agreed_to_that():
    row, (anna, bernd) = with_dealer(1, "Bernd", system="treppenromme", opponents=2)
    say(row, anna, ["mischen"])
    assert say(row, anna, ["spiel abbrechen"]).state.table.playing
    assert not say(row, bernd, ["aussteigen"]).state.table.playing


def test_seats_move_up_where_somebody_leaves_before_the_first_deal():
    row, anna = opened("rommee", opponents=1)
    bernd, carl = joined(row, "Bernd"), joined(row, "Carl")
    say(row, bernd, ["aussteigen"])
    state = state_of(row)
    assert [state.seat_of(holder) for holder in (anna, bernd, carl)] == [1, 0, 3]


def test_only_who_is_awaited_and_was_not_seen_for_two_minutes_can_be_thrown_out():
    row, (anna, bernd) = with_dealer(2, "Bernd", system="rommee", opponents=1)
    assert say(row, anna, ["mischen"]).done  # now Bernd begins
    assert not say(row, anna, ["rauswerfen Bernd"]).done
    later(row, timedelta(minutes=1))
    assert not say(row, anna, ["rauswerfen Bernd"]).done
    later(row, timedelta(minutes=3))
    assert say(row, anna, ["rauswerfen Bernd"]).done
    restarted()
    assert state_of(row).seat_of(bernd) == 0
    assert state_of(row).table.players[2].plays is Plays.STRONG


def test_tables_without_a_move_for_two_weeks_go_when_another_one_is_opened():
    old, _ = opened()
    young, _ = opened()
    PlayTable.objects.filter(pk=old.pk).update(moved_at=timezone.now() - timedelta(days=15))
    PlayTable.objects.filter(pk=young.pk).update(moved_at=timezone.now() - timedelta(days=13))
    opened()
    assert table_with(old.token) is None
    assert table_with(young.token) is not None
    assert not PlayMove.objects.filter(table_id=old.pk).exists()


def test_many_tables_of_somebody_keep_nobody_from_opening_one(monkeypatch):
    monkeypatch.setattr(tables, "_MOST_TABLES", 5)
    monkeypatch.setattr(tables, "_AT_ONCE", 2)
    played, _ = with_dealer(2, "Bernd", system="rommee")
    for _table in range(4):
        opened()
    with pytest.raises(TournamentError, match="sehr viele"):  # people may be waiting at each of them
        opened()
    PlayTable.objects.update(moved_at=timezone.now() - timedelta(hours=2))
    young, _ = opened()
    assert PlayTable.objects.count() == 4
    for _table in range(6):
        PlayTable.objects.exclude(pk=young.pk).update(moved_at=timezone.now() - timedelta(hours=2))
        opened()
    assert table_with(played.token) is not None  # the one at which most was played
    assert table_with(young.token) is not None


def test_games_at_a_table_leave_no_row_in_any_log_of_events():
    row, _ = opened()
    joined(row, "Bernd")
    assert not EventLog.objects.exists()
