"""A request that comes twice has its effect once."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import Conflict, KeyReused
from tests.factories import enter

pytestmark = pytest.mark.django_db


def test_replayed_key_gives_the_first_answer_and_stores_nothing_again(spielliste: models.Spielliste) -> None:
    first = enter(spielliste, 1, "0 20 30 40", key="a" * 32, expected=0)
    again = enter(spielliste, 1, "0 20 30 40", key="a" * 32, expected=0)
    assert again == first
    assert models.GameRow.objects.get(spielliste=spielliste).version == 1
    assert models.LogEntry.objects.count() == 1


def test_replayed_key_answers_even_after_somebody_else_changed_the_row(spielliste: models.Spielliste) -> None:
    first = enter(spielliste, 1, "0 20 30 40", key="a" * 32, expected=0)
    enter(spielliste, 1, "0 25 30 40", key="b" * 32)
    assert enter(spielliste, 1, "0 20 30 40", key="a" * 32, expected=0) == first


def test_key_with_another_body_is_refused(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40", key="a" * 32, expected=0)
    with pytest.raises(KeyReused):
        enter(spielliste, 1, "0 99 30 40", key="a" * 32, expected=0)
    with pytest.raises(KeyReused):
        enter(spielliste, 2, "0 20 30 40", key="a" * 32, expected=0)


def test_key_of_a_refused_save_is_free_again(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    with pytest.raises(Conflict):
        enter(spielliste, 1, "0 25 30 40", key="a" * 32, expected=0)
    enter(spielliste, 1, "0 25 30 40", key="a" * 32, expected=1)
    assert models.GameRow.objects.get(spielliste=spielliste).version == 2


def test_no_key_means_no_protection(spielliste: models.Spielliste) -> None:
    enter(spielliste, 1, "0 20 30 40")
    assert not models.SavedKey.objects.exists()
