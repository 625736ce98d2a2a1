"""Drawing by hand: cards laid out, entered one by one, taken back, swapped, applied, discarded (§ 2.1.1)."""

import pytest

from romme_turnier.tournament.models import Club, Draw
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.seating.drawn_cards import (
    apply_cards,
    card_code,
    discard_cards,
    draw_by_hand,
    enter_card,
    read_card,
    read_draw,
    repeat_cards,
    side_by_side,
    start_cards,
    still_to_draw,
    swap_cards,
    take_back_last,
)
from romme_turnier.tournament.seating.draws import propose_draw
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, register

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event(players=7, clubs=0, hall_tables="11, 3-5")


@pytest.fixture
def petra(event):
    return make_official(event)


@pytest.fixture
def draw(event, petra):
    return start_cards(event, 1, by=petra)


def holder(card):
    """The start number of the player with the card."""
    return card.registration and card.registration.number


def enter_all(draw, by):
    free = draw.cards.filter(registration=None).values_list("table", "seat")
    for one, (table, seat) in zip(still_to_draw(draw), list(free), strict=True):
        enter_card(draw, one.number or 0, table, seat, by=by)


def test_cards_have_the_numbers_of_the_hall_and_the_sizes_of_the_rules(draw):
    assert list(draw.cards.values_list("table", "seat")) == [
        *((3, seat) for seat in (1, 2, 3)),
        *((11, seat) for seat in (1, 2, 3, 4)),
    ]


def test_there_is_a_card_for_every_seat_of_a_large_table(petra):
    event = make_event(players=14, clubs=0, slug="gross", ruleset="classic", table_size=8)
    draw = start_cards(event, 1, by=petra)
    assert list(draw.cards.values_list("table", "seat")) == [(table, seat) for table in (1, 2) for seat in range(1, 8)]
    enter_all(draw, petra)
    assert apply_cards(draw, by=petra).seats.count() == 14


def test_who_is_tied_to_a_table_draws_no_card(event, petra):
    event.registrations.filter(number=5).update(fixed_table=4)
    draw = start_cards(event, 1, by=petra)
    assert holder(draw.cards.get(table=4, seat=1)) == 5
    assert 5 not in [one.number for one in still_to_draw(draw)]


