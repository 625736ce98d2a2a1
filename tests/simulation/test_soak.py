"""Small events by chance, and the output of `manage.py soak` for a faulty one."""

import io
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from django.core.management import call_command

from romme_turnier.core.lists.length import units_of
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import LengthUnit
from romme_turnier.simulation.management.commands import soak as command
from romme_turnier.simulation.scenario import any_scenario, any_terms
from romme_turnier.simulation.season import any_season
from romme_turnier.simulation.soaking import SEASON_EVERY, Trial, soak, try_event

# Of the first hundred, these have all terms and incidents of the first forty; two have offices and are handed over.
SEEDS = (1, 6, 7, 8, 11, 12, 14, 16, 21, 28, 32, 33, 35, 40, 45, 50, 53, 60, 67, 73, 89, 99)


@pytest.mark.django_db
def test_events_by_chance_are_true_in_every_respect() -> None:
    happened: Counter[str] = Counter()
    for seed in SEEDS:
        trial = try_event(seed, small=True)
        assert trial.findings == (), f"./run soak --small --events 1 --seed {seed}"
        assert trial.tally["lists"] > 0
        happened += trial.tally
    assert len(happened) >= 84, "choose other seeds, in which more of the incidents happen"


def test_these_events_are_of_every_system_scoring_and_length() -> None:
    scenarios = [any_scenario(seed, small=True) for seed in SEEDS]
    assert {one.ruleset for one in scenarios} == set(RULE_SYSTEMS), "choose other seeds"
    assert {one.scoring for one in scenarios} == {"sum", "table_points", "scoring_points"}
    assert {one.length.unit for one in scenarios if one.length} == {LengthUnit.ROUNDS, LengthUnit.TARGET}
    stakes = {(bool(one.stake), one.stake_booked) for one in scenarios}
    assert stakes == {(False, False), (True, False), (True, True)}, "choose other seeds, with each kind of stake"
    assert any(one.table_size not in (None, 4) for one in scenarios)


@pytest.mark.parametrize("ruleset", RULE_SYSTEMS)
def test_every_option_size_and_length_may_be_announced_for_a_simulated_event(ruleset: str) -> None:
    rules = RULE_SYSTEMS[ruleset]
    found = [any_terms(ruleset, 4, random.Random(seed)) for seed in range(200)]
    assert {name for one in found for name in one["options"]} == set(announced_options(rules))
    assert {one["table_size"] for one in found} >= ({None} if rules.size_fixed else set(rules.sizes))
    assert {one["length"].unit if "length" in one else LengthUnit.GAMES for one in found} == set(units_of(rules))


def size_of_season(seed: int) -> int:
    season = any_season(seed)
    return season.evenings * season.members * season.games * (1 + season.has_cups + season.has_club_below)


@pytest.mark.django_db
def test_whatever_breaks_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("romme_turnier.simulation.hall.draw", broken)
    (finding,) = try_event(1, small=True).findings
    assert "ZeroDivisionError" in finding


def test_workers_play_events_and_seasons_on_databases_of_their_own() -> None:
    seed = min(range(0, 40 * SEASON_EVERY, SEASON_EVERY), key=size_of_season)
    (trial,) = soak([seed], small=True, processes=1)
    assert (trial.seed, trial.findings) == (seed, ())
    assert trial.tally["players"] > 0 < trial.tally["evenings"]


def fake(*findings: str) -> object:
    def trials(seeds: range, **_options: object) -> Iterator[Trial]:
        for seed in seeds:
            yield Trial(seed, 0.1, Counter(lists=2), findings if seed == 8 else ())

    return trials


def test_soak_stops_at_the_first_event_that_is_not_true_with_the_way_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "soak", fake("sums: one is wrong"))
    said, complained = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit):
        call_command("soak", events=5, seed=6, stdout=said, stderr=complained)
    assert "./run soak --events 1 --seed 8" in complained.getvalue()
    assert "sums: one is wrong" in complained.getvalue()
    assert "5 von 5" not in said.getvalue()


def test_soak_says_how_many_events_were_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "soak", fake())
    said = io.StringIO()
    call_command("soak", events=5, stdout=said)
    assert "5 von 5 Turnieren" in said.getvalue()
    assert said.getvalue().endswith("Alles stimmt.\n")
