"""Backs up the database now."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from romme_turnier.backup import memory, second
from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.making import make_backup, make_in


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Sichert die Datenbank, auch während das Programm läuft."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", metavar="ORDNER", type=Path, help="nur dorthin")

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = options["folder"]
        try:
            backup = make_in(chosen.absolute()) if chosen else make_backup()
        except BackupError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{backup.path} ({filesizeformat(backup.size)})")
        if chosen or second.target() is None:
            return
        if problem := memory.recall().second_error:
            raise CommandError(problem)
        self.stdout.write(_("Auch hier: %(place)s") % {"place": second.target()})
