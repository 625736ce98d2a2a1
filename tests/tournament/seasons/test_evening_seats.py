"""Latecomers, early leavers, sit-outs and seats by the table of the season (specification, sections 2 and 4)."""

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.participants.reading import playing
from romme_turnier.tournament.seasons.dates import cancel_date
from romme_turnier.tournament.seasons.evenings.seats import (
    follows_table,
    join_evening,
    leave_evening,
    said_sit_outs,
    season_ranks,
    seat_series,
    surplus,
)
from romme_turnier.tournament.seasons.rankings import create_ranking, set_resting
from romme_turnier.tournament.seasons.seasons import update_season
from romme_turnier.tournament.seating.draw_records import comes_out_again, record_of
from romme_turnier.tournament.seating.draw_words import method_of
from romme_turnier.tournament.seating.draws import discard_draw
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import register
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, THIRD, hold, make_people, play, staying

pytestmark = pytest.mark.django_db

Seating = models.Season.Seating


@pytest.fixture
def people(db) -> list[models.Player]:
    return make_people(14)


def seated(event, series: int = 1) -> list[list[models.Player]]:
    """The players by table."""
    return [
        [seat.registration.player for seat in table.seats.order_by("number")]
        for table in event.series.get(number=series).tables.order_by("number")
    ]


# --- The second series --------------------------------------------------------------------------------------------


def test_latecomer_joins_the_second_series_and_an_early_leaver_leaves_it(season, people, petra):
    event = hold(season, FIRST, people[:8], by=petra)
    seat_series(event, 2, staying=staying(event, without=1), present=[people[8]], guests=["Uwe Gast"], by=petra)
    names = {registration.name for registration in playing(event, 2)}
    assert names == {player.name for player in people[1:9]} | {"Uwe Gast"}
    assert sorted(map(len, seated(event, 2))) == [3, 3, 3]
    assert event.registrations.get(number=1).left_before_series == 2


def test_player_who_has_left_comes_back_by_a_tick(season, people, petra):
    event = hold(season, FIRST, people[:8], by=petra)
    leave_evening(event.registrations.get(number=1), 2, by=petra)
    everybody = list(event.registrations.values_list("pk", flat=True))
    seat_series(event, 2, staying=everybody, by=petra)
    assert len(playing(event, 2)) == 8


def test_latecomer_gets_the_next_start_number(season, people, petra):
    event = hold(season, FIRST, people[:8], by=petra)
    assert join_evening(event, people[8], guest=True, by=petra).number == 9


def test_series_is_drawn_once(season, people, petra):
    event = hold(season, FIRST, people[:8], by=petra)
    seat_series(event, 2, staying=staying(event), by=petra)
    with pytest.raises(TournamentError, match="schon ausgelost"):
        seat_series(event, 2, staying=staying(event), by=petra)


# --- Sit-outs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "out"), [(2, 2), (3, 0), (4, 0), (5, 1), (6, 0), (16, 0)])
def test_players_are_left_over_only_at_numbers_that_fit_no_tables(players, out):
    assert surplus(players, models.Event().rules) == (out if players > 2 else 0)


def sat_out(event, series: int = 1) -> set[models.Player]:
    absences = models.Absence.objects.filter(
        registration__event=event, series_number=series, reason=Reason.SITS_OUT.stored()
    )
    return {absence.registration.player for absence in absences}


def test_over_five_series_each_of_five_players_sits_out_once(season, people, petra):
    out: list[models.Player] = []
    for day in (FIRST, SECOND, THIRD):
        event = hold(season, day, people[:5], by=petra)
        out += sat_out(event)
        seat_series(event, 2, staying=staying(event), by=petra)
        out += sat_out(event, 2)
    assert len(out) == 6
    assert set(out[:5]) == set(people[:5])


def test_player_without_a_start_number_is_named_although_others_would_sit_out(season, people, petra):
    event = hold(season, FIRST, people[:4], by=petra)
    guest = register(event, None, first_name="Uwe", last_name="Gast")
    with pytest.raises(TournamentError, match=r"^Diese Teilnehmer haben noch keine Startnummer: Uwe Gast\.$"):
        seat_series(event, 2, staying=[*staying(event), guest.pk], by=petra)


def test_lot_of_a_sit_out_is_stored_with_the_draw_and_said(season, people, petra):
    event = hold(season, FIRST, people[:5], by=petra)
    series = event.series.get()
    draw = series.draws.get(status="applied")
    (player,) = sat_out(event)
    number = event.registrations.get(player=player).number
    assert draw.inputs["sit_outs"] == {"times": {f"{n:04}": 0 for n in range(1, 6)}, "out": [f"{number:04}"]}
    assert comes_out_again(record_of(draw))
    assert said_sit_outs(series).startswith("Setzt aus, weil die Zahl der Spieler nicht auf die Tische passt: ")
    assert player.name in said_sit_outs(series)


def test_nobody_sits_out_if_everybody_has_a_seat(season, people, petra):
    event = hold(season, FIRST, people[:8], by=petra)
    assert said_sit_outs(event.series.get()) == ""


