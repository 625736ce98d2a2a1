"""Plays many random events, each with every check, on throw-away databases."""

import gc
import os
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

# Imported by workers before Django is set up, so no Django imports here.

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of one event: its tally and its findings."""

    seed: int
    seconds: float
    tally: Counter[str]
    findings: tuple[str, ...]


def try_event(seed: int, *, small: bool = False) -> Trial:
    """Plays the event of a seed, checks it, and rolls it back."""
    from django.db import transaction  # noqa: PLC0415

    from romme_turnier.simulation.checks import findings  # noqa: PLC0415
    from romme_turnier.simulation.checks.door import Door  # noqa: PLC0415
    from romme_turnier.simulation.checks.releases import Witness  # noqa: PLC0415
    from romme_turnier.simulation.playing import simulate  # noqa: PLC0415
    from romme_turnier.simulation.scenario import any_scenario  # noqa: PLC0415

    started = time.monotonic()
    witness, door, tally = Witness(), Door(), Counter[str]()
    faults: tuple[str, ...] = ()
    try:
        with transaction.atomic():
            simulated = simulate(any_scenario(seed, small=small), released=witness, door=door)
            faults = tuple(str(finding) for finding in findings(simulated.event, witness, door))
            tally = simulated.tally
            transaction.set_rollback(True)
    except Exception:  # any failure is a finding, with the seed to repeat it
        faults = (traceback.format_exc(),)
    return Trial(seed, time.monotonic() - started, tally, faults)


def soak(seeds: Sequence[int], *, small: bool = False, processes: int = PROCESSES) -> Iterator[Trial]:
    """Runs an event for each seed, in ``processes`` processes with databases in memory; yields results as they come."""
    pool = get_context("spawn").Pool(processes, _set_up)
    with pool:
        yield from pool.imap_unordered(partial(try_event, small=small), seeds)


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
