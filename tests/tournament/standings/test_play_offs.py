"""Play-offs (§ 1.5): demanded if a prize or title depends on them, called, tied again."""

from decimal import Decimal

import pytest

from romme_turnier.tournament.events.progress import NextStep, progress_of
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.event_file.importing import import_event
from romme_turnier.tournament.exchange.event_file.reading import check
from romme_turnier.tournament.models import Category, PlayOff, Prize
from romme_turnier.tournament.money.prize_reading import prize_state
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import rankings, reading as standings_reading
from romme_turnier.tournament.standings.lines import player_lines
from romme_turnier.tournament.standings.play_offs import (
    call_play_off,
    enter_play_off,
    enter_tied_play_off,
    remove_play_off,
)
from romme_turnier.tournament.standings.reading import has_other_figures, is_outdated, rankings_now
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.tournament.standings.ties import ties_to_play_off
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

EVEN = dict.fromkeys(range(1, 13), "0 20 30 40")


@pytest.fixture
def event():
    """Three tables that went the same way: ties of three on ranks 1, 4, 7 and 10."""
    event = make_event(players=12, series_count=1)
    series = seat_series(event, 1, ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))
    for table in (1, 2, 3):
        make_checked(list_of(series, table), EVEN)
    close_series(series, by=None)
    return event


def asked(event):
    """The start numbers of the players in the play-off."""
    numbers: dict[object, int | None] = {
        pk: one.number for pk, one in participants_reading.registrations_by_pk(event).items()
    }
    return sorted(numbers[key] or 0 for key in ties_to_play_off(event, standings_reading.standings(event, 1)))


def prize(event, first, last, **fields):
    amount = None if "thing" in fields else Decimal(fields.pop("amount", 10))
    Prize.objects.create(event=event, first_rank=first, last_rank=last, amount=amount, **fields)


def players(event, *numbers):
    by_number = {one.number: one for one in event.registrations.all()}
    return [by_number[number] for number in numbers]


def ranks(event):
    return {row.entrant.number: row.rank for row in standings_reading.standings(event, 1)}


def test_waived_play_off_outdates_a_release_but_is_no_other_figure(event):
    assert not has_other_figures(event)
    release = release_standings(event, 1, by=None)
    prize(event, 1, 1)
    assert is_outdated(release)
    assert not has_other_figures(event)
    series = event.series.get()
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    assert has_other_figures(event)


def test_every_tie_is_played_for_without_a_plan_of_prizes(event):
    assert asked(event) == list(range(1, 13))


def test_title_is_played_for_whatever_the_prizes(event):
    prize(event, 12, 12)
    assert set(asked(event)) >= {1, 5, 9}


def test_tie_beyond_the_prizes_is_not_played_for(event):
    prize(event, 1, 1)
    assert asked(event) == [1, 5, 9]


def test_tie_that_the_prizes_end_within_is_played_for(event):
    prize(event, 1, 3)
    prize(event, 4, 5)
    assert asked(event) == [1, 2, 5, 6, 9, 10]


def test_tie_of_equal_prizes_is_not_played_for(event):
    prize(event, 4, 6)
    assert asked(event) == [1, 5, 9]


def test_money_that_is_shared_is_not_played_for_but_things_are(event):
    event.prizes_shared = True
    prize(event, 4, 4, amount=30)
    assert asked(event) == [1, 5, 9]
    prize(event, 7, 7, thing="Pokal")
    assert asked(event) == [1, 3, 5, 7, 9, 11]


def test_prize_of_a_category_is_played_for_by_its_members_alone(event):
    category = Category.objects.create(event=event, name="Senioren")
    category.registrations.set(players(event, 4, 8))
    prize(event, 1, 1, ranking="category", category=category)
    assert asked(event) == [1, 4, 5, 8, 9]


def test_rows_say_which_tie_stays(event):
    prize(event, 1, 1)
    lines = player_lines(rankings_now(event, 1).rows, {n: f"Nr. {n}" for n in range(1, 13)}, event.rules, final=True)
    assert lines[0].reason == "gleichauf, Entscheidungsspiel nötig"
    assert lines[3].reason.endswith("gleichauf, kein Entscheidungsspiel nötig")


def test_only_a_new_release_is_asked_for_when_ties_without_prizes_are_left(event):
    prize(event, 1, 1)
    release_standings(event, 1, by=None)
    assert progress_of(event).next_step == NextStep.PLAY_OFF
    enter_play_off(event, players(event, 9, 1, 5), by=None)
    assert progress_of(event).next_step == NextStep.RELEASE_STANDINGS


