"""The pages with a player's years: secret, public with consent, and compared if both agreed."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.core.seasons.formula import Formula, Join
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import hash_of
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seasons.years.page import change_years_page, make_years_page
from romme_turnier.tournament.seasons.years.reading import years_of
from tests.factories import make_event, make_official
from tests.seasons import issue, make_season_with_players

pytestmark = pytest.mark.django_db

SECRET = "S" * 32


def played(
    player: models.Player,
    results: list[int],
    *,
    first: date = date(2025, 12, 30),
    event: models.Event | None = None,
) -> None:
    """Released results of a player, one list an evening, a week apart."""
    event = event or models.Event.objects.first() or make_event(players=0)
    for week, result in enumerate(results):
        models.Result.objects.create(
            event=event,
            organiser=event.held_by,
            kind="evening",
            day=first + timedelta(weeks=week),
            series=week + 1,
            player=player,
            guest=False,
            counts=True,
            result=result,
            finished=2,
            handrommes=0,
            half_points=0,
            scoring_points=0,
        )


@pytest.fixture
def season() -> models.Season:
    make_official()
    season = make_season_with_players()
    issue(season, ["300.00", "310.50", "400.25", ""])
    return season


def the_player(season: models.Season, number: int) -> models.Player:
    return season.players.get(number=number).player


def test_mean_has_its_uncertainty_and_the_best_list_is_the_lowest(season: models.Season) -> None:
    player = the_player(season, 1)
    played(player, [300, 320, 280, 340])
    own = years_of(player)
    assert own is not None
    (kind,) = own.kinds
    assert (kind.all.mean, kind.all.best, kind.all.worst) == (
        310,
        (280, date(2026, 1, 13)),
        (340, date(2026, 1, 20)),
    )
    assert kind.all.spread == pytest.approx(1.96 * 25.8199 / 2, abs=0.001)
    assert [(year, figures.lists) for year, figures in kind.years] == [(2025, 1), (2026, 3)]
    assert [(place.ranking, place.rank, place.of) for place in own.places] == [("Mittel", 1, 3)]


def test_lists_of_different_lengths_are_different_kinds(client: Client, season: models.Season) -> None:
    player = the_player(season, 1)
    for unit, number in (("rounds", 2), ("rounds", 5), ("target", 500)):
        event = make_event(players=0, slug=f"{unit}-{number}", length_unit=unit, length_number=number)
        played(player, [100 * number], event=event)
    make_years_page(player, token=SECRET)
    shown = client.get(f"/jahre/{SECRET}/").text
    for words in ("Listen zu 2 Runden", "Listen zu 5 Runden", "Listen bis 500 Punkte"):
        assert f"<h2>Romméordnung, {words}</h2>" in shown


def test_places_in_paused_rankings_follow_those_in_others(season: models.Season) -> None:
    player = the_player(season, 1)
    played(player, [300])
    paused = season.rankings.get()
    models.Ranking.objects.filter(pk=paused.pk).update(slug="alt", name="Alt", rests=True)
    ranking = models.Ranking.objects.create(season=season, name="Neu", slug="mittel", position=1)
    models.RankingVersion.objects.create(ranking=ranking, number=1, formula=Formula(join=Join.MEAN), at=timezone.now())
    issue(season, ["300.00", "", "", ""])
    own = years_of(player)
    assert own is not None
    assert [place.ranking for place in own.places] == ["Neu", "Alt"]


def test_page_needs_its_secret_until_the_player_publishes_it(client: Client, season: models.Season) -> None:
    player = the_player(season, 1)
    played(player, [300, 320])
    page = make_years_page(player, token=SECRET)
    public = "/saison/verein/2026/spieler/1/"
    assert client.get(public).status_code == 404
    assert public not in client.get("/saison/verein/2026/").text
    assert "310,0" in client.get(f"/jahre/{SECRET}/").text
    assert client.get(f"/jahre/{'T' * 32}/").status_code == 404
    client.post(f"/jahre/{SECRET}/", {"public": "1"})
    assert "310,0" in client.get(public).text
    assert public in client.get("/saison/verein/2026/").text
    change_years_page(page, public=False, compares=True)
    assert client.get(public).status_code == 404
    assert public not in client.get("/saison/verein/2026/").text
    client.post(f"/jahre/{SECRET}/", {"beenden": "1"})
    assert client.get(f"/jahre/{SECRET}/").status_code == 404


@pytest.mark.parametrize(
    ("results", "words"), [([300], "1 Liste an 1 Abend, seit"), ([300, 320], "2 Listen an 1 Abend, seit")]
)
def test_one_evening_is_in_the_singular(client: Client, season: models.Season, results: list[int], words: str) -> None:
    player = the_player(season, 1)
    played(player, results)
    make_years_page(player, token=SECRET)
    assert words in client.get(f"/jahre/{SECRET}/").text


def test_two_players_are_compared_only_if_both_agreed(client: Client, season: models.Season) -> None:
    pages = []
    for number in (1, 2):
        played(the_player(season, number), [300 + number, 320])
        pages.append(make_years_page(the_player(season, number), token=f"{number}" * 32))
        change_years_page(pages[-1], public=True, compares=False)
    compared = "/saison/verein/2026/spieler/1/neben/2/"
    assert client.get(compared).status_code == 404
    change_years_page(pages[0], public=True, compares=True)
    assert client.get(compared).status_code == 404
    change_years_page(pages[1], public=True, compares=True)
    assert '310,5 <span class="word">±' in client.get(compared).text
    assert compared in client.get("/saison/verein/2026/spieler/1/").text
    assert client.get("/saison/verein/2026/spieler/1/neben/1/").status_code == 404


def test_erasing_a_person_ends_the_page(client: Client, season: models.Season) -> None:
    player = the_player(season, 1)
    played(player, [300])
    change_years_page(make_years_page(player, token=SECRET), public=True, compares=True)
    erase_player(player, by=None)
    assert not models.YearsPage.objects.filter(token_hash=hash_of(SECRET)).exists()
    assert client.get(f"/jahre/{SECRET}/").status_code == 404
    assert client.get("/saison/verein/2026/spieler/1/").status_code == 404


def test_new_address_keeps_the_consents_of_the_page(season: models.Season) -> None:
    player = the_player(season, 1)
    played(player, [300])
    change_years_page(make_years_page(player, token=SECRET), public=True, compares=False)
    page = make_years_page(player, token="N" * 32)
    assert page.public_since is not None
    assert page.public_since <= timezone.now()
