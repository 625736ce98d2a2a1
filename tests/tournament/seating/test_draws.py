"""Drawing a series: previews, seats, records that anyone can repeat (§ 2.1)."""

from datetime import UTC, date, datetime

import pytest

from romme_turnier.core.seating.schedules import EDITION
from romme_turnier.tournament.lists.entries import declare_invalid
from romme_turnier.tournament.models import Draw, Registration, Seat, Spielliste
from romme_turnier.tournament.seating.draw_records import repeated
from romme_turnier.tournament.seating.draw_words import achieved_in_words
from romme_turnier.tournament.seating.draws import apply_draw, discard_draw, propose_draw, repeat_draw
from romme_turnier.tournament.seating.inputs import obstacles
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import enter, list_of, make_checked, make_event, make_official, register

pytestmark = pytest.mark.django_db

# The result of version 0.2.0 ("search-4") for the record below.
RECORDED = ((3, 6, 1, 8), (5, 14, 12, 15), (4, 13, 7, 10), (9, 11, 2))
# The result of "search-5", which shared the small tables of a schedule fairly by the end of the event.
RECORDED_BY_SEARCH_5 = [[10, 9, 4, 11], [21, 14, 2, 15], [5, 17, 20, 12], [16, 1, 6], [13, 3, 7], [8, 18, 19]]


def drawn(event, number=1):
    return apply_draw(propose_draw(event, number, by=None), by=None)


def test_preview_seats_nobody():
    event = make_event(players=10)
    draw = propose_draw(event, 1, by=None)
    assert draw.status == Draw.Status.PROPOSED
    assert not Seat.objects.exists()


def test_draw_seats_everyone_once_and_opens_a_list_for_each_table():
    event = make_event(players=38, clubs=7)
    series = drawn(event)
    assert sorted(table.seats.count() for table in series.tables.all()) == [3, 3, *[4] * 8]
    assert sorted(series.seats.values_list("registration__number", flat=True)) == list(range(1, 39))
    assert Spielliste.objects.filter(table__series=series, status="open").count() == 10


def test_seating_is_what_the_preview_showed():
    event = make_event(players=14)
    draw = propose_draw(event, 1, by=None)
    series = apply_draw(draw, by=None)
    seated = [
        list(table.seats.order_by("number").values_list("registration__number", flat=True))
        for table in series.tables.order_by("number")
    ]
    assert seated == draw.result


@pytest.mark.parametrize(("size", "is_said"), [(4, True), (5, False)])
def test_opposite_players_are_named_if_seats_face_each_other(size: int, is_said: bool) -> None:
    event = make_event(players=2 * size, clubs=1, ruleset="contract", table_size=size)
    told = achieved_in_words(propose_draw(event, 1, by=None))["quality"]
    assert any("über Kreuz" in line for line in told) is is_said


def test_record_repeats_to_the_same_tables():
    event = make_event(players=38, clubs=7)
    drawn(event)
    draw = propose_draw(event, 2, by=None)
    repeated = repeat_draw(draw.inputs, draw.seed)
    assert [list(table) for table in repeated.tables] == draw.result


def test_record_of_version_0_2_0_repeats_to_what_it_gave_then():
    """A record of "search-4": it names no size that was wanted, and empty seats were swapped about."""
    players = [
        {"number": n, "club": n % 4, "team": None, "threes": 0, "played": 0, "spared": False} for n in range(1, 16)
    ]
    whole = {"event": {"series": 2, "order": [], "schedules": 2}}
    inputs = {"players": players, "met": [], "sizes": [4, 4, 4, 3], "tables": [1, 2, 3, 4], **whole}
    assert repeat_draw(inputs, "Herbst").tables == RECORDED
    assert repeat_draw(inputs | {"event": {**whole["event"], "schedules": EDITION}}, "Herbst").tables != RECORDED


def test_record_of_search_5_repeats_to_what_it_gave_then():
    players = [
        {"number": n, "club": None, "team": None, "threes": 0, "played": 0, "spared": False} for n in range(1, 22)
    ]
    sizes = {"sizes": [4, 4, 4, 3, 3, 3], "wanted": 4, "tables": [1, 2, 3, 4, 5, 6]}
    inputs = {"players": players, "met": [], **sizes, "event": {"series": 6, "order": [], "schedules": 3}}
    assert repeated("search-5", inputs, "Herbst") == RECORDED_BY_SEARCH_5


