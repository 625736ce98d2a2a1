"""Plays many random events, some with seasons and competitions, and checks each of them."""

import sys
import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.simulation.soaking import PROCESSES, Trial, soak

EVENTS = 1000
PROGRESS_AFTER = 20  # seconds


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Spielt viele Turniere nach dem Zufall und rechnet jedes nach; die eigene Datenbank bleibt unberührt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--events", type=int, default=EVENTS, metavar="N", help="so viele Turniere (1000)")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="die Zahl des ersten (1)")
        parser.add_argument("--small", action="store_true", help="nur kleine Turniere, wie in den Tests")
        parser.add_argument("--processes", type=int, default=PROCESSES, metavar="N", help="so viele zugleich (2)")
        parser.add_argument("--keep-going", action="store_true", help="nach einem Fehler weiterspielen")

    def handle(self, *_args: Any, **options: Any) -> None:
        first, events = options["seed"], options["events"]
        seeds = range(first, first + events)
        started, tally, failed = time.monotonic(), Counter[str](), 0
        said = started
        trials = soak(seeds, small=options["small"], processes=min(options["processes"], max(1, events)))
        for done, trial in enumerate(trials, start=1):
            tally += trial.tally
            if trial.findings:
                failed += 1
                self._name(trial, small=options["small"])
                if not options["keep_going"]:
                    sys.exit(1)
            now = time.monotonic()
            if now - said > PROGRESS_AFTER or done == events:
                said = now
                figures = {"done": done, "events": events, "seconds": round(now - started)}
                self.stdout.write(_("%(done)d von %(events)d Turnieren, %(seconds)d s") % figures)
                self.stdout.flush()
        self.stdout.write(", ".join(f"{kind} {count}" for kind, count in sorted(tally.items())))
        if failed:
            self.stderr.write(_("Turniere mit Fehlern: %(count)d") % {"count": failed})
            sys.exit(1)
        self.stdout.write(_("Alles stimmt."))

    def _name(self, trial: Trial, *, small: bool) -> None:
        again = f"./run soak --events 1 --seed {trial.seed}{' --small' if small else ''}"
        self.stderr.write(
            _("Turnier %(seed)d stimmt nicht. Noch einmal: %(again)s") % {"seed": trial.seed, "again": again}
        )
        for finding in trial.findings:
            self.stderr.write(f"  {finding}")
