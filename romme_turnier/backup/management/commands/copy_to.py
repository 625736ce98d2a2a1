"""Copies all data into an empty database of either kind."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import ngettext

from romme_turnier.backup.errors import BackupError
from romme_turnier.backup.moving import copy_to


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Kopiert alles in eine leere Datenbank, auch von SQLite nach PostgreSQL und zurück."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("url", metavar="DATABASE_URL", help="wohin, wie postgres://user:password@host/name")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            rows = copy_to(options["url"])
        except BackupError as error:
            raise CommandError(error.message) from error
        words = ngettext(
            "%(rows)d Zeile ist dort, gleich der hier.", "%(rows)d Zeilen sind dort, gleich denen hier.", rows
        )
        self.stdout.write(words % {"rows": rows})
