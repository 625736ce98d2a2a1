"""Checks that a signed archive is unchanged, and that an organiser of this installation or a given key signed it."""

import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from romme_turnier.core.codes.signing import key_signs
from romme_turnier.tournament.organisers.signing_keys import key_named
from romme_turnier.tournament.papers.archive import Archive, ArchiveChangedError, ArchiveError, read_archive
from romme_turnier.tournament.papers.words import day_of


class Command(BaseCommand):
    requires_system_checks = ()  # they are about pages, and take a second
    help = (
        "Prüft ein Archiv eines Turniers oder einer Saison: Jedes geänderte Byte und jeder fremde Schlüssel fällt auf. "
        "Endet mit 1, wenn etwas nicht stimmt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="DATEI", help="das Archiv (ZIP)")
        parser.add_argument(
            "--key",
            metavar="SCHLÜSSEL",
            help="der öffentliche Schlüssel (64 Zeichen), wenn ihn dieses Programm nicht hat",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            data = Path(options["file"]).read_bytes()
        except OSError as error:
            raise CommandError(_("Die Datei lässt sich nicht lesen: %s") % error.strerror) from error
        try:
            archive = read_archive(data)
        except ArchiveChangedError:
            self._refuse(_("Die Datei wurde verändert, seit sie unterschrieben ist."))
        except ArchiveError:
            self._refuse(_("Das ist kein Archiv dieses Programms, oder die Datei ist nicht vollständig."))
        signed_by = self._signer(archive, options["key"])
        about = archive.about
        self.stdout.write(f"{about['organiser']}: {about['name']}")
        day = day_of(about["made_day"])
        words = {"day": date_format(day, "DATE_FORMAT") if day else "", "n": len(archive.names)}
        self.stdout.write(_("Unverändert seit der Unterschrift am %(day)s, %(n)d Dateien.") % words)
        self.stdout.write(signed_by)

    def _signer(self, archive: Archive, given: str | None) -> str:
        """Returns the signer as text; ends the program if the key is unknown, revoked, or not the given one."""
        if given is not None:
            if given.strip().lower() != archive.public.hex():
                self._refuse(_("Unterschrieben hat ein anderer Schlüssel: %s") % archive.public.hex())
            return _("Unterschrieben mit dem genannten Schlüssel.")
        key = key_named(key_signs(archive.public))
        if key is None or key.public != archive.public.hex():
            self._refuse(
                _(
                    "Diesen Schlüssel hat kein Veranstalter dieses Programms: %s. Vergleichen Sie ihn mit einer "
                    "gespeicherten Prüfseite, und nennen Sie den richtigen mit --key."
                )
                % archive.public.hex()
            )
        if key.revoked and key.ended_at is not None:
            day = date_format(localtime(key.ended_at), "DATE_FORMAT")
            self._refuse(_("Der Schlüssel ist seit dem %s widerrufen: Allein beweist die Unterschrift nichts.") % day)
        return _("Unterschrieben von: %s") % (key.organiser.name or _("Veranstalter"))

    def _refuse(self, why: str) -> NoReturn:
        self.stderr.write(why)
        sys.exit(1)
