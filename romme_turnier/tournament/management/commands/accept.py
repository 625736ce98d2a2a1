"""Accepts a package from a laptop."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.core.codes.package import MOST
from romme_turnier.tournament.management.lookup import organiser_of
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.organisers.reading import are_several, default_organiser
from romme_turnier.tournament.publishing.accepting import accept_package
from romme_turnier.tournament.shared.errors import TournamentError


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Nimmt ein Paket von einem Laptop an. Wird es abgewiesen, so wird nichts gespeichert."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="DATEI", help="ein Paket, wie „publish“ es schreibt")
        parser.add_argument("--organiser", metavar="NUMMER", help="der Veranstalter, wenn das Programm mehrere hat")
        parser.add_argument("--key", metavar="SCHLÜSSEL", default="", help="die 16 Zeichen eines neuen Laptops")

    def handle(self, *_args: Any, **options: Any) -> None:
        if not options["organiser"] and are_several():
            raise CommandError(_("Dieses Programm hat mehrere Veranstalter. Bitte nennen Sie einen mit --organiser."))
        organiser = organiser_of(options["organiser"]) if options["organiser"] else default_organiser()
        try:
            with Path(options["file"]).open("rb") as file:
                data = file.read(MOST + 1)
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht lesen: %s") % error.strerror) from error
        try:
            accepted = accept_package(organiser, data, by=None, key=options["key"])
        except TournamentError as error:
            raise CommandError(error.message) from error
        where = accepted.of.slug if isinstance(accepted.of, Event) else accepted.of.address
        facts = {"number": accepted.number, "of": where}
        self.stdout.write(_("Paket %(number)d von „%(of)s“ ist angenommen.") % facts)
