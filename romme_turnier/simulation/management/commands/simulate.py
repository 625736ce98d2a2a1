"""Plays a whole random event and checks it."""

import random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.simulation.checks import findings
from romme_turnier.simulation.checks.door import Door
from romme_turnier.simulation.checks.releases import Witness
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import NAME, Scenario, announced_by
from romme_turnier.simulation.summary import summary
from romme_turnier.tournament.management.lookup import director_of
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.addresses import address_for
from romme_turnier.tournament.organisers.reading import default_organiser
from romme_turnier.tournament.shared.errors import TournamentError

PLAYERS_MAX, SERIES_MAX = 999, 20


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Spielt ein ganzes Turnier nach dem Zufall durch: zum Ausprobieren und zum Prüfen des Programms."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=40, metavar="N", help="so viele melden sich (40)")
        parser.add_argument("--series", type=int, default=3, metavar="N", help="so viele Serien (3)")
        parser.add_argument("--games", type=int, default=12, metavar="N", help="so viele Spiele je Liste (12)")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="dieselbe Zahl gibt dasselbe Turnier")
        parser.add_argument("--slug", metavar="ADRESSE", help="die Adresse, unter der es zu finden ist")
        parser.add_argument("--name", default=NAME, help="der Name des Turniers")
        parser.add_argument("--director", metavar="NAME", help="Benutzername, der das Turnier ansehen und leiten darf")

    def handle(self, *_args: Any, **options: Any) -> None:
        scenario = _scenario(options)
        director = director_of(options["director"])
        witness, door = Witness(), Door()
        try:
            simulated = simulate(scenario, released=witness, door=door, director=director)
        except TournamentError as error:
            raise CommandError(error.message) from error
        for line in summary(simulated):
            self.stdout.write(line)
        faults = findings(simulated.event, witness, door)
        for finding in faults:
            self.stderr.write(str(finding))
        if faults:
            raise CommandError(_("Was gespeichert ist, stimmt nicht überall; siehe oben."))
        self.stdout.write(_("Nachgerechnet: Alles stimmt."))


def _scenario(options: dict[str, Any]) -> Scenario:
    limits = {"players": (3, PLAYERS_MAX), "series": (1, SERIES_MAX), "games": (1, 99)}
    for name, (least, most) in limits.items():
        if not least <= options[name] <= most:
            facts = {"name": name, "least": least, "most": most}
            raise CommandError(_("--%(name)s: erwartet wird eine Zahl von %(least)d bis %(most)d.") % facts)
    players, series, seed = options["players"], options["series"], options["seed"]
    slug = options["slug"] or f"simulation-{players}-{series}-{seed}"
    if Event.objects.filter(slug=address_for(default_organiser(), slug)).exists():
        raise CommandError(
            _("Ein Turnier „%(slug)s“ gibt es schon. Wählen Sie mit --slug eine andere Adresse.") % {"slug": slug}
        )
    by_chance = announced_by(random.Random(seed), players)  # noqa: S311 - repeatable, not secret
    return Scenario(
        slug=slug,
        name=options["name"],
        players=players,
        series=series,
        games=options["games"],
        seed=seed,
        **by_chance,
    )
