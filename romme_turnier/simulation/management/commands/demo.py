"""Makes an event to try the program with, and an account for this event."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from romme_turnier.accounts.first_visit import DEMO_USERNAME
from romme_turnier.accounts.models import User
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.simulation.playing import simulate
from romme_turnier.simulation.scenario import demo_of
from romme_turnier.tournament.exchange.demo import is_untouched, make_demo, make_official
from romme_turnier.tournament.management.lookup import director_of
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.addresses import address_for
from romme_turnier.tournament.organisers.reading import default_organiser


class Command(BaseCommand):
    help = (
        "Legt auf einer leeren Datenbank ein Turnier zum Ausprobieren an, mit einem Konto dafür; mit dem Namen eines "
        "anderen Regelwerks eines, das danach gespielt ist."
    )
    requires_system_checks = ()  # they are about pages, and take a second

    def add_arguments(self, parser: CommandParser) -> None:
        others = [key for key in RULE_SYSTEMS if key != DEFAULT]
        parser.add_argument("system", nargs="?", choices=others, help="ein anderes Regelwerk als die Romméordnung")
        parser.add_argument("--director", metavar="NAME", help="Benutzername, der das Turnier leiten soll")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["system"]:
            self._play(options["system"], options["director"])
            return
        if not is_untouched():
            self.stdout.write(_("Es gibt schon Turniere oder Konten. Das Vorführturnier wird nicht angelegt."))
            return
        try:
            demo = make_demo()
        except OSError as error:
            raise CommandError(_("Die Daten des Vorführturniers fehlen: %s") % error) from error
        self._say(str(demo.event), demo.user, demo.password)

    @transaction.atomic
    def _play(self, system: str, name: str | None) -> None:
        scenario = demo_of(system)
        if Event.objects.filter(slug=address_for(default_organiser(), scenario.slug)).exists():
            raise CommandError(_("Ein Turnier „%(slug)s“ gibt es schon.") % {"slug": scenario.slug})
        director, password = _director(name)
        simulated = simulate(scenario, director=director)
        self._say(str(simulated.event), director, password)

    def _say(self, event: str, user: User, password: str) -> None:
        self.stdout.write(_("Vorführturnier „%(event)s“ angelegt.") % {"event": event})
        self.stdout.write(_("Anmelden als:  %(name)s") % {"name": user.username})
        if password:
            self.stdout.write(_("Passwort:      %(password)s") % {"password": password})
            self.stdout.write(_("Das Passwort wird nur hier gezeigt und nirgends im Klartext gespeichert."))


def _director(name: str | None) -> tuple[User, str]:
    """Returns the director, and the password of a new account, "" for an existing one.

    Without a name, the account of the demo event is taken, or a new one is created if there are no accounts. Raises
    CommandError if no account has the name, or if no name is given and there are only other accounts.
    """
    user = director_of(name) or User.objects.filter(username=DEMO_USERNAME).first()
    if user is not None:
        return user, ""
    if User.objects.exists():
        raise CommandError(_("Bitte nennen Sie mit --director, wer das Turnier leiten soll."))
    return make_official()
