"""Repeats a draw from its record, and reports whether the result is the same."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.tournament.seating.draw_records import NotARecord, lacks_clubs, repeated

BYTES_MAX = 20_000_000


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Rechnet eine Auslosung aus ihrem Protokoll nach. Endet mit 1, wenn etwas anderes herauskommt."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="DATEI", help="das Protokoll von der öffentlichen Seite der Auslosung")
        parser.add_argument("--tables", action="store_true", help="auch zeigen, wer wo sitzt")

    def handle(self, *_args: Any, **options: Any) -> None:
        record = _read(Path(options["file"]))
        try:
            result, numbers = list(record["result"]), list(record["tables"])
            tables = repeated(record["algorithm"], record["inputs"], record["seed"])
        except (LookupError, TypeError, NotARecord) as error:
            raise CommandError(_("Das ist kein Protokoll einer Auslosung, das sich nachrechnen lässt.")) from error
        facts = {"algorithm": record["algorithm"], "seed": record["seed"] or "–", "count": len(tables)}
        self.stdout.write(_("Verfahren %(algorithm)s, Zufallszahl %(seed)s, Tische: %(count)d") % facts)
        if options["tables"]:
            for number, order in zip(numbers, tables, strict=False):
                self.stdout.write(f"{number}: {' '.join(map(str, order))}")
        if tables == result:
            self.stdout.write(_("Nachgerechnet: stimmt überein."))
            return
        for number, then, now in zip(numbers, result, tables, strict=False):
            if then != now:
                words = _("Tisch %(number)s: im Protokoll %(then)s, nachgerechnet %(now)s")
                self.stderr.write(words % {"number": number, "then": then, "now": now})
        if lacks_clubs(record):
            words = _(
                "Im Protokoll fehlt der Club einer gelöschten Person; deshalb lässt es sich nicht mehr nachrechnen."
            )
            self.stderr.write(words)
        else:
            self.stderr.write(_("Nachgerechnet: stimmt nicht überein."))
        sys.exit(1)


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > BYTES_MAX:
            raise CommandError(_("Die Datei ist zu groß für ein Protokoll."))
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(_("%(path)s lässt sich nicht lesen: %(error)s") % {"path": path, "error": error}) from error
