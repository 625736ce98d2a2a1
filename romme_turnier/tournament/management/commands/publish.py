"""Writes the package that publishes an event or a season on a hosted program, or that hands it over to that program."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.core.codes.package import read_package
from romme_turnier.tournament.management.lookup import event_of, season_of
from romme_turnier.tournament.publishing.accepting import shown_key
from romme_turnier.tournament.publishing.making import hand_over, hand_over_season, make_package, make_season_package
from romme_turnier.tournament.shared.errors import TournamentError


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Schreibt das Paket, mit dem ein Turnier oder eine Saison auf einem Programm im Internet erscheint."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slug", metavar="ADRESSE", help="die Adresse, etwa herbstpokal-2026, bei einer Saison rc-herz/saison-2026"
        )
        parser.add_argument("--season", action="store_true", help="die Adresse ist die einer Saison")
        parser.add_argument(
            "--hand-over",
            action="store_true",
            help="das letzte Paket: Danach wird dort weitergeführt, und hier ändert sich nichts mehr",
        )
        parser.add_argument("--output", metavar="DATEI", required=True, help="die Datei für das Paket")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["season"]:
                make = hand_over_season if options["hand_over"] else make_season_package
                made = make(season_of(options["slug"]), by=None)
            else:
                made = (hand_over if options["hand_over"] else make_package)(event_of(options["slug"]), by=None)
        except TournamentError as error:
            raise CommandError(error.message) from error
        try:
            Path(options["output"]).write_bytes(made.data)
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht schreiben: %s") % error.strerror) from error
        facts = {"number": made.number, "size": len(made.data)}
        self.stdout.write(_("Paket %(number)d, %(size)d Bytes.") % facts)
        key = shown_key(read_package(made.data).public_key.hex())
        self.stdout.write(_("Schlüssel dieses Rechners: %(key)s") % {"key": key})
