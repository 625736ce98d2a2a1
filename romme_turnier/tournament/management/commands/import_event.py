"""Stores an event from a file, or only checks the file."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.exchange.event_file.faults import EventFileError
from romme_turnier.tournament.exchange.event_file.importing import import_event, problems_of
from romme_turnier.tournament.exchange.event_file.people import Namesake
from romme_turnier.tournament.exchange.event_file.reading import read
from romme_turnier.tournament.management.lookup import director_of, organiser_of
from romme_turnier.tournament.models import Event, Table
from romme_turnier.tournament.shared.numbers import whole_number


def link(text: str) -> tuple[int, int]:
    """Parses `7=31`: the participant with start number 7 is player 31 of the register.

    Raises ArgumentTypeError for any other text.
    """
    number, player = (whole_number(part, digits=18) for part in text.partition("=")[::2])
    if number is None or player is None:
        raise ArgumentTypeError(_("erwartet wird STARTNUMMER=REGISTERNUMMER, etwa 7=31"))
    return number, player


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Liest ein Turnier aus einer Datei ein. Enthält sie Fehler, so werden alle genannt und nichts gespeichert."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="DATEI", help="eine Datei der Form romme-turnier/event (JSON)")
        parser.add_argument(
            "--link",
            action="append",
            default=[],
            type=link,
            metavar="NR=ID",
            help="der Teilnehmer mit dieser Startnummer ist dieser Spieler des Registers (mehrfach möglich)",
        )
        parser.add_argument("--organiser", metavar="NUMMER", help="der Veranstalter, wenn das Programm mehrere hat")
        parser.add_argument("--director", metavar="NAME", help="Benutzername der Spielleitung")
        parser.add_argument("--dry-run", action="store_true", help="nur prüfen, nichts speichern")

    def handle(self, *_args: Any, **options: Any) -> None:
        links = dict(options["link"])
        if len(links) < len(options["link"]):
            raise CommandError(_("--link nennt eine Startnummer zweimal."))
        director = director_of(options["director"])
        organiser = organiser_of(options["organiser"]) if options["organiser"] else None
        try:
            data = Path(options["file"]).read_bytes()
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht lesen: %s") % error.strerror) from error
        try:
            content = read(data)
            if options["dry_run"]:
                self._name_namesakes(problems_of(content, links, organiser))
                self.stdout.write(_("Die Datei ist in Ordnung. Gespeichert wurde nichts."))
                return
            imported = import_event(content, links=links, by=director, organiser=organiser)
        except EventFileError as error:
            count = len(error.faults)
            heading = ngettext(
                "Die Datei hat einen Fehler; gespeichert wurde nichts.",
                "Die Datei hat %(count)d Fehler; gespeichert wurde nichts.",
                count,
            ) % {"count": count}
            raise CommandError(f"{heading}\n{error}") from error
        self._name_namesakes(imported.namesakes)
        self.stdout.write(summary(imported.event))

    def _name_namesakes(self, namesakes: tuple[Namesake, ...]) -> None:
        if not namesakes:
            return
        self.stdout.write(
            _(
                "Diese Namen stehen schon im Register. Wer dieselbe Person ist, wird nur mit der genannten Angabe "
                "verknüpft (prüfen lässt sich das vorher mit --dry-run):"
            )
        )
        for namesake in namesakes:
            player = namesake.player
            known = f"{player.name}, {player.club}" if player.club else player.name
            option = f"--link {namesake.number or '…'}={player.pk}"
            self.stdout.write(f"  {namesake.number or '–'}  {known}: {option}")


def summary(event: Event) -> str:
    figures = {
        "name": event.name,
        "players": event.registrations.count(),
        "teams": event.teams.count(),
        "series": event.series.count(),
        "lists": Table.objects.filter(series__event=event).count(),
    }
    return _("%(name)s: %(players)d Teilnehmer, %(teams)d Mannschaften, %(series)d Serien, %(lists)d Listen.") % figures
