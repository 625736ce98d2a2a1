"""Statements of players are bound to the list that was shown, and end with it (lists/consent.py)."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from romme_turnier.core.lists.check_word import check_word
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import statements
from romme_turnier.tournament.at_table.statements import contradiction, current_statements
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import consent
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.shared.errors import Conflict
from tests.factories import PLAIN_ROWS, enter, make_official
from tests.tournament.at_table.scene import AtTable

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status


@pytest.fixture
def written(table: AtTable) -> models.TablePhone:
    """The pen of a table that has written all its games."""
    pen = table.pen()
    table.write_all(pen)
    return pen


def confirm(table: AtTable, *seats: int) -> None:
    shown = fingerprint_of(table.loaded())
    for seat in seats or (1, 2, 3, 4):
        statements.confirm(table.phone(seat), fingerprint=shown)


def test_confirmations_do_not_come_back_with_the_figures(table: AtTable, written: models.TablePhone) -> None:
    """The pen writes another row and then the same again; a player who saw the first state has not confirmed it now."""
    others = [table.phone(seat) for seat in (2, 3, 4)]
    shown = fingerprint_of(table.loaded())
    for phone in others:
        statements.confirm(phone, fingerprint=shown)
    table.write(written, 2, "0 21 30 40")
    table.write(written, 2)
    assert current_statements(table.loaded()) == []
    statements.confirm(written, fingerprint=fingerprint_of(table.loaded()))
    assert table.fresh().status == Status.OPEN
    for phone in others:
        with pytest.raises(Conflict):  # a page from before the change
            statements.confirm(phone, fingerprint=shown)
        statements.confirm(phone, fingerprint=fingerprint_of(table.loaded()))
    assert table.fresh().status == Status.COMPLETE
    assert list(differences(table.event)) == []


def test_confirmations_of_another_list_with_the_same_word_do_not_complete_it(
    table: AtTable, written: models.TablePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if two lists could be made with the same word."""
    for module in (consent, statements):
        monkeypatch.setattr(module, "word_of", lambda _spielliste: "KARTENX")
    confirm(table, 2, 3, 4)
    table.write(written, 2, "0 21 30 40")
    statements.confirm(written, fingerprint=fingerprint_of(table.loaded()))
    assert table.fresh().status == Status.OPEN
    assert [said.seat for said in current_statements(table.loaded())] == [1]


def test_contradiction_of_a_list_does_not_come_back_with_its_figures(
    table: AtTable, written: models.TablePhone
) -> None:
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), game=2, text="12")
    for cells in ("0 12 30 40", PLAIN_ROWS[4]):
        enter(table.fresh(), 2, cells, by=make_official(table.event))
    assert contradiction(table.loaded()) is None


def test_penalty_of_the_officials_ends_no_confirmation(table: AtTable, written: models.TablePhone) -> None:
    """Their additions are not on the table's paper, but players who confirm afterwards have to see them."""
    shown, second = fingerprint_of(table.loaded()), table.phone(2)
    statements.confirm(written, fingerprint=shown)
    add_penalty(table.fresh(), seat=2, game=1, points=20, reason="§ 8.3", expected=None, by=make_official(table.event))
    assert [said.seat for said in current_statements(table.loaded())] == [1]
    with pytest.raises(Conflict):
        statements.confirm(second, fingerprint=shown)
    statements.confirm(second, fingerprint=fingerprint_of(table.loaded()))


def test_correction_of_a_confirmed_list_ends_the_confirmations_with_its_revision(
    table: AtTable, written: models.TablePhone
) -> None:
    confirm(table)
    petra = make_official(table.event)
    enter(table.fresh(), 2, "0 21 30 40", by=petra, reason="Zahlendreher", consent=[1, 2, 3, 4])
    first, second = table.spielliste.revisions.order_by("number")
    assert (len(first.content["statements"]), "statements" in second.content) == (4, False)
    assert list(differences(table.event)) == []


def test_statement_that_is_moved_to_another_list_is_found(table: AtTable, written: models.TablePhone) -> None:
    statements.confirm(written, fingerprint=fingerprint_of(table.loaded()))
    models.Statement.objects.update(content_hash="0" * 64)
    assert [str(one) for one in differences(table.event)] == [
        "handys, Serie 1, Tisch 1: Platz 1 hat sich zu einer anderen Liste geäußert"
    ]


def upgrade() -> None:
    """Runs the migration on the stored statements."""
    migration = import_module("romme_turnier.tournament.migrations.0026_consent_to_content")
    migration.bind(apps, SimpleNamespace(connection=connection))


def by_word_alone(table: AtTable) -> str:
    """Puts all statements into their form before they were bound to the content; returns the old word."""
    listed = table.loaded()
    word = check_word(listed.players, listed.sheet.games, "")
    models.Spielliste.objects.update(word_salt="")
    models.Statement.objects.update(content_hash="", version=None, word=word)
    return word


def test_upgrade_asks_again_for_confirmations_of_an_open_list(table: AtTable, written: models.TablePhone) -> None:
    confirm(table, 1, 2, 3)
    old = by_word_alone(table)
    upgrade()
    assert current_statements(table.loaded()) == []
    assert not models.Statement.objects.filter(ended_at=None).exists()
    assert (len(old), len(word_of(table.loaded()))) == (5, 7)
    confirm(table)
    assert table.fresh().status == Status.COMPLETE
    assert list(differences(table.event)) == []


def test_upgrade_keeps_a_contradiction_of_an_open_list_as_it_is_now(table: AtTable, written: models.TablePhone) -> None:
    statements.contradict(table.phone(2), fingerprint=fingerprint_of(table.loaded()), text="falsch")
    statements.contradict(table.phone(3), fingerprint=fingerprint_of(table.loaded()), text="auch")
    by_word_alone(table)
    models.Statement.objects.filter(seat=3).update(word="AAAAA")  # about other games
    upgrade()
    assert [said.seat for said in current_statements(table.loaded())] == [2]


def test_upgrade_leaves_confirmed_lists_their_word_their_statements_and_their_chain(
    table: AtTable, written: models.TablePhone
) -> None:
    confirm(table)
    old = by_word_alone(table)
    upgrade()
    assert word_of(table.loaded()) == old
    assert len(current_statements(table.loaded())) == 4


def test_each_list_gets_a_salt_of_its_own(table: AtTable) -> None:
    by_word_alone(table)
    upgrade()
    salts = models.Spielliste.objects.values_list("word_salt", flat=True)
    assert len({*salts}) == len(salts)
    assert all(salts)