def test_each_card_is_stored_at_once(draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    assert draw_by_hand(draw.series) == draw
    assert holder(draw.cards.get(table=11, seat=2)) == 4


def test_card_said_twice_changes_nothing(draw, petra):
    first = enter_card(draw, 4, 11, 2, by=petra)
    assert enter_card(draw, 4, 11, 2, by=petra).drawn_at == first.drawn_at
    assert draw.series.event.record.filter(verb="drawn_cards.enter_card").count() == 1


def test_card_that_is_taken_names_who_has_it(draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    with pytest.raises(TournamentError, match=r"hat schon Nr\. 4 Vera4"):
        enter_card(draw, 5, 11, 2, by=petra)


def test_player_who_has_a_card_draws_no_second(draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    with pytest.raises(TournamentError, match="hat schon Tisch 11, Platz 2"):
        enter_card(draw, 4, 3, 1, by=petra)


@pytest.mark.parametrize(("drawn", "words"), [((4, 3, 4), "gibt es nicht"), ((99, 3, 1), "99 gibt es nicht")])
def test_unknown_cards_and_players_are_refused(draw, petra, drawn, words):
    with pytest.raises(TournamentError, match=words):
        enter_card(draw, *drawn, by=petra)


def test_latecomer_is_sent_to_the_repair(event, draw, petra):
    register(event, 8)
    with pytest.raises(TournamentError, match="Jemand fehlt oder kommt dazu"):
        enter_card(draw, 8, 3, 1, by=petra)


def test_last_card_is_taken_back(draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    enter_card(draw, 5, 11, 3, by=petra)
    take_back_last(draw, by=petra)
    assert [one.number for one in still_to_draw(draw)] == [1, 2, 3, 5, 6, 7]


def test_nothing_to_take_back_is_said(draw, petra):
    with pytest.raises(TournamentError, match="Noch ist keine Karte gezogen"):
        take_back_last(draw, by=petra)


def test_seating_is_what_was_drawn_and_comes_out_of_the_record_again(draw, petra):
    enter_all(draw, petra)
    series = apply_cards(draw, by=petra)
    draw.refresh_from_db()
    assert (draw.status, draw.algorithm) == (Draw.Status.APPLIED, "by-hand")
    seated = {t.number: list(t.seats.values_list("registration__number", flat=True)) for t in series.tables.all()}
    assert seated == dict(zip(draw.numbers, draw.result, strict=True)) == {3: [1, 2, 3], 11: [4, 5, 6, 7]}
    assert repeat_cards(draw.inputs) == draw.result


def test_unfinished_draw_is_not_applied(draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    with pytest.raises(TournamentError, match="Noch nicht gezogen haben die Startnummern 1, 2, 3, 5, 6, 7"):
        apply_cards(draw, by=petra)


def test_card_of_somebody_who_left_meanwhile_goes_away(event, draw, petra):
    enter_all(draw, petra)
    set_absent(event.registrations.get(number=4), 1, by=petra)
    series = apply_cards(draw, by=petra)
    assert list(series.tables.get(number=11).seats.values_list("registration__number", flat=True)) == [5, 6, 7]


def test_table_that_would_have_two_is_named(event, draw, petra):
    enter_all(draw, petra)
    set_absent(event.registrations.get(number=1), 1, by=petra)
    with pytest.raises(TournamentError, match="An Tisch 3 säßen keine 3"):
        apply_cards(draw, by=petra)


def test_club_mates_side_by_side_are_offered_a_swap_that_makes_them_face(petra):
    event = make_event(players=4, clubs=0, slug="vier")
    event.registrations.filter(number__in=(1, 2)).update(club=Club.objects.create(name="RC Nord"))
    draw = start_cards(event, 1, by=petra)
    enter_all(draw, petra)
    [(first, second, facing)] = side_by_side(draw)
    assert (holder(first), holder(second), holder(facing)) == (1, 2, 3)
    swap_cards(draw, 2, 3, by=petra)
    assert side_by_side(draw) == []
    apply_cards(draw, by=petra)
    draw.refresh_from_db()
    assert draw.result == [[1, 3, 2, 4]] == repeat_cards(draw.inputs)
    assert draw.inputs["drawn"] == [[1, 1, 1], [2, 1, 2], [3, 1, 3], [4, 1, 4]]


def test_swap_between_two_tables_is_refused(draw, petra):
    enter_all(draw, petra)
    with pytest.raises(TournamentError, match="an einem Tisch"):
        swap_cards(draw, 1, 7, by=petra)


def test_automatic_draw_waits_for_the_cards(event, draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    with pytest.raises(TournamentError, match="Karten gezogen"):
        propose_draw(event, 1, by=petra)


def test_discarded_draw_is_kept_with_its_reason(event, draw, petra):
    enter_card(draw, 4, 11, 2, by=petra)
    discard_cards(draw, reason="Karten vertauscht", by=petra)
    draw.refresh_from_db()
    assert (draw.status, draw.discard_reason) == (Draw.Status.DISCARDED, "Karten vertauscht")
    assert draw.cards.get(table=11, seat=2).registration.number == 4
    assert propose_draw(event, 1, by=petra).result


def test_discarding_demands_a_reason(draw, petra):
    with pytest.raises(TournamentError, match="warum"):
        discard_cards(draw, reason=" ", by=petra)


@pytest.mark.parametrize("text", ["T7P2", "t7p2", " 7 2 ", "7/2", "7,2", "7-2", card_code(7, 2)])
def test_cards_are_read_as_scanned_and_as_typed(text):
    assert read_card(text) == (7, 2)


@pytest.mark.parametrize(
    ("text", "read"),
    [("14", (14, None)), ("14 7 2", (14, (7, 2))), ("14 T7P2", (14, (7, 2))), ("14 7", None), ("x", None), ("", None)],
)
def test_line_names_a_player_or_a_player_and_a_card(text, read):
    assert read_draw(text) == read