def test_sixteen_players_of_no_club_meet_each_other_once_in_five_series():
    event = make_event(players=16, series_count=5)
    event.registrations.update(club=None)
    for number in range(1, 6):
        draw = propose_draw(event, number, by=None)
        assert draw.quality["repeats"] == 0
        assert [list(table) for table in repeat_draw(draw.inputs, draw.seed).tables] == draw.result
        apply_draw(draw, by=None)


def test_series_is_searched_when_somebody_has_left_the_schedule():
    event = make_event(players=20, series_count=5)
    event.registrations.update(club=None)
    drawn(event)
    event.registrations.filter(number=20).update(status=Registration.Status.WITHDRAWN, left_before_series=2)
    draw = propose_draw(event, 2, by=None)
    assert draw.quality["repeats"] == 0
    assert sorted(map(len, draw.result)) == [3, 4, 4, 4, 4]
    assert "placed" not in draw.inputs


def tie(event, number, table):
    event.registrations.filter(number=number).update(fixed_table=table)


def numbers_of(series):
    return list(series.tables.values_list("number", flat=True))


def test_tied_players_sit_at_their_table_in_every_series():
    event = make_event(players=14, clubs=3)
    tie(event, 3, 2)
    tie(event, 6, 2)
    for number in (1, 2):
        table = drawn(event, number).tables.get(number=2)
        assert {3, 6} <= set(table.seats.values_list("registration__number", flat=True))


def test_tables_carry_the_numbers_of_the_hall_in_its_order():
    event = make_event(players=12, hall_tables="11, 3-5")
    assert [*propose_draw(event, 1, by=None).numbers] == [11, 3, 4]
    assert numbers_of(drawn(event)) == [3, 4, 11]


def test_table_that_somebody_is_tied_to_is_among_them():
    event = make_event(players=12, hall_tables="3-9")
    tie(event, 1, 9)
    assert numbers_of(drawn(event)) == [3, 4, 9]


def test_tied_table_is_taken_from_beyond_when_the_hall_has_no_numbers():
    event = make_event(players=12)
    tie(event, 1, 20)
    assert numbers_of(drawn(event)) == [1, 2, 20]


def test_draw_is_refused_when_the_hall_has_too_few_tables():
    event = make_event(players=12, hall_tables="3-4")
    with pytest.raises(TournamentError, match="Gebraucht werden 3 Tische"):
        propose_draw(event, 1, by=None)


def test_conflicts_of_tied_players_are_reported_before_the_draw():
    event = make_event(players=12, hall_tables="3-9")
    tie(event, 1, 2)
    assert obstacles(event, 1) == ["Tisch 2 ist fest für 1 Vera1 Spieler1, im Saal stehen aber nur die Tische 3-9."]
    for number in range(1, 6):
        tie(event, number, 3)
    assert "nur Platz für 4" in obstacles(event, 1)[0]


def test_record_with_ties_and_numbers_repeats_to_the_same_tables():
    event = make_event(players=15, hall_tables="3-9")
    tie(event, 4, 8)
    draw = propose_draw(event, 1, by=None)
    assert draw.inputs["tables"] == [3, 4, 5, 8]
    assert [list(table) for table in repeat_draw(draw.inputs, draw.seed).tables] == draw.result


def test_given_seed_draws_the_same_again():
    event = make_event(players=12)
    first = propose_draw(event, 1, by=None, seed="Herbst")
    assert propose_draw(event, 1, by=None, seed="Herbst").result == first.result


def test_new_preview_keeps_the_old_one_as_discarded():
    event = make_event(players=8)
    first = propose_draw(event, 1, by=None)
    propose_draw(event, 1, by=None)
    first.refresh_from_db()
    assert first.status == Draw.Status.DISCARDED
    assert event.series.get().draws.count() == 2


def test_second_series_avoids_second_meetings():
    event = make_event(players=32, clubs=8)
    drawn(event)
    assert propose_draw(event, 2, by=None).quality["repeats"] == 0


def test_tables_of_three_go_to_others_in_the_next_series():
    event = make_event(players=38, clubs=7)
    drawn(event)
    assert propose_draw(event, 2, by=None).quality["threes_again"] == 0


def test_withdrawn_players_are_not_drawn():
    event = make_event(players=9)
    event.registrations.filter(number=9).update(status=Registration.Status.WITHDRAWN, left_before_series=1)
    assert 9 not in {number for table in propose_draw(event, 1, by=None).result for number in table}


