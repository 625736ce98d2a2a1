"""Writes the data of an organiser and of all organisers below it to a folder, to move them to another host."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.documents.check_page import check_page
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.organisers.hooks import HooksTable
from romme_turnier.documents.tables.organisers.members import MembersTable
from romme_turnier.documents.tables.seasons.season import SeasonTable
from romme_turnier.documents.tables.writing import as_csv
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.management.lookup import organiser_of
from romme_turnier.tournament.models import Event, Organiser, Ranking, SigningKey
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.tournament.participants.members.memberships import memberships_at
from romme_turnier.tournament.publishing.hooks import hooks_of


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Schreibt die Daten eines Veranstalters und aller darunter in einen Ordner: je Turnier eine Datei für "
        "import_event, je Veranstalter die Mitglieder und die Webhooks, je Wertung einer Saison die neueste Ausgabe, "
        "dazu die Prüfseite für Papiere. Schlüssel zum Unterschreiben und Geheimnisse von Webhooks ziehen nicht um."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", metavar="NUMMER", help="die Nummer des Veranstalters, etwa 09-02-005")
        parser.add_argument("folder", metavar="ORDNER", help="ein Ordner, den es noch nicht gibt")

    def handle(self, *_args: Any, **options: Any) -> None:
        organiser, folder = organiser_of(options["number"]), Path(options["folder"])
        try:
            folder.mkdir(parents=True)
            written = sum(_write(row, folder) for row in at_and_below(organiser)) + 1
            (folder / "papiere-pruefen.html").write_text(check_page(at_and_below(organiser)), encoding="utf-8")
        except FileExistsError as error:
            raise CommandError(_("Diesen Ordner gibt es schon. Bitte nennen Sie einen neuen.")) from error
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht schreiben: %s") % error.strerror) from error
        self.stdout.write(_("%(n)d Dateien geschrieben: %(folder)s") % {"n": written, "folder": folder})
        if SigningKey.objects.filter(organiser__in=at_and_below(organiser)).exists():
            self.stdout.write(
                _(
                    "Die Schlüssel zum Unterschreiben von Papieren ziehen nicht um: Am neuen Ort entstehen andere, und "
                    "Papiere von hier prüft dort nur die Prüfseite papiere-pruefen.html. Heben Sie sie auf."
                )
            )


def _write(organiser: Organiser, folder: Path) -> int:
    """Writes the files of one organiser, and returns their number. Raises OSError if one cannot be written."""
    files: dict[str, bytes] = {}
    for event in Event.objects.filter(held_by=organiser).order_by("starts_at", "pk"):
        content = json.dumps(export_event(event), ensure_ascii=False, indent=1)
        files[f"turnier-{event.slug.replace('/', '-')}.json"] = f"{content}\n".encode()
    members = memberships_at(organiser)
    if members.exists():
        table = MembersTable.table_for(Medium.FILE, members)
        files[f"mitglieder-{organiser.number}.csv"] = as_csv(str(table.title), table.as_values())
    hooks = hooks_of(organiser)
    if hooks.exists():
        table = HooksTable.table_for(Medium.FILE, hooks)
        files[f"webhooks-{organiser.number}.csv"] = as_csv(str(table.title), table.as_values())
    for ranking in Ranking.objects.filter(season__organiser=organiser).select_related("season"):
        newest = ranking.editions.select_related("version").first()
        if newest is not None:
            rows = SeasonTable.of(Medium.FILE, newest, None)
            name = f"saison-{organiser.slug}-{ranking.season.slug}-{ranking.slug}.csv"
            files[name] = as_csv(str(rows.title), rows.as_values())
    for name, content_of_file in files.items():
        (folder / name).write_bytes(content_of_file)
    return len(files)
