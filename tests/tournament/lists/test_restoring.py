"""Undo by a new revision: an earlier state of a list becomes the present one."""

from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences_of
from romme_turnier.tournament.lists import decisions, entries
from romme_turnier.tournament.lists.entries import SeatClaim
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.lists.restoring import restore
from romme_turnier.tournament.lists.revision_chain import broken_links
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.cast import Cast
from tests.factories import enter, list_of, make_checked, make_complete

pytestmark = pytest.mark.django_db
Status = models.Spielliste.Status
WHAT = ("games", "readings", "claims", "totals", "penalties", "rulings", "vacant")


@pytest.fixture
def spielliste(series: models.Series) -> models.Spielliste:
    return make_complete(list_of(series), {1: "0 20/80 30 40"})


def content(spielliste: models.Spielliste, number: int) -> dict[str, object]:
    """Returns the contents of a revision without the reasons of decisions."""
    held = spielliste.revisions.get(number=number).content
    return {
        part: [{key: value for key, value in one.items() if key != "reason"} for one in held[part]] for part in WHAT
    }


def back_to(spielliste: models.Spielliste, number: int, by: object = None, **more: object) -> None:
    values: dict[str, Any] = {"reason": "rückgängig", "expected": None, "by": by, **more}
    restore(spielliste.revisions.get(number=number), **values)
    spielliste.refresh_from_db()


def everything_changes(spielliste: models.Spielliste) -> int:
    """Change a bit of everything; the number of the newest revision."""
    enter(spielliste, 1, "15 0 30 40", reason="a")
    enter(spielliste, 2, "* 50 60 70", reason="b")
    enter(spielliste, 12, "0 20 30 ?", reason="c")
    decisions.leave_seat(spielliste, seat=4, from_game=12, reason="krank", expected=None, by=None)
    decisions.add_penalty(spielliste, seat=2, game=3, points=100, reason="geworfen", expected=None, by=None)
    decisions.let_row_stand(spielliste, game=5, reason="gilt", expected=None, by=None)
    entries.save_claims(spielliste, {2: SeatClaim(total=7)}, reason="nachgetragen", expected=None, by=None)
    return spielliste.revisions.count()


def test_first_revision_comes_back_as_a_new_one(spielliste: models.Spielliste) -> None:
    newest = everything_changes(spielliste)
    back_to(spielliste, 1)
    assert content(spielliste, newest + 1) == content(spielliste, 1)
    assert spielliste.revisions.get(number=newest + 1).reason == "rückgängig"
    assert spielliste.status == Status.COMPLETE


def test_restoring_is_itself_undone(spielliste: models.Spielliste) -> None:
    newest = everything_changes(spielliste)
    back_to(spielliste, 1)
    back_to(spielliste, newest)
    assert content(spielliste, newest + 2) == content(spielliste, newest)


def test_chain_and_stored_sums_agree_afterwards(spielliste: models.Spielliste) -> None:
    newest = everything_changes(spielliste)
    back_to(spielliste, 1)
    back_to(spielliste, newest)
    assert broken_links(list(spielliste.revisions.all())) == []
    assert list(differences_of(load(spielliste.pk))) == []


def test_reason_of_a_decision_that_is_still_there_is_kept(spielliste: models.Spielliste) -> None:
    decisions.add_penalty(spielliste, seat=2, game=3, points=100, reason="geworfen", expected=None, by=None)
    enter(spielliste, 1, "15 0 30 40", reason="a")
    back_to(spielliste, 2)
    assert models.Penalty.objects.get().reason == "geworfen"
    assert content(spielliste, 4) == content(spielliste, 2)


def test_decision_that_comes_back_carries_the_new_reason(spielliste: models.Spielliste, cast: Cast) -> None:
    penalty = decisions.add_penalty(spielliste, seat=2, game=3, points=100, reason="geworfen", expected=None, by=None)
    decisions.remove_penalty(penalty, reason="Einspruch", expected=None, by=None)
    back_to(spielliste, 2, by=cast.petra)
    back = models.Penalty.objects.get()
    assert (back.reason, back.by) == ("rückgängig", cast.petra)


