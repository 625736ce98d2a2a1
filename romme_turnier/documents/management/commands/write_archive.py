"""Writes the signed archive of an event or of a season to a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.documents.archives import KeyMissingError, archive_of
from romme_turnier.documents.delivery import ARCHIVE_FAILED
from romme_turnier.documents.render.pieces import PressError
from romme_turnier.documents.views import NO_KEY
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.models import Season


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = "Schreibt das unterschriebene Archiv eines Turniers oder einer Saison; verify_archive prüft es."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADRESSE", help="etwa herbstpokal-2026, bei einer Saison verein/2026")
        parser.add_argument("file", metavar="DATEI", help="die Datei, etwa archiv.zip")
        parser.add_argument("--season", action="store_true", help="das Archiv einer Saison")

    def handle(self, *_args: Any, **options: Any) -> None:
        address = options["address"]
        subject = _season_of(address) if options["season"] else event_of(address)
        try:
            Path(options["file"]).write_bytes(archive_of(subject))
        except KeyMissingError as error:
            raise CommandError(str(NO_KEY)) from error
        except PressError as error:
            raise CommandError(str(ARCHIVE_FAILED)) from error
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht schreiben: %s") % error.strerror) from error


def _season_of(address: str) -> Season:
    """Returns the season at "organiser/season". Raises CommandError for an unknown address."""
    organiser, _slash, slug = address.partition("/")
    season = Season.objects.filter(organiser__slug=organiser, slug=slug).select_related("organiser").first()
    if season is None:
        raise CommandError(
            _("Eine Saison „%s“ gibt es nicht. Ihre Adresse ist die des Veranstalters, / und ihre.") % address
        )
    return season
