"""Officials change an evening at the same moment: one event, one release, no broken page and no deadlock."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from threading import Event
from time import sleep

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.register.merging import merge_clubs, merge_players
from romme_turnier.tournament.seasons import editions
from romme_turnier.tournament.seasons.editions import issue_edition
from romme_turnier.tournament.seasons.evenings.evening import close_evening
from romme_turnier.tournament.seasons.seasons import create_season, put_into_season
from romme_turnier.tournament.shared.effects import outdate_rankings
from romme_turnier.tournament.standings import results
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.tournament.standings.results import result_differences
from tests.cast import signed_in
from tests.factories import make_official, make_organiser, make_season
from tests.tournament.seasons import season_rows
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import FIRST, SECOND, hold, make_people, play
from tests.tournament.seasons.season_rows import make_ranking, people
from tests.web.organiser.organisers.test_at_once import Meet, at_once, meet, sends

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["meet"]


@pytest.fixture
def clients() -> list[Client]:
    return [signed_in(make_official(username=name, makes_events=True)) for name in ("petra", "paula")]


@pytest.fixture
def season(clients: list[Client]) -> models.Season:
    return create_season(details(), days=[FIRST, SECOND], by=make_official(username="petra"))


def test_evening_opened_twice_is_one_event(clients: list[Client], season: models.Season, meet: Meet) -> None:
    address = reverse("organiser:evening_open", args=[season.address, FIRST])
    present = [player.pk for player in make_people(8)]
    models.Membership.objects.bulk_create(models.Membership(player_id=pk, organiser=season.organiser) for pk in present)
    fields = {"present": present, "bonus_mode": "per_list", "series_count": "2"}
    meet("seasons.evenings.people.known_by_name")
    assert at_once(*(sends(client, address, **fields) for client in clients)) == [302, 302]
    assert models.Event.objects.count() == 1
    assert models.Event.objects.get().registrations.count() == 8


def test_evening_closed_twice_is_released_once(clients: list[Client], season: models.Season, meet: Meet) -> None:
    petra = make_official(username="petra")
    event = hold(season, FIRST, make_people(8), series_count=1, by=petra)
    play(event)
    address = reverse("organiser:evening_close", args=[season.address, FIRST])
    meet("seasons.evenings.evening.what_is_missing")
    answers = at_once(*(sends(client, address, ends_after=1) for client in clients))
    assert set(answers) <= {200, 302}
    assert event.releases.count() == 1


def a_second_entry(event: models.Event) -> tuple[models.Player, models.Player]:
    """A player of the event, and a second entry of the same person, whose data move when both are merged."""
    drop = event.registrations.order_by("pk")[0].player
    return models.Player.objects.create(first_name=drop.first_name, last_name=f"{drop.last_name}-Neu"), drop


def done(act: Callable[[], object]) -> Callable[[], int]:
    def run() -> int:
        act()
        return 0

    return run


@pytest.mark.parametrize("kind", ["evening", "tournament"])
def test_person_is_merged_while_the_results_of_an_event_are_stored(
    season: models.Season, meet: Meet, kind: str
) -> None:
    petra, people = make_official(username="petra"), make_people(8)
    first, second = (hold(season, day, people, series_count=1, by=petra) for day in (FIRST, SECOND))
    for event in (first, second):
        play(event)
    close_evening(first, by=petra)
    keep, drop = a_second_entry(first)
    if kind == "tournament":
        close_evening(second, by=petra)
        second = put_into_season(second, season, models.Event.Kind.TOURNAMENT, by=petra)
    store = partial(close_evening, second) if kind == "evening" else partial(release_standings, second, 1)
    meet("standings.results.released_results")
    chief = make_official(username="chief", is_superuser=True)
    at_once(done(partial(merge_players, keep, drop, by=chief)), done(partial(store, by=petra)))
    assert [list(result_differences(event)) for event in (first, second)] == [[], []]
    assert season.results.filter(player=keep).count() == 2


@pytest.mark.parametrize("kind", ["merge people", "merge clubs", "erase"])
def test_rankings_of_several_clubs_and_above_are_outdated_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A person who played in two clubs is merged or erased, while another evening is stored in one of the clubs."""
    seasons = [
        make_season(organiser=make_organiser(number=f"09-0{number}", slug=f"club-{number}")) for number in (1, 2)
    ]
    for season in seasons:
        make_ranking(season, value="lists")
    federation = make_season(organiser=make_organiser(number="09", slug="verband", kind="federation"))
    above = make_ranking(federation, value="lists", organisers_below=True)
    keep, drop, other = people("Sommer", "Somer", "Winter")
    old, new = (models.Club.objects.create(name=name) for name in ("RC Herz", "RC Herz e. V."))
    events = [
        stored_evening(season, player)
        for season, player in zip([*seasons, seasons[1]], [drop, drop, other], strict=True)
    ]
    models.Registration.objects.filter(player=drop).update(club=old)
    chief = make_official(username="chief", is_superuser=True)
    acts: dict[str, Callable[[], object]] = {
        "merge people": partial(merge_players, keep, drop, by=chief),
        "merge clubs": partial(merge_clubs, new, old, by=chief),
        "erase": partial(erase_player, drop, by=chief),
    }
    first_is_outdated = Event()

    def outdate_slowly(seasons: Iterable[int | None], above: Iterable[tuple[str, date]] = ()) -> None:
        outdate_rankings(seasons, above)
        if above and not first_is_outdated.is_set():
            first_is_outdated.set()
            sleep(0.5)  # in which the other act locks its rankings

    def store_other() -> int:
        assert first_is_outdated.wait(30)
        results.rebuild_results(events[2], by=chief)
        return 0

    monkeypatch.setattr(results, "outdate_rankings", outdate_slowly)
    at_once(done(acts[kind]), store_other)
    outdated = models.Ranking.objects.filter(outdated_since__gt=season_rows.LONG_AGO)
    assert set(outdated) == {*models.Ranking.objects.all()} > {above}


