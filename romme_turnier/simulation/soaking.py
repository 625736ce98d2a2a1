"""Plays many random events, seasons and competitions, each with every check, on throw-away databases."""

import gc
import os
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

# Imported by workers before Django is set up, so no Django imports here.

PROCESSES = 2
SEASON_EVERY = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """The tally and the findings of an event, a season or competitions, or of all three; an exception is a finding."""

    seed: int
    seconds: float
    tally: Counter[str]
    findings: tuple[str, ...]


def try_seed(seed: int, *, small: bool = False) -> Trial:
    """Plays the event of a seed and, for every twentieth seed, also a season and competitions; rolls all back."""
    event = try_event(seed, small=small)
    if seed % SEASON_EVERY:
        return event
    season, competitions = try_season(seed), try_competitions(seed)
    findings = event.findings + season.findings + competitions.findings
    seconds = event.seconds + season.seconds + competitions.seconds
    return Trial(seed, seconds, event.tally + season.tally + competitions.tally, findings)


def try_event(seed: int, *, small: bool = False) -> Trial:
    """Plays the event of a seed, checks it, and rolls it back. Every twentieth event is handed over, too."""
    from romme_turnier.simulation.checks import findings  # noqa: PLC0415
    from romme_turnier.simulation.checks.door import Door  # noqa: PLC0415
    from romme_turnier.simulation.checks.handing_over import check_handing_over_of_event  # noqa: PLC0415
    from romme_turnier.simulation.checks.releases import Witness  # noqa: PLC0415
    from romme_turnier.simulation.playing import simulate  # noqa: PLC0415
    from romme_turnier.simulation.scenario import any_scenario  # noqa: PLC0415

    def play() -> tuple[Counter[str], Sequence[object]]:
        witness, door = Witness(), Door()
        simulated = simulate(any_scenario(seed, small=small), released=witness, door=door)
        handed_over = () if seed % SEASON_EVERY else check_handing_over_of_event(simulated.event)
        return simulated.tally, [*findings(simulated.event, witness, door), *handed_over]

    return _tried(seed, play)


def try_season(seed: int, *, hands_over: bool = True) -> Trial:
    """Plays the season of a seed, checks it, and rolls it back; with `hands_over`, also hands it over and packs it."""
    from romme_turnier.simulation.checks.handing_over import check_handing_over  # noqa: PLC0415
    from romme_turnier.simulation.checks.packing import check_packing  # noqa: PLC0415
    from romme_turnier.simulation.checks.seasons import SeasonWitness, season_findings  # noqa: PLC0415
    from romme_turnier.simulation.season import any_season, simulate_season  # noqa: PLC0415

    def play() -> tuple[Counter[str], Sequence[object]]:
        witness = SeasonWitness()
        simulated = simulate_season(any_season(seed), witness.look)
        findings = season_findings(simulated.season, witness)
        if hands_over:
            findings += [*check_handing_over(simulated), *check_packing(simulated.season, simulated.director)]
        return simulated.tally, findings

    return _tried(seed, play)


def try_competitions(seed: int) -> Trial:
    """Plays the league and the championship of a seed, checks them, and rolls them back."""
    from romme_turnier.simulation.checks.competitions import competition_findings  # noqa: PLC0415
    from romme_turnier.simulation.competitions import simulate_competitions  # noqa: PLC0415

    def play() -> tuple[Counter[str], Sequence[object]]:
        played = simulate_competitions(seed)
        findings = competition_findings(played.league, played.quota, played.qualification)
        return Counter(competitions=1), findings

    return _tried(seed, play)


def _tried(seed: int, play: Callable[[], tuple[Counter[str], Sequence[object]]]) -> Trial:
    from django.db import transaction  # noqa: PLC0415

    started = time.monotonic()
    tally, faults = Counter[str](), tuple[str, ...]()
    try:
        with transaction.atomic():
            tally, findings = play()
            faults = tuple(map(str, findings))
            transaction.set_rollback(True)
    except Exception:  # any failure is a finding, with the seed to repeat it
        faults = (traceback.format_exc(),)
    return Trial(seed, time.monotonic() - started, tally, faults)


def soak(seeds: Sequence[int], *, small: bool = False, processes: int = PROCESSES) -> Iterator[Trial]:
    """Runs `try_seed` for each seed and yields the results as they finish, in any order.

    Uses ``processes`` worker processes, each with a database in memory.
    """
    pool = get_context("spawn").Pool(processes, _set_up)
    with pool:
        yield from pool.imap_unordered(partial(try_seed, small=small), seeds)


def _set_up() -> None:
    os.environ.update(DATABASE_URL="sqlite://:memory:", MODE="local", SECRET_KEY="only-for-soaking" * 4)
    os.environ["DJANGO_SETTINGS_MODULE"] = "romme_turnier.settings"
    import django  # noqa: PLC0415

    django.setup()
    from django.apps import apps  # noqa: PLC0415
    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.utils import translation  # noqa: PLC0415

    translation.activate("de")
    # Tables made from the models are the same as those of the migrations, and ready in a tenth of the time.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)
    gc.freeze()  # models and templates stay; garbage is collected less often
    gc.set_threshold(50_000, 20, 20)
