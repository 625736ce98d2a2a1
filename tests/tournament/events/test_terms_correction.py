"""The bonus, its amounts and the games of a list are corrected once lists are written: everything is added up again."""

from dataclasses import replace

import pytest

from romme_turnier.tournament.events.terms_correction import correct_terms, sum_terms
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.models import Event, EventLog, ListTotal, Notice, Revision, Series
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings.reading import is_outdated
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast
from tests.factories import enter, list_of, make_checked, seat_series

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