def test_called_play_off_decides_nothing_yet(event):
    called = call_play_off(event, players(event, 5, 1, 9), table=3, by=None)
    assert (called.groups, called.table, called.played) == ([[1, 5, 9]], 3, False)
    assert ranks(event)[1] == ranks(event)[5] == 1


def test_result_is_entered_for_the_play_off_that_was_called(event):
    called = call_play_off(event, players(event, 1, 5, 9), table=3, by=None)
    entered = enter_play_off(event, players(event, 9, 1, 5), by=None)
    assert (entered.pk, entered.table, entered.played) == (called.pk, 3, True)
    assert [ranks(event)[number] for number in (9, 1, 5)] == [1, 2, 3]


def test_play_off_that_is_tied_again_is_kept_and_decides_nothing(event):
    enter_tied_play_off(event, [players(event, 1, 5, 9)], by=None)
    assert ranks(event)[1] == ranks(event)[5] == ranks(event)[9] == 1
    enter_play_off(event, players(event, 5, 9, 1), by=None)
    assert [ranks(event)[number] for number in (5, 9, 1)] == [1, 2, 3]
    assert PlayOff.objects.count() == 2


def test_those_who_are_tied_again_play_on_and_the_others_keep_their_place(event):
    enter_tied_play_off(event, [players(event, 5), players(event, 1, 9)], by=None)
    assert ranks(event)[5] == 1
    assert ranks(event)[1] == ranks(event)[9] == 2
    enter_play_off(event, players(event, 9, 1), by=None)
    assert [ranks(event)[number] for number in (5, 9, 1)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("removed", "left"),
    [
        ("second", {5: 1, 1: 2, 9: 2}),  # the first play-off: 5 before 1 and 9
        ("first", {5: 1, 1: 1, 9: 1}),  # only 1 and 9 have played, but all three are tied
    ],
)
def test_removed_play_off_leaves_the_ranks_of_the_others(event, removed, left):
    entered = {"first": enter_tied_play_off(event, [players(event, 5), players(event, 1, 9)], by=None)}
    entered["second"] = enter_play_off(event, players(event, 9, 1), by=None)
    remove_play_off(entered[removed], by=None)
    assert {number: ranks(event)[number] for number in left} == left
    assert {1, 9} <= set(asked(event))


def test_file_has_the_whole_order_of_a_play_off_whose_ties_are_resolved(event):
    enter_tied_play_off(event, [players(event, 5), players(event, 1, 9)], by=None)
    assert export_event(event)["play_offs"] == []
    enter_play_off(event, players(event, 1, 9), by=None)
    enter_play_off(event, players(event, 9, 1), by=None)  # the last play-off counts
    assert [play_off["ranking"] for play_off in export_event(event)["play_offs"]] == [[1, 9], [9, 1], [5, 9, 1]]


def test_imported_file_keeps_the_ranks_of_play_offs_that_were_tied_twice(event):
    enter_tied_play_off(event, [players(event, 9), players(event, 1, 5)], by=None)
    enter_tied_play_off(event, [players(event, 1, 5)], by=None)
    enter_play_off(event, players(event, 5, 1), by=None)
    file = export_event(event)
    file["event"]["slug"] = "kopie"
    copy = import_event(check(file)).event
    assert [ranks(copy)[number] for number in (9, 5, 1)] == [1, 2, 3]


def test_nobody_plays_on_for_a_rank_without_a_prize(event):
    prize(event, 1, 1)
    release_standings(event, 1, by=None)
    enter_tied_play_off(event, [players(event, 5), players(event, 1, 9)], by=None)
    assert asked(event) == []
    assert progress_of(event).next_step == NextStep.RELEASE_STANDINGS
    assert [award.who for award in prize_state(event).to_release] == [("player", players(event, 5)[0].pk)]


def test_category_takes_over_what_a_play_off_has_parted(event):
    seniors = event.categories.create(name="Senioren")
    for registration in players(event, 1, 5, 9):
        registration.categories.add(seniors)
    enter_tied_play_off(event, [players(event, 5), players(event, 1, 9)], by=None)
    source = rankings_now(event, 1)
    key = next(one.key for one in rankings.choices(source) if one.title.endswith("Senioren"))
    seen = rankings.ranking(source, key)
    assert seen is not None
    assert [(row.rank, row.number) for row in seen.rows] == [(1, 5), (2, 1), (2, 9)]


def test_play_off_that_was_called_can_be_called_off(event):
    remove_play_off(call_play_off(event, players(event, 1, 5, 9), by=None), by=None)
    assert not PlayOff.objects.exists()


def test_one_player_alone_is_not_called(event):
    with pytest.raises(TournamentError, match="mindestens zwei"):
        call_play_off(event, players(event, 1), by=None)