def test_player_who_withdraws_from_the_second_series_plays_the_first():
    event = make_event(players=8)
    event.registrations.filter(number=8).update(status=Registration.Status.WITHDRAWN, left_before_series=2)
    assert 8 in {number for table in propose_draw(event, 1, by=None).result for number in table}


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_draw_is_refused_when_this_number_cannot_be_seated(players):
    event = make_event(players=players)
    with pytest.raises(TournamentError, match=r"§ 2\.1\.1"):
        propose_draw(event, 1, by=None)


def test_draw_is_refused_while_start_numbers_are_missing():
    event = make_event(players=7)
    register(event, None, last_name="Nummerlos")
    with pytest.raises(TournamentError, match="Nummerlos"):
        propose_draw(event, 1, by=None)


def test_preview_is_refused_when_participants_have_changed_since():
    event = make_event(players=8)
    draw = propose_draw(event, 1, by=None)
    register(event, 9)
    with pytest.raises(TournamentError, match="geändert"):
        apply_draw(draw, by=None)


def test_preview_cannot_be_applied_twice():
    event = make_event(players=8)
    draw = propose_draw(event, 1, by=None)
    apply_draw(draw, by=None)
    with pytest.raises(TournamentError):
        apply_draw(draw, by=None)


def test_series_that_is_drawn_is_not_drawn_over():
    event = make_event(players=8)
    drawn(event)
    with pytest.raises(TournamentError, match="schon ausgelost"):
        propose_draw(event, 1, by=None)


def test_series_beyond_the_announcement_is_refused():
    with pytest.raises(TournamentError):
        propose_draw(make_event(players=8), 4, by=None)


def test_discarded_draw_is_kept_with_reason_author_and_time():
    event = make_event(players=8)
    official = make_official(event)
    series = drawn(event)
    discard_draw(series, reason="Nachzügler", by=official)
    draw = series.draws.get()
    assert (draw.status, draw.discard_reason, draw.discarded_by) == (Draw.Status.DISCARDED, "Nachzügler", official)
    assert draw.discarded_at is not None
    assert not series.tables.exists()


def test_series_can_be_drawn_again_after_discarding():
    event = make_event(players=8)
    discard_draw(drawn(event), reason="Nachzügler", by=None)
    register(event, 9)
    register(event, 10)
    register(event, 11)
    assert drawn(event).tables.count() == 3


def test_draw_cannot_be_discarded_once_a_game_is_entered():
    series = drawn(make_event(players=8))
    enter(list_of(series), 1, "0 20 30 40")
    with pytest.raises(TournamentError, match="schon Spiele eingetragen"):
        discard_draw(series, reason="zu spät", by=None)


def test_draw_cannot_be_discarded_once_a_list_holds_a_decision():
    event = make_event(players=8)
    series = drawn(event)
    declare_invalid(list_of(series), expected=None, by=None, reason="Liste verloren")
    with pytest.raises(TournamentError):
        discard_draw(series, reason="Versehen", by=None)
    assert series.tables.count() == 2


def test_discarding_demands_a_reason():
    series = drawn(make_event(players=8))
    with pytest.raises(TournamentError):
        discard_draw(series, reason=" ", by=None)


def test_checked_lists_of_the_first_series_stay_when_the_second_is_drawn():
    event = make_event(players=8)
    series = drawn(event)
    make_checked(list_of(series))
    drawn(event, 2)
    assert list_of(series).status == "checked"


def test_series_takes_its_day_from_the_timetable():
    event = make_event(players=8, series_count=3)  # begins on 17 October
    for number, day in ((1, 17), (2, 18)):
        at = datetime(2026, 10, day, 9, tzinfo=UTC)
        event.timetable.create(starts_at=at, what=f"Serie {number}", series_number=number)
    assert drawn(event).held_on is None
    assert drawn(event, 2).held_on == date(2026, 10, 18)
    assert drawn(event, 3).held_on is None


def test_field_without_a_plan_is_not_told_of_a_plan_over_no_series() -> None:
    """Three tables: a player that sat with three others meets one of them again."""
    event = make_event(players=11, ruleset="treppenromme", series_count=2)
    drawn(event, 1)
    said = " ".join(words for lines in achieved_in_words(propose_draw(event, 2, by=None)).values() for words in lines)
    assert "Beste gefundene Auslosung" in said
    assert "Plan über" not in said