@pytest.mark.parametrize("kind", ["people", "clubs"])
def test_row_of_an_edition_is_merged_while_the_edition_is_issued(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Without a lock, the edition would name a person or a club that is gone, and one act would fail."""
    season = make_season()
    ranking = make_ranking(season, value="lists")
    keep, drop = people("Sommer", "Somer")
    old, new = (models.Club.objects.create(name=name) for name in ("RC Herz", "RC Herz e. V."))
    models.Player.objects.update(club=old)
    drop.refresh_from_db()
    stored_evening(season, drop)
    models.Registration.objects.update(club=old)
    chief = make_official(username="chief", is_superuser=True)
    has_rows = Event()

    def announce(*_args: object, **_facts: object) -> None:
        has_rows.set()
        sleep(0.5)  # in which the other act merges, if nothing keeps it waiting

    def merge() -> int:
        assert has_rows.wait(30)
        if kind == "people":
            merge_players(keep, drop, by=chief)
        else:
            merge_clubs(new, old, by=chief)
        return 0

    monkeypatch.setattr(editions, "announce_season", announce)
    at_once(done(partial(issue_edition, ranking)), merge)
    row = ranking.editions.get().rows.select_related("entrant").get()
    assert row.entrant is not None
    assert (row.entrant.player_id, row.club) == ((keep.pk, old) if kind == "people" else (drop.pk, new))


def stored_evening(season: models.Season, player: models.Player) -> models.Event:
    """A public evening whose stored result differs from its release."""
    event, totals = season_rows.play(season, {player: 300}), (SeatTotals(minus=250),)
    event.releases.update(rows=[StandingRow(1, 1, None, Tally.of(totals), totals)])
    models.Event.objects.filter(pk=event.pk).update(published_at=timezone.now())
    models.Registration.objects.create(event=event, player=player, number=1)
    return event
