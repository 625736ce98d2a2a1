"""Write the signed archive of an event or of a season to a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from romme_turnier.documents.archives import event_archive, season_archive
from romme_turnier.documents.views import NO_KEY
from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.management.lookup import event_of
from romme_turnier.tournament.models import Season
from romme_turnier.tournament.organisers.signing_keys import private_key


class Command(BaseCommand):
    requires_system_checks = ()  # the pages are not needed here
    help = "Schreibt das unterschriebene Archiv eines Turniers oder einer Saison; verify_archive prüft es."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", metavar="ADRESSE", help="etwa herbstpokal-2026, bei einer Saison verein/2026")
        parser.add_argument("file", metavar="DATEI", help="die Datei, etwa archiv.zip")
        parser.add_argument("--season", action="store_true", help="das Archiv einer Saison")

    def handle(self, *_args: Any, **options: Any) -> None:
        archive = _of_season(options["address"]) if options["season"] else _of_event(options["address"])
        if archive is None:
            raise CommandError(str(NO_KEY))
        try:
            Path(options["file"]).write_bytes(archive)
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht schreiben: %s") % error.strerror) from error


def _of_event(address: str) -> bytes | None:
    """Returns the archive; None without a key. Raises CommandError for an unknown address."""
    event = event_of(address)
    key = private_key(event.held_by)
    if key is None:
        return None
    with speaking_for(event):
        return event_archive(event, key)


def _of_season(address: str) -> bytes | None:
    """Returns the archive; None without a key. Raises CommandError for an unknown address."""
    organiser, _slash, slug = address.partition("/")
    season = Season.objects.filter(organiser__slug=organiser, slug=slug).select_related("organiser").first()
    if season is None:
        raise CommandError(
            _("Eine Saison „%s“ gibt es nicht. Ihre Adresse ist die des Veranstalters, / und ihre.") % address
        )
    key = private_key(season.organiser)
    return None if key is None else season_archive(season, key)
