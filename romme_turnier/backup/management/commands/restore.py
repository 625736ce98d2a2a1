"""Restores a backup."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.backup.engine import engine
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.restoring import demand_backup, restore


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Ersetzt die Datenbank durch eine Sicherung. Die bisherige bleibt daneben liegen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="DATEI", type=Path)
        parser.add_argument("--yes", action="store_true", help="nicht fragen")

    def handle(self, *_args: Any, **options: Any) -> None:
        file = options["file"].absolute()
        try:
            demand_backup(file)
            if not engine().is_empty() and not options["yes"]:
                self._ask()
            kept = restore(file)
        except BackupError as error:
            raise CommandError(error.message) from error
        self.stdout.write(_("Zurückgespielt: %(file)s") % {"file": file})
        if kept:
            self.stdout.write(_("Die bisherige Datenbank liegt hier: %(file)s") % {"file": kept})
        self.stdout.write(_("Läuft das Programm gerade, starten Sie es neu."))

    def _ask(self) -> None:
        words = _("Die Datenbank %(place)s wird ersetzt. Alles, was nicht in der Sicherung steht, fehlt dann.")
        self.stdout.write(words % {"place": engine().place()})
        if not sys.stdin.isatty():
            raise CommandError(_("Hier kann niemand antworten. Mit --yes wird nicht gefragt."))
        with suppress(EOFError, KeyboardInterrupt):
            if input(_("Ersetzen? [j/N] ")).strip().lower() in ("j", "ja", "y", "yes"):
                return
        raise CommandError(_("Nichts geändert."))
