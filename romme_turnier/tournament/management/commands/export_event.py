"""Writes the facts of an event as JSON to a file or to the standard output."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.management.lookup import event_of


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Schreibt die Tatsachen eines Turniers als JSON (romme-turnier/event)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="ADRESSE", help="die Adresse des Turniers, etwa herbstpokal-2026")
        parser.add_argument("--output", metavar="DATEI", help="Datei statt der Standardausgabe")

    def handle(self, *_args: Any, **options: Any) -> None:
        text = json.dumps(export_event(event_of(options["slug"])), ensure_ascii=False, indent=1)
        if options["output"] is None:
            self.stdout.write(text)
            return
        try:
            Path(options["output"]).write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht schreiben: %s") % error.strerror) from error