# --- Seats by the table -------------------------------------------------------------------------------------------


def make_table(season, players, *, unranked=()) -> models.Edition:
    """An edition of the season's first ranking, in this order."""
    ranking = season.rankings.get()
    version = ranking.versions.get()
    edition = models.Edition.objects.create(
        ranking=ranking, version=version, number=3, offered=9, needs=3, at=timezone.now(), digest="0" * 64
    )
    for place, player in enumerate([*players, *unranked], 1):
        numbered = models.SeasonPlayer.objects.create(season=season, player=player, number=100 + place)
        ranked = place <= len(players)
        models.EditionRow.objects.create(
            edition=edition,
            position=place,
            rank=place if ranked else None,
            value="1.00" if ranked else "",
            units=9,
            entrant=numbered,
        )
    return edition


def by_table(season, petra, **fields) -> models.Season:
    return update_season(season, details(**{"seating": Seating.ALWAYS, **fields}), by=petra)


def test_table_that_rests_decides_no_seats(season, people, petra):
    edition = make_table(by_table(season, petra), people[:8])
    main = create_ranking(season, "Neue Wertung", by=petra)
    ranked = season_ranks(season)
    assert ranked is not None
    assert ranked[0] == edition
    set_resting(edition.ranking, True, by=petra)
    set_resting(main, True, by=petra)
    assert season_ranks(season) is None, "every ranking rests"
    set_resting(main, False, by=petra)
    assert main.position > edition.ranking.position
    assert season_ranks(season) is None, "the main ranking has no edition yet"


def test_seats_follow_the_table_with_unranked_newcomers_and_guests_behind(season, people, petra):
    best, unranked, new, guests = people[9:1:-1], [people[1]], [people[10]], people[11:13]
    make_table(by_table(season, petra), best, unranked=unranked)
    event = hold(season, FIRST, [*best, *unranked, *new], guests=guests, by=petra)
    tables = seated(event)
    assert [set(table) for table in tables] == [set(best[:4]), set(best[4:8]), {*unranked, *new}.union(guests)]


def test_guests_sit_from_the_table_that_the_season_names(season, people, petra):
    best, guests = people[:10], people[10:12]
    make_table(by_table(season, petra, guests_from_table=2), best)
    event = hold(season, FIRST, best, guests=guests, by=petra)
    assert [set(table) for table in seated(event)] == [
        set(best[:4]),
        {*guests, *best[4:6]},
        set(best[6:]),
    ]


def test_first_series_is_not_seated_by_the_table_with_players_without_a_start_number(season, people, petra):
    make_table(by_table(season, petra), people[:7])
    event = hold(season, FIRST, people[:7], by=petra)
    discard_draw(event.series.get(), reason="zu früh", by=petra)
    newcomers = [register(event, number, last_name="Neu").pk for number in (None, 9)]
    with pytest.raises(TournamentError, match=r"^Diese Teilnehmer haben noch keine Startnummer: VeraNone Neu\.$"):
        seat_series(event, 1, staying=[*staying(event), *newcomers], by=petra)


def test_draw_names_the_edition_and_can_be_repeated(season, people, petra):
    make_table(by_table(season, petra), people[:8])
    event = hold(season, FIRST, people[:8], by=petra)
    draw = event.series.get().draws.get(status="applied")
    basis = draw.inputs["season"]
    assert (basis["ranking"], basis["edition"], basis["ranks"][0]) == ("saisonwertung", 3, [1, 101, 1])
    assert comes_out_again(record_of(draw))
    assert method_of(draw).name == "Nach der Saisontabelle gesetzt"


def test_seats_are_drawn_while_there_is_no_table(season, people, petra):
    event = hold(by_table(season, petra), FIRST, people[:8], by=petra)
    assert "season" not in event.series.get().draws.get(status="applied").inputs


def test_second_series_is_drawn_by_lot(season, people, petra):
    make_table(by_table(season, petra), people[:8])
    event = hold(season, FIRST, people[:8], by=petra)
    play(event)
    seat_series(event, 2, staying=staying(event), by=petra)
    assert "season" not in event.series.get(number=2).draws.get(status="applied").inputs


@pytest.mark.parametrize(
    ("fields", "days"),
    [
        ({"seating": Seating.NEVER}, []),
        ({"seating": Seating.ALWAYS}, [FIRST, SECOND, THIRD]),
        ({"seating": Seating.FROM_DAY, "seating_from": SECOND}, [SECOND, THIRD]),
        ({"seating": Seating.LAST_OF_MONTH}, [THIRD]),
    ],
)
def test_evenings_by_the_table(season, petra, fields, days):
    season = update_season(season, details(**fields), by=petra)
    assert [planned.day for planned in season.dates.all() if follows_table(planned)] == days


def test_last_evening_of_the_month_moves_forward_if_the_last_is_cancelled(season, petra):
    season = update_season(season, details(seating=Seating.LAST_OF_MONTH), by=petra)
    cancel_date(season.dates.get(day=THIRD), reason="Glatteis", by=petra)
    assert [planned.day for planned in season.dates.all() if follows_table(planned)] == [SECOND, THIRD]
