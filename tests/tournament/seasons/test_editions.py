"""Editions of rankings: the results that count, numbers, digests and differences."""

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.editions import check_editions, issue_edition, reissue_outdated
from romme_turnier.tournament.seasons.words import row_sentence
from tests.factories import make_season
from tests.tournament.seasons.season_rows import issued, make_ranking, people, play, table_of

pytestmark = pytest.mark.django_db


def sentences(edition: models.Edition) -> dict[str, str]:
    rows = edition.rows.select_related("entrant__player")
    return {row.entrant.player.last_name: row_sentence(row, edition) for row in rows if row.entrant is not None}


def test_mean_over_at_least_24_lists_fills_missing_ones_with_zero():
    season = make_season()
    ranking = make_ranking(season, value="scoring_points", join={"mean_of_at_least": 24, "missing": "0"})
    few, exact, many = people("Wenig", "Genau", "Viel")
    for week in range(31):
        play(season, {many: 950} | ({exact: 1000} if week < 24 else {}) | ({few: 1020} if week < 20 else {}), week=week)
    edition = issued(ranking)
    assert table_of(edition) == [(1, "Genau", "1000.00"), (2, "Viel", "950.00"), (3, "Wenig", "850.00")]
    assert sentences(edition) == {
        "Genau": "24 von 31 Listen, Mittel 1.000,00",
        "Viel": "31 von 31 Listen, Mittel 950,00",
        "Wenig": "20 von 31 Listen, Mittel 850,00, 4 fehlende zählen je 0,00",
    }


def test_nothing_is_issued_when_nothing_changed():
    season = make_season()
    ranking = make_ranking(season, join="mean")
    (vera,) = people("Vera")
    assert issue_edition(ranking) is None
    play(season, {vera: 300})
    first = issued(ranking)
    assert first.number == 1
    assert issue_edition(ranking) == first
    play(season, {vera: 400}, week=1)
    assert [edition.number for edition in reissue_outdated(season)] == [2]
    assert reissue_outdated(season) == []
    assert list(check_editions(ranking)) == []