def test_invalid_list_is_complete_again(spielliste: models.Spielliste) -> None:
    entries.declare_invalid(spielliste, reason="unleserlich", expected=None, by=None)
    back_to(spielliste, 1)
    assert (spielliste.status, spielliste.invalid_reason) == (Status.COMPLETE, "")


def test_invalid_revision_is_invalid_again(spielliste: models.Spielliste) -> None:
    entries.declare_invalid(spielliste, reason="unleserlich", expected=None, by=None)
    entries.revoke_invalid(spielliste, reason="doch lesbar", expected=None, by=None)
    back_to(spielliste, 2)
    assert (spielliste.status, spielliste.invalid_reason) == (Status.INVALID, "rückgängig")


def test_open_revision_is_open_again(series: models.Series) -> None:
    spielliste = list_of(series)
    entries.declare_invalid(spielliste, reason="verloren", expected=None, by=None)
    entries.revoke_invalid(spielliste, reason="gefunden", expected=None, by=None)
    entries.declare_invalid(spielliste, reason="unleserlich", expected=None, by=None)
    back_to(spielliste, 2)
    assert spielliste.status == Status.OPEN


def test_game_that_the_revision_did_not_have_becomes_blank(series: models.Series) -> None:
    spielliste = list_of(series)
    entries.declare_invalid(spielliste, reason="verloren", expected=None, by=None)
    enter(spielliste, 1, "0 20 30 40", reason="doch gefunden")
    back_to(spielliste, 1)
    assert [entry.points for entry in models.GameEntry.objects.filter(row__spielliste=spielliste)] == [None] * 4
    assert (spielliste.status, spielliste.invalid_reason) == (Status.INVALID, "verloren")


def test_players_whose_result_changes_are_told(spielliste: models.Spielliste, cast: Cast) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="a", consent=[2], by=cast.petra)
    back_to(spielliste, 1, by=cast.petra)
    assert list(models.Notice.objects.values_list("seat", "old_result", "new_result")) == [(2, 225, 280)]


def test_list_of_a_closed_series_stays_checked(series: models.Series, cast: Cast) -> None:
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    spielliste = list_of(series)
    enter(spielliste, 1, "0 25 30 40", reason="verlesen", by=cast.petra)
    back_to(spielliste, 1, by=cast.petra)
    assert spielliste.status == Status.CHECKED
    assert content(spielliste, spielliste.revisions.count()) == content(spielliste, 1)


@pytest.mark.parametrize(("number", "more", "words"), [(1, {"reason": " "}, "Grund"), (3, {}, "die jetzt gilt")])
def test_restoring_is_refused(spielliste: models.Spielliste, number: int, more: dict[str, object], words: str) -> None:
    enter(spielliste, 1, "0 25 30 40", reason="a")
    enter(spielliste, 1, "0 26 30 40", reason="b")
    with pytest.raises(TournamentError, match=words):
        back_to(spielliste, number, **more)
    assert spielliste.revisions.count() == 3


def test_somebody_was_faster(spielliste: models.Spielliste) -> None:
    seen = spielliste.version
    enter(spielliste, 1, "0 25 30 40", reason="a")
    with pytest.raises(Conflict):
        back_to(spielliste, 1, expected=seen - 1)


def test_list_that_is_open_again_is_completed_first(series: models.Series) -> None:
    spielliste = list_of(series)
    entries.declare_invalid(spielliste, reason="verloren", expected=None, by=None)
    entries.revoke_invalid(spielliste, reason="gefunden", expected=None, by=None)
    with pytest.raises(TournamentError, match="Schließen Sie sie zuerst ab"):
        back_to(spielliste, 1)
