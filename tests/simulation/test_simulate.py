"""`manage.py simulate` plays a whole event."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.simulation.checks.door import Door
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import Scenario, any_scenario
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.permissions import Right, may
from tests.factories import make_official

pytestmark = pytest.mark.django_db


def run(**options: Any) -> str:
    said = io.StringIO()
    call_command("simulate", players=7, series=1, games=2, stdout=said, stderr=said, **options)
    return said.getvalue()


def test_event_is_played_to_its_end_and_said_to_be_true() -> None:
    said = run(seed=3, slug="gespielt", name="Gespielter Pokal")
    event = models.Event.objects.get(slug="gespielt")
    assert event.name == "Gespielter Pokal"
    assert event.published_at is not None
    assert [series.is_closed for series in event.series.all()] == [True]
    assert event.releases.exists()
    assert "Gespielter Pokal (Adresse gespielt)" in said
    assert said.endswith("Nachgerechnet: Alles stimmt.\n")


def test_event_that_is_there_stays_as_it_is() -> None:
    run(slug="gespielt")
    before = models.Registration.objects.count()
    with pytest.raises(CommandError, match=r"gespielt.*gibt es schon"):
        run(slug="gespielt", seed=9)
    assert models.Registration.objects.count() == before


def test_official_who_is_named_directs_the_event() -> None:
    anna = make_official(username="anna")
    run(slug="gespielt", director="anna")
    assert may(anna, Right.DIRECT, models.Event.objects.get(slug="gespielt"))


@pytest.mark.parametrize(("name", "value"), [("players", 2), ("series", 0), ("games", 100)])
def test_sizes_that_cannot_be_are_refused(name: str, value: int) -> None:
    with pytest.raises(CommandError, match=f"--{name}"):
        call_command("simulate", **{name: value})


def test_unknown_official_is_refused_before_anything_is_played() -> None:
    with pytest.raises(CommandError, match="niemand"):
        run(director="niemand")
    assert not models.Event.objects.exists()


def content(slug: str, seed: int) -> dict[str, Any]:
    event = simulate(Scenario(slug=slug, players=6, series=2, games=1, seed=seed)).event
    written = export_event(event)
    return {**written, "event": {**written["event"], "slug": ""}}


def test_the_same_seed_gives_the_same_event_and_another_one_another() -> None:
    one = content("eins", 11)
    assert content("zwei", 11) == one
    assert content("drei", 12)["series"] != one["series"]


def test_scenarios_by_chance_cover_what_may_be_held() -> None:
    scenarios = [any_scenario(seed) for seed in range(400)]
    assert {one.players for one in scenarios} >= {3, 4, 5, 6, 7, 9}
    assert max(one.players for one in scenarios) > 60
    assert {one.series for one in scenarios} == {1, 2, 3, 4, 5, 6}
    assert {one.bonus_mode for one in scenarios} == {"per_list", "per_finished_game"}
    assert {one.ruleset for one in scenarios} == set(RULE_SYSTEMS)
    assert any_scenario(5) == any_scenario(5)


def test_scenarios_by_chance_let_people_register_alone_and_wait_for_a_place() -> None:
    scenarios = [any_scenario(seed) for seed in range(200)]
    full = [one for one in scenarios if one.capacity is not None]
    assert all(one.self_registration for one in full)
    assert any(one.capacity is not None and one.capacity < one.players * 3 // 4 for one in full)
    assert any(one.closed for one in scenarios)
    assert not all(one.self_registration for one in scenarios)


def test_event_that_fills_up_has_people_who_wait_and_are_checked_in() -> None:
    door = Door()
    scenario = Scenario(
        slug="voll", players=20, series=1, games=1, seed=5, self_registration=True, closed=True, capacity=8
    )
    simulated = simulate(scenario, door=door)
    happened = {"by_themselves", "invitations", "had_to_wait", "checked_in"}
    assert happened <= simulated.tally.keys()
    assert door.looks > 10
    assert door.findings == []
    assert simulated.event.registrations.filter(status="waiting", seats__isnull=False).count() == 0
