"""Tables at which a series is played in the browser: opened, reopened, and closed with the rows that count."""

from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.orders import play_on_in_hall
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.events.announcements import update_event
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import state_of
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.seats import has_entries, swap
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import list_of, make_event, make_official
from tests.tournament.at_table.on_screen import on_screen, play, said, table_of
from tests.tournament.at_table.scene import AtTable, at_table
from tests.tournament.events.test_announcements import announced

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> AtTable:
    return on_screen()


def test_every_list_has_its_table_with_its_players_and_its_length(scene: AtTable) -> None:
    lists = models.Spielliste.objects.filter(table__series=scene.series)
    assert lists.count() == PlayTable.objects.count() == 2
    for spielliste in lists:
        numbers = [str(seat.registration.number) for seat in spielliste.table.seats.order_by("number")]
        table = state_of(table_of(spielliste)).table
        assert [one.name for one in table.players] == numbers
        assert table.games == scene.event.games_per_list
        assert table.in_event


def test_draw_opens_the_tables_of_a_series_that_is_played_in_the_browser() -> None:
    event = make_event(phone_lists="played")
    apply_draw(propose_draw(event, 1, by=None), by=None)
    assert PlayTable.objects.filter(spielliste__table__series__event=event).count() == 2


def test_no_table_is_opened_where_lists_are_on_paper_or_on_phones() -> None:
    at_table()
    at_table(slug="papier", phone_lists="paper")
    assert not PlayTable.objects.exists()


def test_tables_are_opened_when_one_series_is_played_in_the_browser_after_its_draw() -> None:
    scene = at_table(phone_lists="paper")
    set_own_terms(scene.series, phone_lists="played", confirmations=None, blind_check=None, by=None)
    assert PlayTable.objects.count() == 2


def test_options_and_length_of_the_announcement_hold_at_the_tables() -> None:
    event: dict[str, Any] = {"ruleset": "rommee", "options": {"minimum": 40, "knocking": True}, "games": 1}
    scene = on_screen(**event, length_unit="rounds", length_number=2)
    rules = state_of(table_of(scene.spielliste)).table.rules
    assert dict(rules.agreed) == {"minimum": 40, "knocking": True, "rounds": 2}


def test_length_to_which_nobody_can_play_is_refused() -> None:
    scene = at_table(ruleset="treppenromme", length_unit="target", length_number=700)
    with pytest.raises(TournamentError, match="500, 1000"):
        set_own_terms(scene.series, phone_lists="played", confirmations=None, blind_check=None, by=None)


def test_table_is_opened_again_for_the_seated_players_when_the_first_phone_joins(scene: AtTable) -> None:
    before = table_of(scene.spielliste)
    first, second = scene.spielliste.table.seats.order_by("number")[:2]
    models.Seat.objects.filter(pk=first.pk).update(number=9)
    models.Seat.objects.filter(pk=second.pk).update(number=1)
    models.Seat.objects.filter(pk=first.pk).update(number=2)
    scene.phone()
    after = table_of(scene.spielliste)
    assert after.pk != before.pk
    assert state_of(after).table.players[0].name == str(second.registration.number)


def test_table_is_opened_again_when_officials_swap_players_even_after_a_word_for_the_shuffle(scene: AtTable) -> None:
    before = table_of(scene.spielliste)
    scene.phone()
    assert said(before, 1, "wort Kleeblatt").done
    first, second = scene.spielliste.table.seats.order_by("number")[:2]
    swap(first, second, by=None)
    row = table_of(scene.spielliste)
    assert state_of(row).table.players[0].name == str(second.registration.number)
    play(row, moves=1)


def test_word_that_was_said_stays_when_another_phone_comes(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    assert said(row, 1, "wort Kleeblatt").done
    scene.phone(2)
    assert table_of(scene.spielliste).pk == row.pk


def test_tables_are_opened_again_when_the_announcement_says_other_rules(scene: AtTable) -> None:
    scene.phone()
    update_event(scene.event, announced(scene.event, games_per_list=5), by=make_official(scene.event))
    assert state_of(table_of(scene.spielliste)).table.games == 5


def test_table_that_has_not_begun_goes_when_the_series_is_not_played_in_the_browser_any_more(scene: AtTable) -> None:
    play(table_of(list_of(scene.series, 2)), moves=1)
    set_own_terms(scene.series, phone_lists="allowed", confirmations=None, blind_check=None, by=None)
    assert not PlayTable.objects.filter(spielliste=scene.spielliste).exists()
    assert PlayTable.objects.filter(spielliste=list_of(scene.series, 2)).exists()
    scene.write(scene.pen(), 1)


def test_draw_and_rules_stay_as_soon_as_cards_are_dealt(scene: AtTable) -> None:
    assert not has_entries(scene.series)
    play(table_of(scene.spielliste), moves=1)
    assert has_entries(scene.series)
    with pytest.raises(TournamentError, match="Nicht mehr ändern"):
        update_event(scene.event, announced(scene.event, games_per_list=5), by=make_official(scene.event))


def test_draw_may_go_when_a_table_without_a_finished_game_plays_on_in_the_hall(scene: AtTable) -> None:
    play(table_of(scene.spielliste), moves=1)
    play_on_in_hall(scene.spielliste, reason="Grund", by=None)
    assert not has_entries(scene.series)


def test_table_that_has_begun_stays_when_another_phone_comes(scene: AtTable) -> None:
    row = table_of(scene.spielliste)
    play(row, moves=3)
    scene.phone(2)
    assert table_of(scene.spielliste).pk == row.pk
