"""Columns that players type from memory before they see the list for confirming."""

from datetime import timedelta

import pytest
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import memory, statements
from romme_turnier.tournament.at_table.access import WrongCode
from romme_turnier.tournament.at_table.memory import Memory, Mismatch, contradicted, games_asked, is_to_ask, memory_of
from romme_turnier.tournament.at_table.statements import confirmations_needed, contradiction
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.consent import fingerprint_of
from romme_turnier.tournament.models.fields import ERASED
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import enter, make_official
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status


@pytest.fixture
def table() -> AtTable:
    """All games are in: seat 2 has 20 in each of the two."""
    made = at_table(blind_check=True)
    made.write_all(made.pen())
    return made


def seat(table: AtTable, number: int) -> models.Seat:
    return table.spielliste.table.seats.get(number=number)


def remember(table: AtTable, phone: models.TablePhone, remembered: dict[int, int], **more: object) -> models.Statement:
    return memory.remember(phone, fingerprint=fingerprint_of(table.loaded()), remembered=remembered, **more)  # type: ignore[arg-type]


def test_nobody_confirms_before_typing_what_they_remember(table: AtTable) -> None:
    phone, shown = table.phone(2), fingerprint_of(table.loaded())
    with pytest.raises(TournamentError, match="schreiben Sie zuerst auf"):
        statements.confirm(phone, fingerprint=shown)
    remember(table, phone, {1: 20})
    said = statements.confirm(phone, fingerprint=shown)
    assert (said.agrees, said.remembered) == (True, {"1": 20})


def test_pen_and_players_confirming_on_it_are_asked_too(table: AtTable) -> None:
    pen, shown = models.TablePhone.objects.get(), fingerprint_of(table.loaded())
    third = {"seat": 3, "card_code": card_code(seat(table, 3).registration)}
    for who in ({}, third):
        with pytest.raises(TournamentError, match="schreiben Sie zuerst auf"):
            statements.confirm(pen, fingerprint=shown, **who)  # type: ignore[arg-type]
    remember(table, pen, {})
    remember(table, pen, {2: 30}, **third)
    left = [one for one in (1, 2, 3, 4) if is_to_ask(table.loaded(), seat(table, one).registration)]
    assert left == [2, 4]


def test_nobody_types_for_somebody_else_without_that_cards_code(table: AtTable) -> None:
    with pytest.raises(WrongCode):
        remember(table, models.TablePhone.objects.get(), {}, seat=3, card_code="ACD347")
    assert not models.Statement.objects.exists()


def test_nobody_is_asked_while_games_are_missing_nor_where_it_is_not_announced(table: AtTable) -> None:
    begun = at_table(blind_check=True, slug="begonnen")
    begun.write(begun.pen(), 1)
    assert not is_to_ask(begun.loaded(), seat(begun, 1).registration)
    with pytest.raises(TournamentError, match="fehlen noch Spiele"):
        remember(begun, begun.phone(2), {})
    models.Series.objects.filter(pk=table.series.pk).update(blind_check=False)
    assert not is_to_ask(table.loaded(), seat(table, 2).registration)
    with pytest.raises(TournamentError, match="nicht gefragt"):
        remember(table, table.phone(2), {})
    statements.confirm(table.phone(2), fingerprint=fingerprint_of(table.loaded()))


def test_what_was_typed_first_stays(table: AtTable) -> None:
    phone = table.phone(2)
    first = remember(table, phone, {1: 40})
    assert remember(table, phone, {1: 20}) == first
    found = memory_of(table.loaded(), seat(table, 2))
    assert found is not None
    assert (found.games, found.mismatches) == (1, (Mismatch(1, 40, 20),))
    assert contradicted(found) == ("40 statt 20", 1)


def test_several_games_are_contradicted_in_words(table: AtTable) -> None:
    remember(table, table.phone(2), {1: 40, 2: 0})
    found = memory_of(table.loaded(), seat(table, 2))
    assert found is not None
    assert contradicted(found) == ("Spiel 1: 40 statt 20; Spiel 2: 0 statt 20", None)
    text, _game = contradicted(Memory(found.seat, 12, tuple(Mismatch(n, 1000, 1001) for n in range(1, 13))))
    assert 290 < len(text) <= statements.TEXT_LENGTH


def test_typing_from_memory_says_nothing_of_the_list_yet(table: AtTable) -> None:
    remember(table, table.phone(2), {1: 40})
    assert contradiction(table.loaded()) is None
    assert statements.current_statements(table.loaded()) == []
    assert table.fresh().status == Status.OPEN


def test_nobody_is_asked_again_when_the_list_is_corrected_and_it_is_compared_again(table: AtTable) -> None:
    phone = table.phone(2)
    remember(table, phone, {1: 40, 2: 20})
    shown = fingerprint_of(table.loaded())
    enter(table.fresh(), 1, "0 40 30 40", by=make_official(table.event))
    found = memory_of(table.loaded(), seat(table, 2))
    assert found is not None
    assert found.mismatches == ()
    with pytest.raises(Conflict):
        statements.confirm(phone, fingerprint=shown)
    statements.confirm(phone, fingerprint=fingerprint_of(table.loaded()))


def test_every_player_may_contradict_and_confirm_afterwards(table: AtTable) -> None:
    phone, shown = table.phone(2), fingerprint_of(table.loaded())
    statements.contradict(phone, fingerprint=shown, text="falsch")
    assert statements.confirm(phone, fingerprint=shown).remembered == {}


@pytest.mark.parametrize("remembered", [{3: 20}, {0: 20}, {1: -1}, {1: 10_000}])
def test_what_the_page_does_not_ask_for_is_refused(table: AtTable, remembered: dict[int, int]) -> None:
    with pytest.raises(TournamentError, match="nicht gefragt"):
        remember(table, table.phone(2), remembered)


def test_of_a_long_list_the_last_twelve_games_are_asked_for() -> None:
    table = at_table(games=15, slug="lang")
    assert list(games_asked(table.loaded())) == list(range(4, 16))
    assert list(games_asked(at_table(games=2).loaded())) == [1, 2]


def test_what_was_remembered_is_proved_with_the_list_and_goes_with_the_person(table: AtTable) -> None:
    shown = fingerprint_of(table.loaded())
    for one in (1, 2, 3, 4):
        phone = table.phone(one)
        remember(table, phone, {1: 7777})
        statements.confirm(phone, fingerprint=shown)
    assert table.fresh().status == Status.COMPLETE
    models.Event.objects.update(starts_at=timezone.now() - timedelta(days=3))
    said = models.Statement.objects.filter(seat=2)
    erase_player(seat(table, 2).registration.player, by=None)
    assert set(said.values_list("remembered", flat=True)) == {ERASED}
    assert list(differences(table.event)) == []
    assert memory_of(table.loaded(), seat(table, 2)) is None
    models.Statement.objects.filter(seat=3, agrees=True).update(remembered={"1": 7778})
    assert len(list(differences(table.event))) == 1
    logged = [str(row.new) for row in models.EventLog.objects.filter(verb="memory.remember")]
    assert len(logged) == 4
    assert not any("7777" in row for row in logged)


def test_typing_counts_as_no_confirmation() -> None:
    table = at_table(blind_check=True, confirmations=1)
    table.write_all(table.pen())
    remember(table, table.phone(2), {})
    assert confirmations_needed(table.loaded()) == 1
    assert table.fresh().status == Status.OPEN
