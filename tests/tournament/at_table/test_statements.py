"""Statements of players about their list: a confirmation or an objection (§ 2.2.3–2.2.5)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import statements
from romme_turnier.tournament.at_table.access import WrongCode
from romme_turnier.tournament.at_table.statements import contradiction, current_statements
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from romme_turnier.tournament.models.fields import ERASED
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import enter, list_of, make_official
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status


@pytest.fixture
def written(table: AtTable) -> models.TablePhone:
    """The pen of a table that has written all its games."""
    pen = table.pen()
    table.write_all(pen)
    return pen


def code_of(table: AtTable, seat: int) -> str:
    return card_code(table.spielliste.table.seats.get(number=seat).registration)


def confirm_all(table: AtTable, pen: models.TablePhone) -> None:
    shown = fingerprint_of(table.loaded())
    statements.confirm(pen, fingerprint=shown)
    for seat in (2, 3, 4):
        statements.confirm(pen, fingerprint=shown, seat=seat, card_code=code_of(table, seat))


def test_last_player_who_confirms_completes_the_list_with_everybodys_consent(
    table: AtTable, written: models.TablePhone
) -> None:
    shown = fingerprint_of(table.loaded())
    for phone in (written, table.phone(2), table.phone(3)):
        statements.confirm(phone, fingerprint=shown)
        assert table.fresh().status == Status.OPEN
    statements.confirm(table.phone(4), fingerprint=shown)
    assert table.fresh().status == Status.COMPLETE
    revision = table.spielliste.revisions.get()
    assert (revision.number, revision.consent, revision.by) == (1, [1, 2, 3, 4], None)
    said = revision.content["statements"]
    assert [(one["seat"], one["agrees"], one["word"], one["way"]) for one in said] == [
        (seat, True, word_of(table.loaded()), "own_phone") for seat in (1, 2, 3, 4)
    ]
    assert {f"{one['version']}-{one['content']}" for one in said} == {shown}
    assert list(differences(table.event)) == []


def test_players_confirm_on_the_phone_of_the_pen_with_the_code_of_their_start_cards(
    table: AtTable, written: models.TablePhone
) -> None:
    confirm_all(table, written)
    assert table.fresh().status == Status.COMPLETE
    assert [one.way for one in table.spielliste.statements.all()] == ["own_phone", "card", "card", "card"]


@pytest.mark.parametrize("code", ["", "ACD347", "of seat 3"])
def test_nobody_confirms_for_somebody_else_without_that_cards_code(
    table: AtTable, written: models.TablePhone, code: str
) -> None:
    typed = code_of(table, 3) if code == "of seat 3" else code
    with pytest.raises(WrongCode):
        statements.confirm(written, fingerprint=fingerprint_of(table.loaded()), seat=2, card_code=typed)
    assert not models.Statement.objects.exists()


def test_as_many_confirmations_as_announced_complete_the_list() -> None:
    table = at_table(confirmations=2)
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    statements.confirm(pen, fingerprint=shown)
    assert table.fresh().status == Status.OPEN
    statements.confirm(table.phone(4), fingerprint=shown)
    assert table.fresh().status == Status.COMPLETE


def test_confirming_twice_is_confirming_once(table: AtTable, written: models.TablePhone) -> None:
    shown = fingerprint_of(table.loaded())
    assert statements.confirm(written, fingerprint=shown) == statements.confirm(written, fingerprint=shown)


def test_list_that_is_not_whole_cannot_be_confirmed(table: AtTable) -> None:
    pen = table.pen()
    table.write(pen, 1)
    with pytest.raises(TournamentError, match="fehlen noch Spiele"):
        statements.confirm(pen, fingerprint=fingerprint_of(table.loaded()))


def test_list_that_has_changed_since_it_was_shown_cannot_be_confirmed(
    table: AtTable, written: models.TablePhone
) -> None:
    shown = fingerprint_of(table.loaded())
    table.write(written, 2, "0 21 30 40")
    with pytest.raises(Conflict):
        statements.confirm(written, fingerprint=shown)


def test_confirmations_begin_again_when_a_game_is_changed(table: AtTable, written: models.TablePhone) -> None:
    statements.confirm(written, fingerprint=fingerprint_of(table.loaded()))
    table.write(written, 2, "0 21 30 40")
    assert current_statements(table.loaded()) == []
    confirm_all(table, written)
    assert table.fresh().status == Status.COMPLETE


def test_contradiction_stops_the_pen_and_confirmations_do_not_complete_the_list(
    table: AtTable, written: models.TablePhone
) -> None:
    shown, second = fingerprint_of(table.loaded()), table.phone(2)
    statements.contradict(second, fingerprint=shown, game=2, text="  ich hatte  12 ")
    said = contradiction(table.loaded())
    assert said is not None
    assert (said.seat, said.game, said.text) == (2, 2, "ich hatte 12")
    with pytest.raises(TournamentError, match="rufen Sie die Spielleitung"):
        table.write(written, 2)
    for phone in (written, table.phone(3), table.phone(4)):
        statements.confirm(phone, fingerprint=shown)
    assert table.fresh().status == Status.OPEN


def test_player_that_contradicts_calls_an_official_once(table: AtTable, written: models.TablePhone) -> None:
    shown = fingerprint_of(table.loaded())
    for seat in (2, 3):
        statements.contradict(table.phone(seat), fingerprint=shown, game=2, text="ich hatte 12")
    call = models.TableCall.objects.get()
    assert (call.table, call.seat, call.about, call.text) == (
        table.spielliste.table,
        2,
        "list",
        "Spiel 2. ich hatte 12",
    )


def test_player_that_contradicted_may_confirm_afterwards(table: AtTable, written: models.TablePhone) -> None:
    shown, second = fingerprint_of(table.loaded()), table.phone(2)
    statements.contradict(second, fingerprint=shown, text="falsch")
    statements.confirm(second, fingerprint=shown)
    assert contradiction(table.loaded()) is None
    assert models.Statement.objects.count() == 2


@pytest.mark.parametrize(("text", "game"), [("", None), ("x" * 301, None), ("stimmt nicht", 3), ("", 0)])
def test_contradiction_says_what_is_not_right(
    table: AtTable, written: models.TablePhone, text: str, game: int | None
) -> None:
    with pytest.raises(TournamentError):
        statements.contradict(written, fingerprint=fingerprint_of(table.loaded()), text=text, game=game)
    assert not models.Statement.objects.exists()


def test_officials_correct_what_was_contradicted_and_the_table_confirms_again(
    table: AtTable, written: models.TablePhone
) -> None:
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), game=2, text="12")
    enter(table.fresh(), 2, "0 12 30 40", by=make_official(table.event))
    assert contradiction(table.loaded()) is None
    confirm_all(table, written)
    assert table.fresh().status == Status.COMPLETE


def test_officials_reject_a_contradiction_with_a_reason(table: AtTable, written: models.TablePhone) -> None:
    petra, shown = make_official(table.event), fingerprint_of(table.loaded())
    said = statements.contradict(table.phone(2), fingerprint=shown, text="falsch")
    with pytest.raises(TournamentError, match="warum"):
        statements.reject_contradiction(said, reason=" ", by=petra)
    statements.reject_contradiction(said, reason="nachgezählt", by=petra)
    assert contradiction(table.loaded()) is None
    with pytest.raises(Conflict):
        statements.reject_contradiction(said, reason="nachgezählt", by=petra)


def test_list_is_complete_once_its_only_contradiction_is_rejected_and_enough_had_confirmed() -> None:
    table = at_table(confirmations=2)
    pen = table.pen()
    shown = fingerprint_of(table.write_all(pen))
    said = statements.contradict(table.phone(2), fingerprint=shown, text="falsch")
    for phone in (pen, table.phone(3)):
        statements.confirm(phone, fingerprint=shown)
    assert table.fresh().status == Status.OPEN
    statements.reject_contradiction(said, reason="nachgezählt", by=make_official(table.event))
    assert table.fresh().status == Status.COMPLETE
    assert table.spielliste.revisions.get().consent == [1, 3]


@pytest.mark.django_db(transaction=True)
def test_list_is_complete_when_the_last_two_confirm_at_the_same_time(table: AtTable) -> None:
    shown = fingerprint_of(table.write_all(table.pen()))
    last = [table.phone(3), table.phone(4)]
    for seat in (1, 2):
        statements.confirm(table.phone(seat), fingerprint=shown)
    together = Barrier(len(last))

    def confirms(phone: models.TablePhone) -> None:
        together.wait()
        statements.confirm(phone, fingerprint=shown)
        connection.close()

    with ThreadPoolExecutor(len(last)) as pool:
        list(pool.map(confirms, last))
    assert table.fresh().status == Status.COMPLETE


def test_what_an_erased_person_said_of_the_list_is_gone(table: AtTable, written: models.TablePhone) -> None:
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), text="Mein Mann hat sich verhört")
    said = models.Statement.objects.get()
    models.Event.objects.update(starts_at=timezone.now() - timedelta(days=3))
    erase_player(said.registration.player, by=None)
    said.refresh_from_db()
    assert (said.text, said.seat) == (ERASED, 2)
    assert not any("verhört" in str(row.new) for row in models.EventLog.objects.all())


def test_officials_accept_a_list_with_fewer_confirmations_and_say_why(
    table: AtTable, written: models.TablePhone
) -> None:
    petra = make_official(table.event)
    statements.confirm(written, fingerprint=fingerprint_of(table.loaded()))
    for reason in ("", " "):
        with pytest.raises(TournamentError, match="warum"):
            statements.accept_with(table.fresh(), reason=reason, expected=table.fresh().version, by=petra)
    statements.accept_with(table.fresh(), reason="Platz 3 ging heim", expected=table.fresh().version, by=petra)
    assert table.fresh().status == Status.COMPLETE
    assert table.spielliste.revisions.get().consent == [1]


def test_officials_do_not_accept_a_list_that_somebody_contradicts(table: AtTable, written: models.TablePhone) -> None:
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), text="falsch")
    with pytest.raises(TournamentError, match="widerspricht"):
        statements.accept_with(table.fresh(), reason="eilt", expected=table.fresh().version, by=make_official())


def test_confirmed_list_is_contradicted_to_the_officials_only(table: AtTable, written: models.TablePhone) -> None:
    confirm_all(table, written)
    with pytest.raises(TournamentError, match="nimmt die Spielleitung"):
        statements.contradict(written, fingerprint=fingerprint_of(table.loaded()), text="doch nicht")


def test_player_who_left_the_table_need_not_confirm(table: AtTable, written: models.TablePhone) -> None:
    models.Vacancy.objects.create(
        spielliste=table.spielliste, seat=4, from_game=2, reason="krank", counts=True, at=written.opened_at
    )
    shown = fingerprint_of(table.loaded())
    for phone in (table.phone(4), written, table.phone(2)):
        statements.confirm(phone, fingerprint=shown)
    assert table.fresh().status == Status.OPEN  # the confirmation of the player that left does not count
    statements.confirm(table.phone(3), fingerprint=shown)
    assert table.fresh().status == Status.COMPLETE


def test_word_is_that_of_this_list_alone(table: AtTable, written: models.TablePhone) -> None:
    other = AtTable(table.event, table.series, list_of(table.series, 2))
    other.write_all(other.pen())
    assert word_of(other.loaded()) != word_of(table.loaded())
