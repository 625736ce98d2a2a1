"""Lists of one series may differ in length, and a list played to a score ends at that score."""

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import enter, list_of, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db


def checked(spielliste: models.Spielliste, by: User) -> models.Spielliste:
    stored = load(spielliste.pk).row
    entries.complete(stored, expected=stored.version, by=by)
    stored = load(spielliste.pk).row
    entries.check(stored, expected=stored.version, by=by)
    return load(spielliste.pk).row


def test_lists_of_one_series_have_as_many_games_as_their_rounds_say() -> None:
    event = make_event(players=7, ruleset="rommee", games_per_list=0, length_unit="rounds", length_number=1)
    petra = make_official(event)
    series = seat_series(event, tables=[(1, 2, 3, 4), (5, 6, 7)])
    with pytest.raises(TournamentError, match="nur 3 Spiele"):
        enter(list_of(series, 2), 4, "0 20 30", by=petra)
    for table, cells, games in ((1, "0 20 30 40", 4), (2, "0 20 30", 3)):
        for game in range(1, games + 1):
            assert not load(list_of(series, table).pk).row.whole
            enter(list_of(series, table), game, cells, by=petra)
        assert checked(list_of(series, table), petra).state is models.ListState.CHECKED
    close_series(series, by=petra)
    assert list(models.ListTotal.objects.values_list("counts", flat=True)) == [True] * 7
    assert list(differences(event)) == []


def test_list_that_is_played_to_a_score_is_whole_when_one_has_it_alone() -> None:
    event = make_event(players=3, ruleset="treppenromme", games_per_list=0, length_unit="target", length_number=100)
    petra = make_official(event)
    series = seat_series(event, tables=[(1, 2, 3)])
    for game, (cells, whole) in enumerate([("R60 60 30", False), ("R50 50 30", False), ("R60 40 30", True)], start=1):
        enter(list_of(series), game, cells, by=petra)
        assert load(list_of(series).pk).row.whole is whole
    assert checked(list_of(series), petra).state is models.ListState.CHECKED
    close_series(series, by=petra)
    content = models.Revision.objects.filter(spielliste__table__series=series).latest("number").content
    assert content["length"] == {"target": 100}
    assert list(differences(event)) == []
