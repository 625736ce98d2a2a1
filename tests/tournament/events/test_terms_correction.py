"""The bonus, its amounts and the games of a list are corrected once lists are written: everything is added up again."""

from dataclasses import replace

import pytest

from romme_turnier.core.lists.scoring_points import USUAL, PointsPerGame
from romme_turnier.tournament.events.terms_correction import correct_terms, sum_terms
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.lists.checking.notice_words import texts
from romme_turnier.tournament.lists.history_words import differences as differences_of_content
from romme_turnier.tournament.models import Event, EventLog, EventRole, ListTotal, Notice, Revision, Series
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast
from tests.factories import enter, list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db

REASON = "Aus dem Vorjahr falsch übernommen"


@pytest.fixture
def played(event: Event, cast: Cast) -> Series:
    """One series, played, closed and released."""
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table), {1: "0 25 35 45"})
    close_series(series, by=cast.petra)
    release_standings(event, 1, by=cast.petra)
    return series


def results() -> dict[int | None, int]:
    return dict(ListTotal.objects.values_list("seat__registration__number", "result"))


def test_results_follow_and_releases_and_revisions_stay(event: Event, played: Series, cast: Cast) -> None:
    release = event.releases.get()
    rows, hashes, before = list(release.rows), set(Revision.objects.values_list("hash", flat=True)), results()
    terms = replace(sum_terms(event), bonus_mode="per_finished_game", bonus_four=25)
    correct_terms(event, terms, reason=REASON, by=cast.petra)
    event.refresh_from_db()
    assert sum_terms(event) == terms
    assert results() != before
    assert list(differences(event)) == []
    release.refresh_from_db()
    assert list(release.rows) == rows
    assert is_outdated(release)
    assert hashes < set(Revision.objects.values_list("hash", flat=True))
    newest = list_of(played).revisions.order_by("-number").first()
    assert newest is not None
    assert newest.reason_words == REASON
    told = {notice.registration.number: (notice.old_result, notice.new_result) for notice in Notice.objects.all()}
    assert told == {
        number: (before[number], result) for number, result in results().items() if result != before[number]
    }
    act = EventLog.objects.order_by("-pk")[0]
    assert (act.verb, act.by) == ("terms_correction.correct_terms", cast.petra)


def test_correcting_again_takes_it_back(event: Event, played: Series, cast: Cast) -> None:
    before, terms = results(), sum_terms(event)
    correct_terms(event, replace(terms, bonus_four=0), reason=REASON, by=cast.petra)
    correct_terms(event, terms, reason="doch richtig", by=cast.petra)
    assert results() == before
    assert not Notice.objects.waiting().exists()  # no player was informed yet, and no notice is left
    assert not is_outdated(event.releases.get())
    assert list(differences(event)) == []


def test_open_list_goes_on_with_the_new_terms(event: Event, cast: Cast) -> None:
    series = seat_series(event)
    enter(list_of(series), 1, "0 25 35 45")
    correct_terms(event, replace(sum_terms(event), games_per_list=10), reason=REASON, by=cast.petra)
    event.refresh_from_db()
    assert event.games_per_list == 10
    assert not Revision.objects.exists()
    assert list(differences(event)) == []


@pytest.mark.parametrize(
    ("changed", "reason", "said"),
    [
        ({}, REASON, "So steht es schon"),
        ({"bonus_four": 25}, " ", "Grund"),
        ({"bonus_mode": "never"}, REASON, "Diesen Bonus gibt es nicht"),
        ({"bonus_three": -1}, REASON, "Diesen Bonus gibt es nicht"),
        ({"games_per_list": 1}, REASON, "In einer Liste stehen schon"),
        ({"games_per_list": 99}, REASON, "Die Serie ist abgeschlossen"),
    ],
)
@pytest.mark.usefixtures("played")
def test_nothing_changes_when_it_is_refused(
    event: Event, cast: Cast, changed: dict[str, object], reason: str, said: str
) -> None:
    before, revisions = (results(), sum_terms(event)), Revision.objects.count()
    with pytest.raises(TournamentError, match=said):
        correct_terms(event, replace(sum_terms(event), **changed), reason=reason, by=cast.petra)  # type: ignore[arg-type]
    event.refresh_from_db()
    assert ((results(), sum_terms(event)), Revision.objects.count()) == (before, revisions)


