"""Seasons by chance, half a year of a club, and that each check of a season has been seen to fail."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from pytest_django import DjangoDbBlocker

from romme_turnier.accounts.models import User
from romme_turnier.simulation.checks import handing_over, packing
from romme_turnier.simulation.checks.handing_over import check_handing_over
from romme_turnier.simulation.checks.packing import check_packing
from romme_turnier.simulation.checks.seasons import SeasonWitness, season_findings
from romme_turnier.simulation.season import SeasonScenario, SimulatedSeason, any_season, simulate_season
from romme_turnier.simulation.soaking import try_season
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.packing import unpack_lists
from romme_turnier.tournament.publishing.accepting import accept_package

PROBE = SeasonScenario(
    seed=5, evenings=3, members=8, games=1, happens={"corrected": (1,), "adjusted": (1,), "joined": (0,)}
)
Played = tuple[SimulatedSeason, SeasonWitness]


@pytest.mark.django_db
@pytest.mark.parametrize(("seed", "hands_over"), [(3, False), (6, False), (9, True), (14, True)])
def test_seasons_by_chance_are_true_in_every_respect(seed: int, hands_over: bool) -> None:
    """Of every scoring and incident; those handed over have a club below, cups, scoring points and an erased person."""
    trial = try_season(seed, hands_over=hands_over)
    assert trial.findings == ()
    assert trial.tally["evenings"] > 0
    assert (trial.tally["below"] > 0) == any_season(seed).has_club_below
    assert (trial.tally["cups"] > 0) == any_season(seed).has_cups


@pytest.mark.django_db
def test_half_a_year_of_a_club_is_true() -> None:
    """20 evenings, 12 players, two corrections, a club change, an erased person, and another formula in mid-season."""
    plan = {"corrected": (5, 13), "club_changed": (9,), "erased": (11,), "formula_changed": (10,)}
    happens: dict[str, float | tuple[int, ...]] = {**plan, "taken_back": (6,)}
    half_a_year = SeasonScenario(seed=2, evenings=20, members=12, series=1, games=1, happens=happens)
    witness, calls = SeasonWitness(), count()
    simulated = simulate_season(half_a_year, lambda season: None if next(calls) % 5 else witness.look(season))
    witness.look(simulated.season)
    assert season_findings(simulated.season, witness) == []
    assert {name: simulated.tally[name] for name in plan} == {name: len(weeks) for name, weeks in plan.items()}
    assert simulated.season.events.count() == 20
    editions = models.Edition.objects.filter(ranking__season=simulated.season, ranking__position=1)
    assert editions.count() >= 20
    assert set(editions.values_list("version__number", flat=True)) == {1}
    erased = models.Player.objects.get(erased_at__isnull=False)
    rows = models.EditionRow.objects.filter(edition=editions[0], entrant__player=erased)
    assert rows.count() == 1, "the results of an erased person stay as those of N. N."


# --- Every check can fail -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Played]:
    """A small season that the tests spoil, and the witness of its editions."""
    with django_db_blocker.unblock(), transaction.atomic():
        witness = SeasonWitness()
        simulated = simulate_season(PROBE, witness.look)
        yield simulated, witness
        transaction.set_rollback(True)


def spoil_result() -> None:
    result = models.Result.objects.order_by("pk")[0]
    models.Result.objects.filter(pk=result.pk).update(result=F("result") + 1)


def lose_result() -> None:
    models.Result.objects.order_by("pk")[0].delete()


def add_result() -> None:
    result = models.Result.objects.order_by("pk")[0]
    result.pk, result.series = None, 9
    result.save(force_insert=True)


def spoil_guest() -> None:
    models.Result.objects.filter(pk=models.Result.objects.filter(guest=False)[0].pk).update(guest=True)


def spoil_rank() -> None:
    models.EditionRow.objects.filter(rank=1).update(rank=2)


def spoil_value() -> None:
    models.EditionRow.objects.filter(rank=1).update(value="0.01")


def lose_row() -> None:
    models.EditionRow.objects.order_by("pk")[0].delete()


def lose_edition() -> None:
    edition = models.Edition.objects.order_by("ranking", "number")[0]
    edition.rows.all().delete()
    edition.delete()


def exchange_players() -> None:
    row, other = models.EditionRow.objects.filter(entrant__isnull=False).order_by("pk")[:2]
    models.EditionRow.objects.filter(pk=row.pk).update(entrant=other.entrant)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (spoil_result, "results"),
        (lose_result, "results"),
        (add_result, "results"),
        (spoil_guest, "results"),
        (spoil_rank, "editions"),
        (spoil_value, "editions"),
        (lose_row, "editions"),
        (lose_edition, "editions"),
        (exchange_players, "editions"),
    ],
)
def test_spoiled_rows_are_found(played: Played, spoil: Callable[[], None], what: str) -> None:
    simulated, witness = played
    assert season_findings(simulated.season, witness) == []
    with transaction.atomic():
        spoil()
        assert what in {finding.invariant for finding in season_findings(simulated.season, witness)}
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_edition_that_is_counted_wrongly_is_found(played: Played) -> None:
    simulated, _witness = played
    with transaction.atomic():
        spoil_rank()
        fresh = SeasonWitness()
        fresh.look(simulated.season)
        assert any("counted" in str(finding) for finding in fresh.findings)
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_event_that_counts_although_it_was_held_again_is_found() -> None:
    plan = SeasonScenario(seed=4, evenings=4, members=8, series=1, games=1, has_cups=True, happens={})
    season = simulate_season(plan).season

    def counted_wrongly() -> bool:
        witness = SeasonWitness()
        witness.look(season)
        return any("counted" in str(finding) for finding in witness.findings)

    assert not counted_wrongly()
    models.Event.objects.filter(name="1. Ahorncup 2025").update(name="1. Eichencup 2025")
    assert counted_wrongly()


@pytest.mark.django_db
def test_rows_lost_by_packing_are_found(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated, _witness = played
    lost = models.GameRow, models.LogEntry, models.Result, models.EditionRow

    def unpack_badly(event: models.Event, by: User) -> None:
        unpack_lists(event, by=by)
        for model in lost:
            model._default_manager.order_by("pk")[0].delete()

    with transaction.atomic():
        assert list(check_packing(simulated.season, simulated.director)) == []
        models.Season.objects.update(closed_at=None)
        monkeypatch.setattr(packing, "unpack_lists", unpack_badly)
        said = [finding.what for finding in check_packing(simulated.season, simulated.director)]
        assert {f"unpacked, the rows of {model.__name__} differ" for model in lost} <= set(said)
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_rows_lost_by_handing_over_are_found(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated, _witness = played

    def accept_badly(*args: Any, **options: Any) -> Any:
        accepted = accept_package(*args, **options)
        taken = models.Season.objects.get(organiser__slug="host")
        models.Adjustment.objects.filter(ranking__season=taken)[0].delete()
        models.Result.objects.filter(season=taken)[0].delete()
        models.EditionRow.objects.filter(edition__ranking__season=taken)[0].delete()
        models.StandingsRelease.objects.filter(event__season=taken)[0].delete()
        return accepted

    with transaction.atomic():
        assert list(check_handing_over(simulated)) == []
        monkeypatch.setattr(handing_over, "accept_package", accept_badly)
        lost = {finding.what.split()[0] for finding in check_handing_over(simulated) if "differ" in finding.what}
        assert lost == {"people", "results", "editions", "events"}
        transaction.set_rollback(True)