WRONG = PointsPerGame(ended=5, handromme=8, steps=((10, 3), (20, 2)))


@pytest.fixture
def ranked_by_points(cast: Cast) -> Event:
    """An event whose announcement left out the step up to 30 card points; one list, checked and released."""
    event = make_event(slug="punkte", players=4, series_count=1, scoring="scoring_points", points_per_game=WRONG)
    EventRole.objects.create(event=event, user=cast.petra, role=EventRole.Role.DIRECTOR)
    series = seat_series(event, tables=[(1, 2, 3, 4)])
    make_checked(list_of(series), {1: "0 25 35 45"})
    close_series(series, by=cast.petra)
    release_standings(event, 1, by=cast.petra)
    return event


def scoring_points() -> list[int]:
    return list(ListTotal.objects.order_by("seat__number").values_list("scoring_points", flat=True))


def test_points_of_a_game_are_corrected_and_players_with_other_points_are_told(
    ranked_by_points: Event, cast: Cast
) -> None:
    event, before = ranked_by_points, (scoring_points(), results())
    correct_terms(event, replace(sum_terms(event), points_per_game=USUAL), reason=REASON, by=cast.petra)
    event.refresh_from_db()
    assert event.points_per_game == USUAL
    assert [now - was for now, was in zip(scoring_points(), before[0], strict=True)] == [0, 1, 11, 0]
    assert results() == before[1]
    assert sorted(notice.registration.number or 0 for notice in Notice.objects.all()) == [2, 3]
    assert [text.changes for text in texts(Notice.objects.filter(seat=2))] == [
        (f"Wertungspunkte: {before[0][1]} → {scoring_points()[1]}",)
    ]
    assert is_outdated(event.releases.get())
    assert list(differences(event)) == []
    *_completed, first, second = (revision.content for revision in Revision.objects.order_by("number"))
    assert differences_of_content(first, second) == [
        f"Wertungspunkte Platz {seat}: {was} → {now}"
        for seat, was, now in zip((2, 3), before[0][1:3], scoring_points()[1:3], strict=True)
    ]
    said = log_lines([*EventLog.objects.filter(verb="terms_correction.correct_terms")])[0].changes
    expected = "Wertungspunkte (Spielende, Handrommé, Stufen): 5, 8, ≤ 10: 3, ≤ 20: 2 → 5, 8, ≤ 10: 3, ≤ 20: 2, ≤ 30: 1"
    assert expected in said
    correct_terms(event, replace(sum_terms(event), points_per_game=WRONG), reason="doch richtig", by=cast.petra)
    assert scoring_points() == before[0]
    assert not Notice.objects.waiting().exists()


def test_faulty_points_and_points_of_another_scoring_are_refused(
    event: Event, ranked_by_points: Event, cast: Cast
) -> None:
    faulty = replace(USUAL, ended=1)
    with pytest.raises(TournamentError, match="Stufe 1: Eine Stufe bringt höchstens"):
        correct_terms(
            ranked_by_points, replace(sum_terms(ranked_by_points), points_per_game=faulty), reason=REASON, by=cast.petra
        )
    with pytest.raises(TournamentError, match="wie viele Wertungspunkte"):
        correct_terms(
            ranked_by_points, replace(sum_terms(ranked_by_points), points_per_game=None), reason=REASON, by=cast.petra
        )
    with pytest.raises(TournamentError, match="nur zur Wertung nach Wertungspunkten"):
        correct_terms(event, replace(sum_terms(event), points_per_game=USUAL), reason=REASON, by=cast.petra)
    ranked_by_points.refresh_from_db()
    assert ranked_by_points.points_per_game == WRONG
